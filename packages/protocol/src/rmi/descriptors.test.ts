import { describe, expect, test } from "vitest";
import {
  Color,
  Diary,
  Employee,
  Inner,
  Link,
  OrderException,
  Packed,
  Person,
  Tag,
  Wide,
} from "../../golden/echo-classes.ts";
import { difference } from "../../golden/same-graph.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";
import { typed } from "../java-values/index.ts";
import { javaClassOf } from "./class-layout.ts";
import type { JavaOutput } from "./custom-data.ts";
import { type JavaClass, javaClass, javaField } from "./java-class.ts";
import { classesOf, classesOfInterface } from "./java-classes.ts";
import { javaThrowable } from "./java-throwable-class.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { method, remoteInterface, writeArguments } from "./remote-interface.ts";
import { JavaThrowable } from "./throwable.ts";

function octetsOf(type: JavaType<any>, value: unknown, classes: readonly JavaType<any>[] = []) {
  const writer = new CdrWriter();
  writer.java = { classes: classesOf([type, ...classes]) };
  type.write(writer, value, "value");
  return writer.toBytes();
}

function readBack(
  type: JavaType<any>,
  octets: Uint8Array,
  classes: readonly JavaType<any>[] = [],
): unknown {
  const reader = new CdrReader(octets, 0, octets.length);
  reader.java = { classes: classesOf([type, ...classes]) };
  const value = type.read(reader);
  expect(reader.remaining()).toBe(0);
  return value;
}

const text = (octets: Uint8Array): string => Buffer.from(octets).toString("latin1");

describe("repository ids", () => {
  // As GlassFish 7.0.15 sent them.
  test.each<[string, { readonly repositoryId: string }, string]>([
    ["all kinds of fields", Person, "RMI:demo.anchor.Person:540558CDAA90A55E:0000000000000001"],
    [
      "a superclass, a computed uid",
      Employee,
      "RMI:demo.anchor.Employee:BCE36B2A05627D44:D94F941CE5DA0C66",
    ],
    ["fields of its own class", Link, "RMI:demo.anchor.Link:7F5825EA8E9F50AA:0000000000000007"],
    ["a writeObject", Diary, "RMI:demo.anchor.Diary:0F6D8C3F039735AB:000000000000002A"],
    ["Externalizable", Packed, "RMI:demo.anchor.Packed:0000000000000001:0000000000000009"],
    ["a nested class", Inner, "RMI:demo.anchor.Wide\\U0024Inner:88758A567A39D230:0000000000000003"],
    [
      "an implementation of an interface",
      Tag,
      "RMI:demo.anchor.Marker\\U0024Tag:E2E31E1C16E0E3F4:0000000000000001",
    ],
    [
      "every primitive, a negative uid",
      Wide,
      "RMI:demo.anchor.Wide:C0026129C5B65A05:FFFFFFFFFFFFFFFB",
    ],
    [
      "an exception",
      OrderException,
      "RMI:demo.anchor.OrderException:8621133EA8AACBCC:0000000000000064",
    ],
  ])("%s", (_, { repositoryId }, id) => {
    expect(repositoryId).toBe(id);
  });

  test("the hash depends on names and types of fields, on the superclass and on writeObject, not on the uid", () => {
    const idOf = (options: Partial<Parameters<typeof javaClass>[1]>): string =>
      javaClass<any>("x.C", {
        serialVersionUID: 1n,
        fields: () => ({ a: java.int, b: java.string }),
        ...options,
      } as never).repositoryId;
    const plain = idOf({});
    expect(idOf({ fields: () => ({ b: java.string, a: java.int }) as never })).toBe(plain);
    expect(idOf({ fields: () => ({ a: java.int, b: java.object }) as never })).not.toBe(plain);
    expect(idOf({ fields: () => ({ a: java.int, c: java.string }) as never })).not.toBe(plain);
    expect(idOf({ writeObject: true })).not.toBe(plain);
    expect(idOf({ extends: () => Person as never })).not.toBe(plain);
    expect(idOf({ serialVersionUID: 2n }).slice(0, -17)).toBe(plain.slice(0, -17));
  });

  test("names outside ASCII, dollars, and arrays of such classes", () => {
    const Größe = javaClass<object>("a.Größe$€", { serialVersionUID: 1n });
    expect(Größe.repositoryId).toMatch(/^RMI:a\.Größe\\U0024\\U20AC:/);
    const array = java.array(Größe);
    const octets = octetsOf(array, [{}]);
    expect(Buffer.from(octets).toString()).toContain("RMI:[La.Größe\\U0024\\U20AC;:");
    expect(readBack(array, octets)).toEqual([{ [javaClassOf]: "a.Größe$€" }]);
  });

  test("nothing is computed before it is needed: classes may be declared in any order", () => {
    const Early: JavaClass<object> = javaClass<object>("x.Early", {
      serialVersionUID: 1n,
      extends: () => Late,
      fields: () => ({ late: Late }),
    });
    const Late: JavaClass<object> = javaClass<object>("x.Late", {
      serialVersionUID: 1n,
      fields: () => ({ early: Early, list: java.list(Early), n: java.int }),
    });
    const value = { n: 1, list: null, early: null, late: { n: 2, list: null, early: null } };
    expect(difference(readBack(Early, octetsOf(Early, value)), value)).toBeUndefined();
  });
});

