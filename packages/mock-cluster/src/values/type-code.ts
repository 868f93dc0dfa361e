// TypeCodes as far as the mock's anys need them (CORBA 3.3 part 2, 9.3.5): a kind and encapsulated parameters.
import { CdrWriter } from "@remora/protocol/internal";

const Kind = {
  null: 0,
  long: 3,
  float: 6,
  objref: 14,
  wstring: 18,
  sequence: 19,
  value: 29,
  valueBox: 30,
  abstractInterface: 32,
} as const;

/** Writes one TypeCode; composed by the functions of this file. */
export type TypeCode = (writer: CdrWriter) => void;

/** A member of a value's TypeCode. */
export interface TypeCodeMember {
  readonly name: string;
  readonly type: TypeCode;
}

function complex(kind: number, write: (writer: CdrWriter) => void): TypeCode {
  const inner = new CdrWriter({ capacity: 256 });
  inner.octet(0);
  write(inner);
  const parameters = inner.toBytes();
  return (writer) => {
    writer.ulong(kind);
    writer.octets(parameters);
  };
}

/** `tk_null`: also the base of a value without one. */
const nullType: TypeCode = (writer) => writer.ulong(Kind.null);

/** `tk_long`. */
export const longType: TypeCode = (writer) => writer.ulong(Kind.long);

/** `tk_float`. */
export const floatType: TypeCode = (writer) => writer.ulong(Kind.float);

/** `tk_wstring` without a bound. */
export const wstringType: TypeCode = (writer) => {
  writer.ulong(Kind.wstring);
  writer.ulong(0);
};

/** `tk_objref` of any object, as the naming provider writes it for homes. */
export const objectType: TypeCode = complex(Kind.objref, (writer) => {
  writer.string("IDL:omg.org/CORBA/Object:1.0");
  writer.string("");
});

/** `tk_abstract_interface`: what GlassFish writes for an Object that is null. */
export const abstractBaseType: TypeCode = complex(Kind.abstractInterface, (writer) => {
  writer.string("IDL:omg.org/CORBA/AbstractBase:1.0");
  writer.string("");
});

/** `tk_sequence` without a bound. */
export function sequenceType(element: TypeCode): TypeCode {
  return complex(Kind.sequence, (writer) => {
    element(writer);
    writer.ulong(0);
  });
}

/** `tk_value_box`. */
export function valueBoxType(repositoryId: string, name: string, content: TypeCode): TypeCode {
  return complex(Kind.valueBox, (writer) => {
    writer.string(repositoryId);
    writer.string(name);
    content(writer);
  });
}

/** `tk_value` with private members and no base. */
export function valueType(
  repositoryId: string,
  name: string,
  members: readonly TypeCodeMember[],
  modifier = 0,
): TypeCode {
  return complex(Kind.value, (writer) => {
    writer.string(repositoryId);
    writer.string(name);
    writer.short(modifier);
    nullType(writer);
    writer.ulong(members.length);
    for (const member of members) {
      writer.string(member.name);
      member.type(writer);
      // Visibility: 0 private, 1 public.
      writer.short(0);
    }
  });
}
