// The classes and operations of the interface that the vectors were recorded with, as descriptors.
import type { JavaContext } from "../src/rmi/java-context.ts";
import { type JavaClass, javaClass } from "../src/rmi/java-class.ts";
import { javaThrowable, type JavaThrowableClass } from "../src/rmi/java-throwable-class.ts";
import type { JavaType } from "../src/rmi/java-type.ts";
import { java } from "../src/rmi/java-types.ts";
import { remoteInterface } from "../src/rmi/remote-interface.ts";

/** An enum one of whose constants has a body, and so a class of its own (`Color$1`). */
export const Color = java.enum("demo.anchor.Color", ["RED", "GREEN", "BLUE"]);

/** Fields of all kinds, one of its own class. */
export interface Person {
  readonly name: string | null;
  readonly age: number;
  readonly friend: Person | null;
  readonly height: number;
  readonly member: boolean;
}
export const Person: JavaClass<Person> = javaClass<Person>("demo.anchor.Person", {
  serialVersionUID: 1n,
  fields: () => ({
    name: java.string,
    age: java.int,
    friend: Person,
    height: java.double,
    member: java.boolean,
  }),
});

/** A subclass without a declared serialVersionUID. */
export interface Employee extends Person {
  readonly title: string | null;
  readonly salary: bigint;
  readonly extra: unknown;
  readonly skills: string[] | null;
  readonly badge: "RED" | "GREEN" | "BLUE" | null;
  readonly ratings: Int32Array | null;
}
export const Employee: JavaClass<Employee> = javaClass<Employee>("demo.anchor.Employee", {
  serialVersionUID: -0x26b06be31a25f39an,
  extends: () => Person,
  fields: () => ({
    title: java.string,
    salary: java.long,
    extra: java.object,
    skills: java.list(java.string),
    badge: Color,
    ratings: java.array(java.int),
  }),
});

/** Cycles and shared references. */
export interface Link {
  label: string | null;
  next: Link | null;
  other: Link | null;
}
export const Link: JavaClass<Link> = javaClass<Link>("demo.anchor.Link", {
  serialVersionUID: 7n,
  fields: () => ({ label: java.string, next: Link, other: Link }),
});

/** A `writeObject` with optional data behind the fields. */
export interface Diary {
  readonly owner: string | null;
  readonly year: number;
  notes: string[];
}
export const Diary: JavaClass<Diary> = javaClass<Diary>("demo.anchor.Diary", {
  serialVersionUID: 42n,
  writeObject: true,
  fields: () => ({ owner: java.string, year: java.int }),
  custom: {
    write(out, { notes }) {
      out.writeInt(notes.length);
      for (const note of notes) out.writeUTF(note);
      out.writeObject(notes[0] ?? null);
      out.writeLong(0x1122334455667788n);
      out.writeBoolean(true);
    },
    read(input, diary) {
      diary.notes = Array.from({ length: input.readInt() }, () => input.readUTF());
      input.readObject();
      if (input.readLong() !== 0x1122334455667788n || !input.readBoolean())
        diary.notes = ["damaged"];
    },
  },
});

/** Externalizable. */
export interface Packed {
  a: number;
  b: string;
  c: unknown;
}
export const Packed: JavaClass<Packed> = javaClass<Packed>("demo.anchor.Packed", {
  serialVersionUID: 9n,
  externalizable: true,
  custom: {
    write(out, { a, b, c }) {
      out.writeInt(a);
      out.writeUTF(b);
      out.writeObject(c);
    },
    read(input, packed) {
      packed.a = input.readInt();
      packed.b = input.readUTF();
      packed.c = input.readObject();
    },
  },
});

export interface Inner {
  readonly n: number;
}
export const Inner: JavaClass<Inner> = javaClass<Inner>("demo.anchor.Wide$Inner", {
  serialVersionUID: 3n,
  fields: () => ({ n: java.int }),
});

/** An implementation of the abstract interface. */
export interface Tag {
  readonly v: number;
}
export const Tag: JavaClass<Tag> = javaClass<Tag>("demo.anchor.Marker$Tag", {
  serialVersionUID: 1n,
  fields: () => ({ v: java.int }),
});

/** The interface itself: what its methods are is of no interest here. */
const Greeter = remoteInterface<object>("demo.anchor.Greeter", {});

