import { RemoteProtocolError } from "../errors.ts";
import type { ClassLayout, FieldKind, FieldLayout, JavaFields } from "./class-layout.ts";
import { throwableLayout } from "./throwable.ts";
import type { ValueReader } from "./value-reader.ts";

/**
 * Reads the state of a Java object: that of its superclass, its fields, and what its `writeObject`
 * wrote. The repository id names the lowest class only; the chain above it is known to the layout
 * (Java to IDL mapping 1.4, §4.3.5).
 */
export function readClassState(values: ValueReader, layout: ClassLayout, target: JavaFields): void {
  if (layout.superclass !== undefined) readClassState(values, layout.superclass, target);
  const reader = values.reader;
  if (layout.externalizable === true) {
    // The format version; 1 and 2 do not differ here.
    reader.octet();
    layout.readOptional?.(values, target);
    return;
  }
  if (layout.custom !== true) {
    if (layout.fields !== undefined) readFields(values, layout, layout.fields, target);
    return;
  }
  // Format version, then whether `defaultWriteObject` (or putFields) was called: without it there
  // are no fields, only what the class wrote itself.
  const format = reader.octet();
  if (format !== 1 && format !== 2) {
    reader.fail(`${layout.name}: stream format ${format}`, "VALUE_MALFORMED");
  }
  const defaults = reader.boolean();
  if (defaults && layout.fields !== undefined) readFields(values, layout, layout.fields, target);
  if (format === 1) layout.readOptional?.(values, target);
  else values.optionalData(layout, target);
}

/** Fields without a name are stepped over: read, since they may hold what others refer to. */
function readFields(
  values: ValueReader,
  layout: ClassLayout,
  list: readonly FieldLayout[],
  target: JavaFields,
): void {
  const into = layout.apart === true ? (target["fields"] as JavaFields) : target;
  let reading: string | undefined;
  try {
    for (const field of list) {
      reading = field.name;
      const value =
        field.type === undefined ? readField(values, field.kind) : field.type.read(values.reader);
      if (reading !== undefined && field.dropped !== true) into[reading] = value;
    }
  } catch (error) {
    throw located(error, `${layout.name}.${reading}`);
  }
}

/** The error with the innermost class and field that were being read. */
function located(error: unknown, path: string): unknown {
  if (!(error instanceof RemoteProtocolError) || error.path !== undefined) return error;
  const { code, message, offset } = error;
  // The constructor says again where it was.
  const bare = message.replace(/ \(at octet \d+\)$/, "");
  return new RemoteProtocolError(code, `${path}: ${bare}`, { offset, path });
}

function readField(values: ValueReader, kind: FieldKind): unknown {
  const reader = values.reader;
  switch (kind) {
    case "boolean":
      return reader.boolean();
    case "octet":
      // Java's bytes are signed.
      return (reader.octet() << 24) >> 24;
    case "wchar":
      return reader.wchar();
    case "short":
      return reader.short();
    case "long":
      return reader.long();
    case "longlong":
      return reader.longlong();
    case "float":
      return reader.float();
    case "double":
      return reader.double();
    case "value":
      return values.value();
    case "throwable":
      return values.value(undefined, throwableLayout);
    case "any":
      return values.any();
    case "abstract":
      return values.abstractValue();
    case "reference":
      return values.reference();
  }
}