describe("fields", () => {
  test("primitives by name, then the others by name, whatever the order in the descriptor", () => {
    expect(Employee.layout?.fields!.map(({ name }) => name)).toEqual([
      "salary",
      "badge",
      "extra",
      "ratings",
      "skills",
      "title",
    ]);
    expect(Wide.layout?.fields!.map(({ name }) => name).join(" ")).toBe(
      "b c d f i j s z any boxed inner mark raw ref same ser words",
    );
    // As Java compares texts: by UTF-16 units.
    const Names = javaClass<any>("x.Names", {
      serialVersionUID: 1n,
      fields: () => ({ é: java.int, _a: java.int, Z: java.int, a: java.int, $: java.int }),
    });
    expect(Names.layout?.fields!.map(({ name }) => name)).toEqual(["$", "Z", "_a", "a", "é"]);
  });

  test("javaField: another JavaScript name, the Java name in hash and order", () => {
    interface Renamed {
      readonly constructor_: number;
      readonly a: number;
    }
    const type = javaClass<Renamed>("x.Same", {
      serialVersionUID: 1n,
      fields: () => ({ constructor_: javaField("constructor", java.int), a: java.int }),
    });
    const plain = javaClass<any>("x.Same", {
      serialVersionUID: 1n,
      fields: () => ({ ["constructor"]: java.int, a: java.int }),
    });
    expect(type.repositoryId).toBe(plain.repositoryId);
    const value = { constructor_: 7, a: 1 };
    const octets = octetsOf(type, value);
    expect(readBack(type, octets)).toEqual({ ...value, [javaClassOf]: "x.Same" });
    expect(octets).toEqual(octetsOf(plain, { ["constructor"]: 7, a: 1 }));
  });

  test("names that objects have anyway are fields like any other", () => {
    const Odd = javaClass<any>("x.Odd", {
      serialVersionUID: 1n,
      fields: () => ({
        toString: java.string,
        hasOwnProperty: java.int,
        isPrototypeOf: java.int,
        valueOf: java.string,
      }),
    });
    const value = { toString: "a", hasOwnProperty: 1, isPrototypeOf: 2, valueOf: null };
    const read = readBack(Odd, octetsOf(Odd, value)) as object;
    expect(Object.entries(read).sort()).toEqual(Object.entries(value).sort());
    expect(() => octetsOf(Odd, { hasOwnProperty: 1, isPrototypeOf: 2, valueOf: null })).toThrow(
      /value\.toString: a string or null is accepted, not a function/,
    );
  });

  test("__proto__ must have another JavaScript name", () => {
    const fields = Object.fromEntries([["__proto__", java.object]]);
    const type = javaClass<any>("x.Proto", { serialVersionUID: 1n, fields: () => fields });
    expect(() => type.repositoryId).toThrow(
      'x.Proto.__proto__: another JavaScript name is accepted, not "__proto__"',
    );
    const renamed = javaClass<any>("x.Proto", {
      serialVersionUID: 1n,
      fields: () => ({ proto: javaField("__proto__", java.object) }),
    });
    const read = readBack(renamed, octetsOf(renamed, { proto: ["polluted"] })) as any;
    expect(read.proto).toEqual(["polluted"]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    // Nor do keys of maps, of which a peer decides.
    const map = java.map(java.string, java.object);
    const entries = readBack(map, octetsOf(map, new Map([["__proto__", {}.constructor.name]])));
    expect(entries).toEqual(new Map([["__proto__", "Object"]]));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      "a missing type",
      () => ({ a: undefined }),
      /x\.Bad\.a: a type \(is its module imported in a cycle/,
    ],
    [
      "an IDL type",
      () => ({ a: { name: "ulong", read() {}, write() {} } }),
      /x\.Bad\.a: a Java type, no IDL type/,
    ],
  ])("%s is refused when the class is first used", (_, fields, message) => {
    const type = javaClass<any>("x.Bad", { serialVersionUID: 1n, fields: fields as never });
    expect(() => type.write(new CdrWriter(), {}, "value")).toThrow(LocalProtocolError);
    expect(() => type.write(new CdrWriter(), {}, "value")).toThrow(message);
  });

  test.each([2n ** 63n, -(2n ** 63n) - 1n, 1 as never, undefined as never])(
    "serialVersionUID %s is refused",
    (serialVersionUID) => {
      expect(() => javaClass("x.Bad", { serialVersionUID })).toThrow(
        /x\.Bad serialVersionUID: a bigint of 64 bits, signed/,
      );
    },
  );
});

describe("which class an object is of", () => {
  const person = { name: "Ann", age: 1, friend: null, height: 1, member: true };
  const employee = {
    ...person,
    title: null,
    salary: 1n,
    extra: null,
    skills: null,
    badge: null,
    ratings: null,
  };

  test("the declared one, unless it is tagged with another", () => {
    const untagged = octetsOf(Person, employee, [Employee]);
    expect(text(untagged)).toContain("RMI:demo.anchor.Person:");
    const tagged = octetsOf(Person, Employee.of(employee), [Employee]);
    expect(text(tagged)).toContain("RMI:demo.anchor.Employee:");
    const read = readBack(Person, tagged, [Employee]) as any;
    expect(read[javaClassOf]).toBe("demo.anchor.Employee");
    expect(read.salary).toBe(1n);
  });

  test("of makes a copy; JSON and loops do not see the tag", () => {
    const tagged = Person.of(person);
    expect(tagged).not.toBe(person);
    expect(javaClassOf in person).toBe(false);
    expect(Object.keys(tagged)).toEqual(Object.keys(person));
    expect(JSON.stringify(tagged)).toBe(JSON.stringify(person));
    expect(Object.isFrozen(tagged)).toBe(false);
    // A copy by spread keeps its class.
    expect(text(octetsOf(java.object, { ...tagged, age: 2 }, [Person]))).toContain(".Person:");
  });

  test("polymorphic elements in lists, arrays, maps, fields and Objects", () => {
    const both = [Person.of(person), Employee.of(employee), null];
    for (const type of [
      java.list(Person),
      java.array(Person),
      java.list(java.object),
      java.object,
    ]) {
      const read = readBack(type, octetsOf(type, both, [Employee]), [Employee]) as any[];
      expect(read.map((each) => each?.[javaClassOf])).toEqual([
        "demo.anchor.Person",
        "demo.anchor.Employee",
        undefined,
      ]);
    }
  });

  test("what was read is sent back as what it was", () => {
    const octets = octetsOf(Person, Employee.of(employee), [Employee]);
    const read = readBack(Person, octets, [Employee]);
    expect(octetsOf(Person, read, [Employee])).toEqual(octets);
    expect(octetsOf(java.value("x.Any"), read, [Employee])).toEqual(octets);
  });

  test("the classes of an interface are known to all of its calls", () => {
    const remote = remoteInterface<{ take(value: unknown): void }>(
      "shop.Taker",
      { take: method([java.object], java.void) },
      { classes: () => [Person] },
    );
    const java_ = { classes: classesOf(remote.classes!() as JavaType<any>[]) };
    const writer = new CdrWriter();
    writeArguments(writer, remote.methods.take, [Person.of(person)], java_);
    expect(text(writer.toBytes())).toContain("RMI:demo.anchor.Person:");
  });

  test("Object.create and class instances with the fields are taken as the declared class", () => {
    class Own {
      name = "Ann";
      age = 1;
      friend = null;
      height = 1;
      get member(): boolean {
        return true;
      }
    }
    expect(octetsOf(Person, new Own())).toEqual(octetsOf(Person, person));
  });
});

describe("exceptions", () => {
  test.each([
    ["java.lang.Exception by default", undefined, "4C85CB612DC2C5D4"],
    ["java.lang.RuntimeException", () => java.lang.RuntimeException, "C541A83F0F5CCDCE"],
    ["java.lang.Error", () => java.lang.Error, undefined],
  ] as const)("extend %s", (_, base, superHash) => {
    const type = javaThrowable("shop.Sold", {
      serialVersionUID: 1n,
      ...(base === undefined ? {} : { extends: base }),
      fields: () => ({ left: java.int, what: java.string }),
    });
    const thrown = new JavaThrowable("shop.Sold", {
      message: "sold out",
      cause: new JavaThrowable("java.lang.RuntimeException", { message: "inner" }),
      stackTrace: [
        { declaringClass: "a.B", methodName: "m", fileName: "B.java", lineNumber: 7 },
        { declaringClass: "a.C", methodName: "<init>", fileName: null, lineNumber: -2 },
      ],
      suppressed: [new JavaThrowable("java.lang.Exception", { message: "closed" })],
      fields: { left: 3, what: null },
    });
    const read = readBack(type, octetsOf(type, thrown)) as JavaThrowable;
    expect(read).toMatchObject({
      javaClass: "shop.Sold",
      message: "sold out",
      fields: { left: 3, what: null },
      cause: { javaClass: "java.lang.RuntimeException", message: "inner" },
      stackTrace: [
        { declaringClass: "a.B", methodName: "m", fileName: "B.java", lineNumber: 7 },
        { declaringClass: "a.C", methodName: "<init>", fileName: null, lineNumber: -2 },
      ],
      suppressed: [{ message: "closed" }],
    });
    expect(type.layout?.superclass?.repositoryId).toContain(superHash ?? "java.lang.Error");
  });

  test("extend each other; fields of Throwable and own fields of the same name stay apart", () => {
    const Base = javaThrowable("shop.Base", {
      serialVersionUID: 1n,
      fields: () => ({ message: java.string, code: java.int }),
    });
    const Derived = javaThrowable("shop.Derived", {
      serialVersionUID: 1n,
      extends: () => Base,
      fields: () => ({ cause: java.int }),
    });
    const thrown = new JavaThrowable("shop.Derived", {
      message: "Throwable's",
      fields: { message: "own", code: 1, cause: 2 },
    });
    const read = readBack(Base, octetsOf(Base, thrown, [Derived]), [Derived]) as JavaThrowable;
    expect(read.javaClass).toBe("shop.Derived");
    expect(read.message).toBe("Throwable's");
    expect(read.cause).toBeUndefined();
    expect(read.fields).toEqual({ message: "own", code: 1, cause: 2 });
  });

  test("a cause that is the exception itself, and causes in a circle", () => {
    const first = new JavaThrowable("java.lang.Exception", { message: "first" });
    const second = new JavaThrowable("java.lang.Exception", { message: "second", cause: first });
    Object.assign(first, { cause: second });
    const read = readBack(
      java.lang.Exception,
      octetsOf(java.lang.Exception, first),
    ) as JavaThrowable;
    expect(read.cause?.message).toBe("second");
    expect(read.cause?.cause).toBe(read);
  });
});

describe("EnumMap and enums", () => {
  test("an EnumMap needs an enum as the type of its keys", () => {
    expect(() => java.util.EnumMap(java.string as never, java.int)).toThrow(LocalProtocolError);
    expect(() => java.util.EnumMap(java.string as never, java.int)).toThrow(
      'java.util.EnumMap: a java.enum as the type of keys is accepted, not "java.lang.String"',
    );
    const type = java.util.EnumMap(Color, java.int);
    const octets = octetsOf(type, new Map([["RED", 1]]));
    expect(text(octets).replaceAll("\0", "")).toContain("demo.anchor.Color");
    expect(readBack(type, octets)).toEqual(new Map([["RED", 1]]));
  });

  test("constants that only the server knows are read", () => {
    const Wider = java.enum("demo.anchor.Color", ["RED", "PINK"]);
    expect(readBack(Color, octetsOf(Wider, "PINK"))).toBe("PINK");
  });
});

test("descriptors are immutable", () => {
  expect(Object.isFrozen(java)).toBe(true);
  expect(Object.isFrozen(java.util)).toBe(true);
  expect(Object.isFrozen(java.list(java.string))).toBe(true);
  expect(Object.isFrozen(Color)).toBe(true);
});

test("a typed value is sent as its own class where a superclass is declared", () => {
  const Plain: JavaClass<object> = javaClass<object>("demo.Plain", { serialVersionUID: 1n });
  const Priced: JavaClass<{ price: number }> = javaClass<{ price: number }>("demo.Priced", {
    serialVersionUID: 1n,
    extends: () => Plain,
    fields: () => ({ price: java.int }),
  });
  const octets = octetsOf(Plain, typed(Priced, { price: 3 }));
  expect(readBack(Plain, octets, [Priced])).toEqual({ price: 3, [javaClassOf]: "demo.Priced" });
});

test("a class that does not exist yet is told with its interface", () => {
  const remote = remoteInterface<object>("demo.Early", {}, { classes: () => [undefined] });
  expect(() => classesOfInterface(remote)).toThrow(
    "classes of demo.Early: a descriptor (is its module imported in a cycle?) is accepted",
  );
});

describe("custom data are written and read at once", () => {
  const kept: JavaOutput[] = [];
  const Late: JavaClass<object> = javaClass<object>("demo.Late", {
    serialVersionUID: 1n,
    writeObject: true,
    custom: {
      write(out) {
        out.writeInt(1);
        kept.push(out);
      },
      read: (() => Promise.resolve()) as () => void,
    },
  });

  test("a stream that was kept is of no use: it would write into other messages", () => {
    octetsOf(Late, {});
    expect(() => kept[0]?.writeInt(2)).toThrow("`custom.write` has returned");
  });

  test("promises are refused in both directions", () => {
    expect(() => readBack(Late, octetsOf(Late, {}))).toThrow("`custom.read` gave a promise");
    const Async: JavaClass<object> = javaClass<object>("demo.Async", {
      serialVersionUID: 1n,
      writeObject: true,
      custom: { write: (() => Promise.resolve()) as () => void, read: () => undefined },
    });
    expect(() => octetsOf(Async, {})).toThrow("`custom.write` gave a promise");
  });
});