/** One field of every primitive and of every form. */
export interface Wide {
  readonly z: boolean;
  readonly b: number;
  readonly c: string;
  readonly s: number;
  readonly i: number;
  readonly j: bigint;
  readonly f: number;
  readonly d: number;
  readonly boxed: number | null;
  readonly raw: Uint8Array | null;
  readonly words: (string | null)[] | null;
  readonly any: unknown;
  readonly ser: unknown;
  readonly inner: Inner | null;
  readonly same: Inner | null;
  readonly ref: unknown;
  readonly mark: unknown;
}
export const Wide: JavaClass<Wide> = javaClass<Wide>("demo.anchor.Wide", {
  serialVersionUID: -5n,
  fields: () => ({
    z: java.boolean,
    b: java.byte,
    c: java.char,
    s: java.short,
    i: java.int,
    j: java.long,
    f: java.float,
    d: java.double,
    boxed: java.lang.Integer,
    raw: java.array(java.byte),
    words: java.array(java.string),
    any: java.object,
    ser: java.serializable,
    inner: Inner,
    same: Inner,
    ref: java.business(Greeter),
    mark: java.abstract("demo.anchor.Marker"),
  }),
});

export const OrderException: JavaThrowableClass = javaThrowable("demo.anchor.OrderException", {
  serialVersionUID: 100n,
  fields: () => ({ code: java.int, detail: java.string, lines: java.list(java.string) }),
});

/** What a call with these classes knows. */
export const echoContext: JavaContext = {
  classes: new Map(
    [Person, Employee, Link, Diary, Packed, Inner, Tag, Wide, OrderException].map((each) => [
      each.name,
      each,
    ]),
  ),
};

const { object, string } = java;
const reference = java.business(Greeter);

const echoed: { readonly [operation: string]: JavaType<any> } = {
  echoBoolean: java.boolean,
  echoByte: java.byte,
  echoChar: java.char,
  echoShort: java.short,
  echoInt: java.int,
  echoLong: java.long,
  echoFloat: java.float,
  echoDouble: java.double,
  echoString: string,
  echoBoxedBoolean: java.lang.Boolean,
  echoBoxedByte: java.lang.Byte,
  echoBoxedChar: java.lang.Character,
  echoBoxedShort: java.lang.Short,
  echoBoxedInt: java.lang.Integer,
  echoBoxedLong: java.lang.Long,
  echoBoxedFloat: java.lang.Float,
  echoBoxedDouble: java.lang.Double,
  echoNumber: java.lang.Number,
  echoBooleans: java.array(java.boolean),
  echoBytes: java.array(java.byte),
  echoInts: java.array(java.int),
  echoDoubles: java.array(java.double),
  echoStrings: java.array(string),
  echoIntMatrix: java.array(java.array(java.int)),
  echoPersons: java.array(Person),
  echoObject: object,
  echoComparable: java.lang.Comparable,
  echoArrayList: java.util.ArrayList(object),
  echoLinkedList: java.util.LinkedList(object),
  echoList: java.list(object),
  echoHashMap: java.util.HashMap(object, object),
  echoLinkedHashMap: java.util.LinkedHashMap(object, object),
  echoMap: java.map(object, object),
  echoHashSet: java.util.HashSet(object),
  echoSet: java.set(object),
  echoVector: java.util.Vector(object),
  echoDate: java.util.Date,
  echoCalendar: java.util.Calendar,
  echoLocale: java.util.Locale,
  echoBigInteger: java.math.BigInteger,
  echoUuid: java.util.UUID,
  echoLocalDate: java.time.LocalDate,
  echoInstant: java.time.Instant,
  echoClass: java.lang.Class,
  echoColor: Color,
  echoPerson: Person,
  echoEmployee: Employee,
  echoLink: Link,
  echoDiary: Diary,
  echoPacked: Packed,
  echoWide: Wide,
  echoMarker: java.abstract("demo.anchor.Marker"),
  echoRef: reference,
};

const others: { readonly [operation: string]: readonly [JavaType<any>[], JavaType<any>] } = {
  greet: [[string], string],
  mixed: [
    [
      java.boolean,
      java.byte,
      java.char,
      java.short,
      java.int,
      java.long,
      java.float,
      java.double,
      string,
    ],
    java.int,
  ],
  over__: [[], string],
  over__long: [[java.int], string],
  over__CORBA_WStringValue: [[string], string],
  over__long__CORBA_WStringValue: [[java.int, string], string],
  over__java_util_List: [[java.list(string)], string],
  over__org_omg_boxedRMI_seq1_long: [[java.array(java.int)], string],
  over__demo_anchor_Person: [[Person], string],
  over__demo_anchor_Color: [[Color], string],
  join: [[java.array(string)], string],
  J_odd: [[string], string],
  fold_: [[string], string],
  Fold_0: [[string], string],
  getTitle: [[], string],
  setTitle: [[string], java.void],
  isReady: [[], java.boolean],
  askOther: [[reference, string], string],
  refAsObject: [[java.boolean], object],
  bulk: [[java.int], java.array(java.byte)],
};

/** Types of the parameters and of the result. */
export function typesOf(operation: string): readonly [readonly JavaType<any>[], JavaType<any>] {
  const type = echoed[operation];
  const found = type === undefined ? others[operation] : ([[type], type] as const);
  if (found === undefined) throw new Error(`no operation ${operation}`);
  return found;
}
