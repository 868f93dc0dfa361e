// The values that GlassFish's naming provider sends: javax.naming.Reference inside an any, and NamingException.
import { type CdrWriter, type Ior, writeIor } from "@remora/protocol/internal";
import { type JavaThrowable, ThrowableId, writeThrowable } from "./throwable.ts";
import {
  abstractBaseType,
  longType,
  objectType,
  sequenceType,
  type TypeCode,
  valueBoxType,
  valueType,
  wstringType,
} from "./type-code.ts";
import { type StreamFormat, stringValueId, ValueWriter } from "./value-writer.ts";

const referenceId = "RMI:javax.naming.Reference:53F6C503143EB3E1:E8C69EA2A8E98D09";
const vectorId = "RMI:java.util.Vector:AE7BB186C84BB765:D9977D5B803BAF01";
const objectArrayId = "RMI:[Ljava.lang.Object;:0000000000000000";
const stringRefAddrId = "RMI:javax.naming.StringRefAddr:702489B27709850F:844BF43CE111DCC9";
// A Vector keeps an array of ten places; nine of them hold null.
const vectorCapacity = 10;

const stringType = valueBoxType(stringValueId, "StringValue", wstringType);
const valueBaseType = valueType("", "", [], -1);
const objectArrayType = valueBoxType(
  objectArrayId,
  "Sequence",
  sequenceType(valueBoxType("RMI:java.lang.Object:0000000000000000", "Value", valueBaseType)),
);
const vectorType = valueType(
  vectorId,
  "java.util.Vector",
  [
    { name: "capacityIncrement", type: longType },
    { name: "elementCount", type: longType },
    { name: "elementData", type: objectArrayType },
  ],
  1,
);
const referenceType: TypeCode = valueType(referenceId, "javax.naming.Reference", [
  { name: "addrs", type: vectorType },
  { name: "classFactory", type: stringType },
  { name: "classFactoryLocation", type: stringType },
  { name: "className", type: stringType },
]);
const stringRefAddrType = valueType(stringRefAddrId, "javax.naming.StringRefAddr", [
  { name: "contents", type: stringType },
]);

/** Writes the any of a bound home or other object: an object TypeCode and the reference. */
export function writeObjectAny(writer: CdrWriter, reference: Ior): void {
  objectType(writer);
  writeIor(writer, reference);
}

/**
 * Writes the any of a business view: a javax.naming.Reference that names the interface, the factory class, and in its
 * one address the JNDI name of the internal home (octets as in captures/glassfish/minimal-client.jsonl).
 */
export function writeReferenceAny(
  writer: CdrWriter,
  interfaceName: string,
  homeName: string,
  format: StreamFormat,
): void {
  referenceType(writer);
  const values = new ValueWriter(writer, format);
  values.begin(referenceId, false);
  writeAddresses(values, homeName);
  values.string("com.sun.ejb.containers.RemoteBusinessObjectFactory");
  values.null();
  values.string(interfaceName);
  values.end();
}

function writeAddresses(values: ValueWriter, homeName: string): void {
  values.begin(vectorId, true);
  values.customClass(vectorId, () => {
    values.long(0);
    values.long(1);
    values.begin(objectArrayId, true);
    values.long(vectorCapacity);
    // Each element of an Object[] is an any: TypeCode, then the value.
    values.typeCode(stringRefAddrType);
    values.begin(stringRefAddrId, true);
    values.string("url");
    values.string(homeName);
    values.end();
    for (let i = 1; i < vectorCapacity; i++) writeNullAny(values);
    values.end();
  });
  values.end();
}

// Null as an Object: abstract interface, "a value follows", null.
function writeNullAny(values: ValueWriter): void {
  values.typeCode(abstractBaseType);
  values.boolean(false);
  values.null();
}

/** What the provider throws for a name that is not bound; the message is the missing part of the name. */
export function nameNotFound(missing: string): JavaThrowable {
  return {
    repositoryId: ThrowableId.nameNotFound,
    message: missing,
    thrownAt: {
      className: "com.sun.enterprise.naming.impl.TransientContext",
      method: "resolveContext",
    },
    extraFields: (values) => {
      // NamingException's fields by name: remainingName, resolvedName, resolvedObj (an Object, so an any), rootException.
      values.null();
      values.null();
      writeNullAny(values);
      values.null();
    },
  };
}

/** Writes the body of a NamingException user exception behind its id. */
export function writeNamingException(
  writer: CdrWriter,
  throwable: JavaThrowable,
  format: StreamFormat,
): void {
  writeThrowable(new ValueWriter(writer, format), throwable);
}
