import { LocalProtocolError } from "../errors.ts";
import type { ClassLayout, FieldLayout, JavaFields } from "./class-layout.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import {
  booleanType,
  byteType,
  charType,
  doubleType,
  floatType,
  intType,
  longType,
  shortType,
} from "./primitive-types.ts";
import type { ValueWriter } from "./value-writer.ts";

/**
 * Writes the state of an object: that of its superclasses from the topmost down, each with its fields
 * and what its `writeObject` writes (Java to IDL mapping 1.4, §1.4.10).
 */
export function writeClassState(values: ValueWriter, layout: ClassLayout, value: object): void {
  const source = layout.source === undefined ? value : layout.source(value as never);
  writeParts(values, layout, source as JavaFields, value);
}

function writeParts(
  values: ValueWriter,
  layout: ClassLayout,
  source: JavaFields,
  value: object,
): void {
  if (layout.superclass !== undefined) writeParts(values, layout.superclass, source, value);
  if (layout.externalizable === true) {
    values.open();
    values.writer.octet(values.streamFormat);
    if (layout.writeOptional === undefined) throw undescribed(layout, "writeExternal");
    layout.writeOptional(values, value as never);
    return;
  }
  if (layout.custom !== true) {
    if (layout.fields !== undefined) writeFields(values, layout, layout.fields, source);
    return;
  }
  values.open();
  values.writer.octet(values.streamFormat);
  values.writer.octet(layout.noDefaults === true ? 0 : 1);
  if (layout.fields !== undefined) writeFields(values, layout, layout.fields, source);
  if (values.streamFormat === 1) {
    layout.writeOptional?.(values, value as never);
  } else if (layout.writeOptional === undefined) {
    values.null();
  } else {
    values.begin(customId(layout), true);
    layout.writeOptional(values, value as never);
    values.end();
  }
}

/** Stream format 2 wraps optional data in a value whose id is the class's, numbers without leading zeros. */
function customId(layout: ClassLayout): string {
  const [scheme, name, hash, suid] = (layout.repositoryId ?? "").split(":");
  const bare = (digits: string | undefined): string => digits?.replace(/^0+(?=.)/, "") ?? "";
  return `${scheme}:org.omg.custom.${name}:${bare(hash)}:${bare(suid)}`;
}

function undescribed(layout: ClassLayout, method: string): LocalProtocolError {
  return new LocalProtocolError(
    "CLASS_NOT_WRITABLE",
    `${layout.name} has a ${method} of its own, which no descriptor can know: give its descriptor \`custom\``,
    { path: "" },
  );
}

function writeFields(
  values: ValueWriter,
  layout: ClassLayout,
  list: readonly FieldLayout[],
  source: JavaFields,
): void {
  const from = layout.apart === true ? (source["fields"] as JavaFields) : source;
  for (const field of list) {
    const name = field.name ?? "";
    const value = from[name];
    if (field.write !== undefined) field.write(values, value as never, name);
    else if (field.type === undefined) writeField(values, field, value, name);
    else if (field.kind === "value") field.type.write(values.writer, value, name);
    else {
      values.open();
      field.type.write(values.writer, value, name);
    }
  }
}

/** Types of the kinds that are plain octets. */
const plainTypes: { readonly [kind: string]: JavaType<any> | undefined } = {
  boolean: booleanType,
  octet: byteType,
  wchar: charType,
  short: shortType,
  long: intType,
  longlong: longType,
  float: floatType,
  double: doubleType,
};

/** A field of a built-in class: what it holds shows in the value. */
function writeField(values: ValueWriter, field: FieldLayout, value: unknown, name: string): void {
  const plain = plainTypes[field.kind];
  if (plain !== undefined) {
    values.open();
    plain.write(values.writer, value, name);
    return;
  }
  switch (field.kind) {
    case "any":
      values.any(value, name);
      return;
    case "abstract":
      values.abstractValue(value, name);
      return;
    case "reference": {
      const ior = value === null ? null : values.referenceIn(value);
      if (ior === undefined) throw illegalValue(name, "a reference or null", value);
      values.reference(ior);
      return;
    }
    default:
      values.value(value, name);
  }
}
