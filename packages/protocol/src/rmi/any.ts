import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { readTypeCode, type TypeCode, TypeCodeKind } from "./type-code.ts";
import type { ValueReader } from "./value-reader.ts";

/**
 * Reads an any (CORBA 3.3 part 2, §9.3.5.2): a type code, then a value of that type. Java puts its
 * `Object` parameters and results into anys.
 */
export function readAny(values: ValueReader): unknown {
  const reader = values.reader;
  if (reader.valueDepth > 0) return readTyped(values, readTypeCode(reader), 0);
  try {
    return readTyped(values, readTypeCode(reader), 0);
  } catch (error) {
    // The depth limit may be above what the stack of this thread has room for.
    if (error instanceof RangeError) reader.fail("an any is nested too deep", "VALUE_TOO_DEEP");
    throw error;
  }
}

/** Only what a server was seen to send has a case; all others are an error, for their end is not known. */
function readTyped(values: ValueReader, code: TypeCode, depth: number): unknown {
  const reader = values.reader;
  if (depth > reader.maxValueDepth) reader.fail("anys are nested too deep", "VALUE_TOO_DEEP");
  values.countStep();
  switch (code.kind) {
    case TypeCodeKind.null:
    case TypeCodeKind.void:
      return null;
    case TypeCodeKind.short:
      return reader.short();
    case TypeCodeKind.long:
      return reader.long();
    case TypeCodeKind.ushort:
      return reader.ushort();
    case TypeCodeKind.ulong:
    case TypeCodeKind.enum:
      return reader.ulong();
    case TypeCodeKind.float:
      return reader.float();
    case TypeCodeKind.double:
      return reader.double();
    case TypeCodeKind.boolean:
      return reader.boolean();
    case TypeCodeKind.char:
      return reader.char();
    case TypeCodeKind.octet:
      return reader.octet();
    case TypeCodeKind.any:
      return readTyped(values, readTypeCode(reader), depth + 1);
    case TypeCodeKind.objectReference:
    case TypeCodeKind.component:
    case TypeCodeKind.home:
      return values.reference();
    case TypeCodeKind.string:
      return reader.string();
    case TypeCodeKind.longlong:
      return reader.longlong();
    case TypeCodeKind.ulonglong:
      return reader.ulonglong();
    case TypeCodeKind.wchar:
      return reader.wchar();
    case TypeCodeKind.wstring:
      return reader.wstring();
    case TypeCodeKind.value:
    case TypeCodeKind.valueBox:
    case TypeCodeKind.event:
      // A value without a repository id has the type that the type code names.
      return values.value(code.id);
    case TypeCodeKind.abstractInterface:
      return values.abstractValue();
    case TypeCodeKind.alias:
      return readTyped(values, code.content!, depth + 1);
    case TypeCodeKind.sequence:
      return readElements(values, code, reader.sequenceLength(1), depth);
    case TypeCodeKind.array:
      return readElements(values, code, checkedCount(reader, code.length!), depth);
    case TypeCodeKind.struct:
    case TypeCodeKind.exception: {
      if (code.kind === TypeCodeKind.exception) reader.string();
      const members: [string, unknown][] = [];
      for (const member of code.members!) {
        members.push([member.name, readTyped(values, member.type, depth + 1)]);
      }
      // `fromEntries` defines own properties: a member called `__proto__` stays harmless.
      return Object.fromEntries(members);
    }
    default:
      return reader.fail(`an any of kind ${code.kind} is not supported`, "TYPE_CODE");
  }
}

/** Elements that take no octets would let a count alone keep us busy. */
function readElements(values: ValueReader, code: TypeCode, count: number, depth: number): unknown {
  if (code.content!.kind === TypeCodeKind.octet) return values.reader.raw(count).slice();
  const elements: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const before = values.reader.position;
    elements.push(readTyped(values, code.content!, depth + 1));
    // Elements without octets (null, void, empty structs) would let a count of octets fake a fortune.
    if (values.reader.position === before) {
      values.reader.fail("a sequence of elements that take no octets", "TYPE_CODE");
    }
  }
  return elements;
}

/** An array has its length in the type code, which costs the peer nothing to write. */
function checkedCount(reader: CdrReader, count: number): number {
  if (count > reader.remaining()) {
    reader.fail(`an array of ${count} elements, more than the message holds`, "TYPE_CODE");
  }
  return count;
}

const ABSTRACT_BASE = "IDL:omg.org/CORBA/AbstractBase:1.0";

/**
 * Writes the type code that Java accepts for any `Object`: an abstract interface. A flag and a
 * reference, or a flag and a value, follow.
 */
export function writeAbstractBaseTypeCode(writer: CdrWriter): void {
  writer.ulong(TypeCodeKind.abstractInterface);
  writer.encapsulation((inner) => {
    inner.string(ABSTRACT_BASE);
    inner.string("");
  });
}

/** Writes the type code of a reference to any object. */
export function writeObjectTypeCode(writer: CdrWriter): void {
  writer.ulong(TypeCodeKind.objectReference);
  writer.encapsulation((inner) => {
    inner.string("IDL:omg.org/CORBA/Object:1.0");
    inner.string("Object");
  });
}
