// The value classes of `remora.shop`, described by hand: what `test/peers/glassfish/app` sends and takes.
import { type JavaClass, type JavaClassName, type JavaType, java, javaField } from "@remora/client";
import { Greeter } from "./beans.ts";
import { described } from "./shop-types-described.ts";
import {
  Customer,
  LateOrderException,
  Order,
  OrderException,
  OrderLine,
  OrderState,
  PolicyException,
} from "./shop-types-orders.ts";

export { LateOrderException, OrderException, PolicyException } from "./shop-types-orders.ts";

export type Color = "RED" | "GREEN" | "BLUE";
export const Color = java.enum("remora.shop.Color", ["RED", "GREEN", "BLUE"]);

export interface Person {
  name: string | null;
  age: number;
  height: number;
  member: boolean;
  friend: Person | null;
}
export const Person: JavaClass<Person> = described<Person>("remora.shop.Person", {
  serialVersionUID: 1n,
  fields: () => ({
    name: java.string,
    age: java.int,
    height: java.double,
    member: java.boolean,
    friend: Person,
  }),
});

export interface Employee extends Person {
  company: string | null;
  salary: bigint;
  color: Color | null;
  extra: unknown;
  skills: (string | null)[] | null;
  ratings: Int32Array | null;
}
export const Employee: JavaClass<Employee> = described<Employee>("remora.shop.Employee", {
  // As Java computes it: the class declares none.
  serialVersionUID: -680_170_799_846_104_841n,
  extends: () => Person,
  fields: () => ({
    company: java.string,
    salary: java.long,
    color: Color,
    extra: java.object,
    skills: java.list(java.string),
    ratings: java.array(java.int),
  }),
});

/** Hides a field of its superclass, which here has the name `name`. */
export interface Contractor extends Person {
  ownName: string | null;
  agency: string | null;
}
export const Contractor: JavaClass<Contractor> = described<Contractor>("remora.shop.Contractor", {
  serialVersionUID: 4n,
  extends: () => Person,
  fields: () => ({ ownName: javaField("name", java.string), agency: java.string }),
});

export interface Link {
  label: string | null;
  next: Link | null;
  other: Link | null;
}
export const Link: JavaClass<Link> = described<Link>("remora.shop.Link", {
  serialVersionUID: 7n,
  fields: () => ({ label: java.string, next: Link, other: Link }),
});

const mark = 0x1122_3344_5566_7788n;

export interface Diary {
  owner: string | null;
  year: number;
  notes: string[];
}
export const Diary: JavaClass<Diary> = described<Diary>("remora.shop.Diary", {
  serialVersionUID: 42n,
  fields: () => ({ owner: java.string, year: java.int }),
  hidden: () => ({ notes: java.util.ArrayList(java.string) }),
  writeObject: true,
  custom: {
    write(out, { notes }) {
      out.writeInt(notes.length);
      for (const note of notes) out.writeUTF(note);
      out.writeObject(notes[0] ?? null);
      out.writeLong(mark);
      out.writeBoolean(true);
    },
    read(input, diary) {
      diary.notes = Array.from({ length: input.readInt() }, () => input.readUTF());
      input.readObject();
      if (input.readLong() !== mark || !input.readBoolean()) throw new Error("diary data damaged");
    },
  },
});

export interface Packed {
  number: number;
  text: string | null;
  content: unknown;
}
export const Packed: JavaClass<Packed> = described<Packed>("remora.shop.Packed", {
  serialVersionUID: 9n,
  externalizable: true,
  hidden: () => ({ number: java.int, text: java.string, content: java.object }),
  custom: {
    write(out, { number, text, content }) {
      out.writeInt(number);
      out.writeUTF(text ?? "");
      out.writeBoolean(text === null);
      out.writeObject(content);
    },
    read(input, packed) {
      packed.number = input.readInt();
      const text = input.readUTF();
      packed.text = input.readBoolean() ? null : text;
      packed.content = input.readObject();
    },
  },
});

export interface Inner {
  n: number;
}
export const Inner: JavaClass<Inner> = described<Inner>("remora.shop.Wide$Inner", {
  serialVersionUID: 3n,
  fields: () => ({ n: java.int }),
});

