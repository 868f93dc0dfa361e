// The values that GlassFish's naming provider sends: javax.naming.Reference inside an any, contexts, and NamingException.
// The table of a context's names is in names-table.ts.
import {
  businessObjectFactory,
  type CdrWriter,
  type Ior,
  java,
  transientContextClass,
  writeIor,
} from "@remora/protocol/internal";
import type { JndiExceptionClass } from "../servants/jndi-tree.ts";
import { type JavaThrowable, writeThrowable } from "./throwable.ts";
import {
  abstractBaseType,
  floatType,
  longType,
  objectType,
  sequenceType,
  type TypeCode,
  valueBoxType,
  valueType,
  wstringType,
} from "./type-code.ts";
import { type StreamFormat, stringValueId, ValueWriter } from "./value-writer.ts";

/** Repository id of the table that `list` answers with. */
export const hashtableId: string = "RMI:java.util.Hashtable:86573568A211C011:13BB0F25214AE4B8";
const transientContextId = `RMI:${transientContextClass}:EFB477C8CA3747E8:F6A3B1A223ECA916`;
const hashMapId = "RMI:java.util.HashMap:86573568A211C011:0507DAC1C31660D1";
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

const mapType = valueBoxType("RMI:java.util.Map:0000000000000000", "Value", valueBaseType);
const transientContextType: TypeCode = valueType(transientContextId, transientContextClass, [
  { name: "bindings", type: mapType },
  {
    name: "myEnv",
    type: valueType(
      hashtableId,
      "java.util.Hashtable",
      [
        { name: "loadFactor", type: floatType },
        { name: "threshold", type: longType },
      ],
      1,
    ),
  },
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
  writeReference(values, interfaceName, businessObjectFactory, homeName);
}

/** What writes values here: the mock's own writer, or the codec's. */
export type NamingValues = Pick<
  ValueWriter,
  "begin" | "end" | "customClass" | "null" | "string" | "boolean" | "long" | "typeCode"
>;

/** Writes a javax.naming.Reference with one address of type `url`. */
export function writeReference(
  values: NamingValues,
  className: string,
  factory: string,
  url: string,
): void {
  values.begin(referenceId, false);
  writeAddresses(values, url);
  values.string(factory);
  values.null();
  values.string(className);
  values.end();
}

/** Writes the any of a bound value: a string as GlassFish does, everything else as its class wants it. */
export function writeValueAny(writer: CdrWriter, value: unknown, format: StreamFormat): void {
  if (typeof value !== "string") {
    java.object.write(writer, value, "bound value");
    return;
  }
  stringType(writer);
  new ValueWriter(writer, format).string(value);
}

/**
 * Writes the any of a context: its class, whose state is a map and a table that is null (captures/glassfish/
 * lookups.jsonl, line 45). The map is empty here; a server sends everything that stands in the context.
 */
export function writeContextAny(writer: CdrWriter, format: StreamFormat): void {
  transientContextType(writer);
  const values = new ValueWriter(writer, format);
  values.begin(transientContextId, false);
  values.begin(hashMapId, true);
  values.customClass(
    hashMapId,
    () => {
      values.long(loadFactor);
      values.long(0);
    },
    () => {
      values.long(smallestTable);
      values.long(0);
    },
  );
  values.end();
  values.null();
  values.end();
}

/** 0.75 as an IEEE float: the load factor of every table. */
export const loadFactor = 0x3f40_0000;
/** Buckets of the smallest table. */
export const smallestTable = 11;

function writeAddresses(values: NamingValues, homeName: string): void {
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
function writeNullAny(values: NamingValues): void {
  values.typeCode(abstractBaseType);
  values.boolean(false);
  values.null();
}

/** Classes below NamingException have no fields of their own: one hash, and a serial version each. */
const namingExceptionHash = "85954431D4A07FA3";
const serialVersions: Readonly<Record<JndiExceptionClass, string>> = {
  NameNotFoundException: "90E0DD61CB91DAFB",
  NameAlreadyBoundException: "8A285766568BE5D6",
  NotContextException: "0BCAED718BC12E01",
  InvalidNameException: "8BD565D1C1D2F2EF",
};

/** What the provider throws, with the words of GlassFish. */
export function namingFailure(javaClass: JndiExceptionClass, message: string): JavaThrowable {
  return {
    repositoryId: `RMI:javax.naming.${javaClass}:${namingExceptionHash}:${serialVersions[javaClass]}`,
    message,
    thrownAt: { className: transientContextClass, method: "resolveContext" },
    extraFields: writeNamingFields,
  };
}

/** NamingException's fields by name: remainingName, resolvedName, resolvedObj (an Object, so an any), rootException. */
export function writeNamingFields(values: ValueWriter): void {
  values.null();
  values.null();
  writeNullAny(values);
  values.null();
}

/** Writes the body of a NamingException user exception behind its id. */
export function writeNamingException(
  writer: CdrWriter,
  throwable: JavaThrowable,
  format: StreamFormat,
): void {
  writeThrowable(new ValueWriter(writer, format), throwable);
}
