import type { CdrReader } from "../cdr/reader.ts";

/** Kinds of type codes (CORBA 3.3 part 2, §9.3.5.1, table 9.2). */
export const TypeCodeKind = {
  null: 0,
  void: 1,
  short: 2,
  long: 3,
  ushort: 4,
  ulong: 5,
  float: 6,
  double: 7,
  boolean: 8,
  char: 9,
  octet: 10,
  any: 11,
  typeCode: 12,
  principal: 13,
  objectReference: 14,
  struct: 15,
  union: 16,
  enum: 17,
  string: 18,
  sequence: 19,
  array: 20,
  alias: 21,
  exception: 22,
  longlong: 23,
  ulonglong: 24,
  longdouble: 25,
  wchar: 26,
  wstring: 27,
  fixed: 28,
  value: 29,
  valueBox: 30,
  native: 31,
  abstractInterface: 32,
  localInterface: 33,
  component: 34,
  home: 35,
  event: 36,
} as const;

/** What is needed of a type code to read the value that follows it. */
export interface TypeCode {
  readonly kind: number;
  readonly id?: string;
  /** Element of a sequence or array, original of an alias. */
  readonly content?: TypeCode;
  /** Length of an array; bound of a sequence or string. */
  readonly length?: number;
  /** Members of a struct or exception. */
  readonly members?: readonly { readonly name: string; readonly type: TypeCode }[];
}

const simple: readonly TypeCode[] = Array.from({ length: 37 }, (_, kind) => ({ kind }));

/**
 * Reads a type code far enough to find the value behind it. Values, boxes and references are stepped
 * over by their length, since their values carry their own type; structs, sequences, arrays and
 * aliases are read in full. `seen`: type codes by index, for indirections (§9.3.5.1.3).
 */
export function readTypeCode(
  reader: CdrReader,
  seen: Map<number, TypeCode> = new Map(),
  depth = 0,
): TypeCode {
  if (depth > reader.maxValueDepth) reader.fail("type codes are nested too deep", "VALUE_TOO_DEEP");
  const kind = reader.long();
  const at = reader.position - 4;
  if (kind === -1) {
    const offset = reader.long();
    const target = at + 4 + offset;
    const found = offset < -4 ? seen.get(target) : undefined;
    return found ?? reader.fail(`a type code indirection of ${offset} octets`, "TYPE_CODE");
  }
  switch (kind) {
    case TypeCodeKind.string:
    case TypeCodeKind.wstring: {
      reader.ulong();
      return remember(seen, at, simple[kind]!);
    }
    case TypeCodeKind.fixed:
      reader.ushort();
      reader.short();
      return remember(seen, at, simple[kind]!);
    case TypeCodeKind.objectReference:
    case TypeCodeKind.union:
    case TypeCodeKind.value:
    case TypeCodeKind.valueBox:
    case TypeCodeKind.native:
    case TypeCodeKind.abstractInterface:
    case TypeCodeKind.localInterface:
    case TypeCodeKind.component:
    case TypeCodeKind.home:
    case TypeCodeKind.event:
    case TypeCodeKind.enum:
      return remember(seen, at, { kind, id: skipParameters(reader) });
    case TypeCodeKind.struct:
    case TypeCodeKind.exception: {
      const inner = reader.encapsulation();
      // Members may refer to the struct itself, through a sequence: it must be known before them.
      const members: { name: string; type: TypeCode }[] = [];
      const code: TypeCode = { kind, id: inner.string(), members };
      remember(seen, at, code);
      inner.string();
      for (let left = inner.sequenceLength(8); left > 0; left--) {
        members.push({ name: inner.string(), type: readTypeCode(inner, seen, depth + 1) });
      }
      return code;
    }
    case TypeCodeKind.sequence:
    case TypeCodeKind.array: {
      const inner = reader.encapsulation();
      const content = readTypeCode(inner, seen, depth + 1);
      return remember(seen, at, { kind, content, length: inner.ulong() });
    }
    case TypeCodeKind.alias: {
      const inner = reader.encapsulation();
      const id = inner.string();
      inner.string();
      return remember(seen, at, { kind, id, content: readTypeCode(inner, seen, depth + 1) });
    }
    default: {
      const code = simple[kind];
      if (code === undefined) reader.fail(`${kind} is no kind of type code`, "TYPE_CODE");
      return remember(seen, at, code);
    }
  }
}

function remember(seen: Map<number, TypeCode>, at: number, code: TypeCode): TypeCode {
  seen.set(at, code);
  return code;
}

/** Steps over an encapsulated parameter list; its first member is the repository id. */
function skipParameters(reader: CdrReader): string {
  return reader.encapsulation().string();
}