export interface Tag {
  v: number;
}
export const Tag: JavaClass<Tag> = described<Tag>("remora.shop.Marker$Tag", {
  serialVersionUID: 1n,
  fields: () => ({ v: java.int }),
});

/** An interface without methods: a value or a reference. */
export const Marker: JavaType<unknown> = java.abstract("remora.shop.Marker");
/** An interface with methods: values only. */
export const Shape: JavaType<unknown> = java.value("remora.shop.Shape");
export const Runnable: JavaType<unknown> = java.value("java.lang.Runnable");

export interface Circle {
  radius: number;
}
export const Circle: JavaClass<Circle> = described<Circle>("remora.shop.Circle", {
  serialVersionUID: 1n,
  fields: () => ({ radius: java.double }),
});

export interface Square {
  side: number;
}
export const Square: JavaClass<Square> = described<Square>("remora.shop.Square", {
  serialVersionUID: 1n,
  fields: () => ({ side: java.double }),
});

export interface Drawing {
  main: unknown;
  others: unknown[] | null;
  named: Map<string | null, unknown> | null;
  mark: unknown;
  key: unknown;
  caption: unknown;
  action: unknown;
}
export const Drawing: JavaClass<Drawing> = described<Drawing>("remora.shop.Drawing", {
  serialVersionUID: 1n,
  fields: () => ({
    main: Shape,
    others: java.list(Shape),
    named: java.map(java.string, Shape),
    mark: Marker,
    key: java.lang.Comparable,
    caption: java.lang.CharSequence,
    action: Runnable,
  }),
});

export interface Wide {
  z: boolean;
  b: number;
  c: string;
  s: number;
  i: number;
  j: bigint;
  f: number;
  d: number;
  boxedZ: boolean | null;
  boxedB: number | null;
  boxedC: string | null;
  boxedS: number | null;
  boxedI: number | null;
  boxedJ: bigint | null;
  boxedF: number | null;
  boxedD: number | null;
  arrayZ: boolean[] | null;
  arrayB: Uint8Array | null;
  arrayC: string[] | null;
  arrayS: Int16Array | null;
  arrayI: Int32Array | null;
  arrayJ: BigInt64Array | null;
  arrayF: Float32Array | null;
  arrayD: Float64Array | null;
  words: (string | null)[] | null;
  objects: unknown[] | null;
  matrix: (Int32Array | null)[] | null;
  persons: (Person | null)[] | null;
  text: string | null;
  any: unknown;
  ser: unknown;
  number: unknown;
  inner: Inner | null;
  same: Inner | null;
  ref: Greeter | null;
  mark: unknown;
  type: JavaClassName | null;
  hidden: number;
  ofPackage: number;
  fixed: number;
}
/** A field of every kind. */
export const Wide: JavaClass<Wide> = described<Wide>("remora.shop.Wide", {
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
    boxedZ: java.lang.Boolean,
    boxedB: java.lang.Byte,
    boxedC: java.lang.Character,
    boxedS: java.lang.Short,
    boxedI: java.lang.Integer,
    boxedJ: java.lang.Long,
    boxedF: java.lang.Float,
    boxedD: java.lang.Double,
    arrayZ: java.array(java.boolean),
    arrayB: java.array(java.byte),
    arrayC: java.array(java.char),
    arrayS: java.array(java.short),
    arrayI: java.array(java.int),
    arrayJ: java.array(java.long),
    arrayF: java.array(java.float),
    arrayD: java.array(java.double),
    words: java.array(java.string),
    objects: java.array(java.object),
    matrix: java.array(java.array(java.int)),
    persons: java.array(Person),
    text: java.string,
    any: java.object,
    ser: java.serializable,
    number: java.lang.Number,
    inner: Inner,
    same: Inner,
    ref: java.business(Greeter),
    mark: Marker,
    type: java.lang.Class,
    hidden: java.int,
    ofPackage: java.int,
    fixed: java.int,
  }),
});

/** All classes that values of the shop may have. */
export const shopValueClasses = (): readonly JavaType<any>[] => [
  Color,
  Person,
  Employee,
  Contractor,
  Link,
  Diary,
  Packed,
  Inner,
  Tag,
  Circle,
  Square,
  Drawing,
  Wide,
  Customer,
  OrderLine,
  OrderState,
  Order,
  OrderException,
  LateOrderException,
  PolicyException,
];
