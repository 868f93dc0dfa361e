// Objects of classes of the application, and exceptions.
import { JavaClassName, JavaThrowable, java, typed } from "@remora/client";
import {
  Circle,
  Contractor,
  type Drawing,
  Employee,
  Inner,
  Link,
  Packed,
  Person,
  Square,
  Tag,
  type Wide,
} from "./shop-types.ts";
import { of, thousand, type ValueCase } from "./value-case.ts";

export const person = (name: string | null, friend: Person | null = null): Person => ({
  name,
  age: 41,
  height: 1.75,
  member: true,
  friend,
});
export const employee = (): Employee =>
  Employee.of({
    ...person("Cem", person("Ann")),
    company: "Remora",
    salary: 5_000_000_000n,
    color: "GREEN",
    extra: [1, "x", null, 2n ** 70n],
    skills: ["Java", null],
    ratings: Int32Array.of(1, -2),
  });
export const emptyEmployee = (): Employee =>
  Employee.of({
    name: null,
    age: 0,
    height: 0,
    member: false,
    friend: null,
    company: null,
    salary: 0n,
    color: null,
    extra: null,
    skills: null,
    ratings: null,
  });
export const contractor = (): Contractor =>
  Contractor.of({ ...person("inner"), ownName: "outer", agency: "A" });

export const objects = (): ValueCase[] => {
  const self = person("Eve");
  self.friend = self;
  const ring: Link = { label: "a", next: { label: "b", next: null, other: null }, other: null };
  ring.next!.next = ring;
  const both: Link = { label: "both", next: null, other: null };
  let deep: Link = { label: "0", next: null, other: null };
  for (let depth = 1; depth < 200; depth++) deep = { label: `${depth}`, next: deep, other: null };
  const inner: Packed = { number: 6, text: "", content: null };
  const outer: Packed = { number: 5, text: null, content: Packed.of(inner) };
  const square = Square.of({ side: 1 });
  return [
    ...of(
      "Person",
      null,
      person(null),
      person("Ann", person("Bob")),
      self,
      employee(),
      contractor(),
    ),
    ...of("Employee", null, employee(), emptyEmployee()),
    ...of(
      "Contractor",
      null,
      contractor(),
      Contractor.of({ ...person(null), ownName: null, agency: null }),
    ),
    ...of(
      "Link",
      null,
      ring,
      { label: "x", next: both, other: both },
      { label: "x", next: { ...both }, other: { ...both } },
      deep,
    ),
    ...of(
      "Diary",
      null,
      { owner: "Ann", year: 2024, notes: ["first", "second"] },
      { owner: null, year: 0, notes: [] },
      { owner: "", year: -1, notes: thousand((n) => `note ${n}`) },
    ),
    ...of(
      "Packed",
      null,
      outer,
      { number: 1, text: "t", content: Person.of(person("Ann")) },
      { number: 0, text: null, content: [1, new Date(5)] },
    ),
    ...of("Externalizable", null, Packed.of(inner)),
    ...of("Wide", null, wide(), emptyWide()),
    ...of("Tag", null, { v: 5 }),
    ...of("Marker", null, Tag.of({ v: 5 }), Square.of({ side: 2 })),
    ...of("Shape", null, Circle.of({ radius: 2 }), square),
    ...of(
      "Drawing",
      null,
      {
        main: square,
        others: [Circle.of({ radius: 3 }), square, null],
        named: new Map([["s", square]]),
        mark: square,
        key: "k",
        caption: "c",
        action: null,
      } satisfies Drawing,
      {
        main: null,
        others: null,
        named: null,
        mark: null,
        key: typed(java.short, 5),
        caption: null,
        action: null,
      } satisfies Drawing,
    ),
    ...of("Iterable", new Set([1, 2])),
  ];
};

export function wide(): Wide {
  const inner = Inner.of({ n: 1 });
  return {
    z: true,
    b: -1,
    c: "\uffff",
    s: 2,
    i: 3,
    j: -(2n ** 63n),
    f: 1.5,
    d: 0.1,
    boxedZ: false,
    boxedB: 1,
    boxedC: "y",
    boxedS: 2,
    boxedI: 3,
    boxedJ: 4n,
    boxedF: 5,
    boxedD: Number.NaN,
    arrayZ: [true],
    arrayB: Uint8Array.of(255),
    arrayC: ["z"],
    arrayS: Int16Array.of(-1),
    arrayI: Int32Array.of(1, 2),
    arrayJ: BigInt64Array.of(1n),
    arrayF: Float32Array.of(1.5),
    arrayD: Float64Array.of(-0),
    words: ["w", null, "w"],
    objects: [1, "o", null, inner],
    matrix: [Int32Array.of(1), new Int32Array(), null],
    persons: [person("Ann"), null],
    text: "w",
    any: [inner],
    ser: inner,
    number: 7n,
    inner,
    same: inner,
    ref: null,
    mark: Tag.of({ v: 5 }),
    type: new JavaClassName("java.util.List"),
    hidden: 1,
    ofPackage: 2,
    fixed: 3,
  };
}

function emptyWide(): Wide {
  const empty = Object.fromEntries(
    Object.keys(wide()).map((name) => [name, null]),
  ) as never as Wide;
  return {
    ...empty,
    z: false,
    b: 0,
    c: "\u0000",
    s: 0,
    i: 0,
    j: 0n,
    f: 0,
    d: 0,
    hidden: 0,
    ofPackage: 0,
    fixed: 0,
  };
}

const line = (lineNumber: number) => ({
  declaringClass: "a.B",
  methodName: "c",
  fileName: "B.java",
  lineNumber,
});

export const throwables = (): ValueCase[] => {
  const order = (message: string) =>
    new JavaThrowable("remora.shop.OrderException", {
      message,
      fields: { code: 5, detail: "d", lines: ["x", null] },
    });
  const late = new JavaThrowable("remora.shop.LateOrderException", {
    message: null,
    fields: { code: 2, detail: null, lines: null, lateBy: 9n },
  });
  const policy = new JavaThrowable("remora.shop.PolicyException", {
    message: "m",
    fields: { rule: 3 },
  });
  const full = new JavaThrowable("java.io.IOException", {
    message: "outer",
    cause: order("cause"),
    suppressed: [late, order("second"), late].slice(0, 2),
    stackTrace: [line(5), line(-2)],
  });
  return [
    ...of(
      "Throwable",
      null,
      new JavaThrowable("java.lang.Error", { message: "m" }),
      full,
      new JavaThrowable("java.lang.Throwable", { message: "" }),
    ),
    ...of(
      "Exception",
      null,
      order("m"),
      new JavaThrowable("java.lang.Exception", { message: null }),
      full,
    ),
    ...of(
      "RuntimeException",
      null,
      policy,
      new JavaThrowable("java.lang.RuntimeException", { message: "r" }),
    ),
    ...of("OrderException", null, order("m"), late),
  ];
};
