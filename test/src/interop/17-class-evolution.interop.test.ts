// Classes that differ between server and client, and classes that the client does not know: what arrives, and that
// everything beside it is intact. The outcomes are those of docs/java-types.md, "Classes that differ".
import {
  incompleteBy,
  type JavaClass,
  java,
  javaClass,
  javaClassOf,
  UnknownValue,
  UserException,
} from "@remora/client";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/outcome.ts";
import { needsPeers } from "./support/peers.ts";
import { Person } from "./support/shop-types.ts";
import { type Evolution, evolution, Parcel } from "./support/shop-types-evolution.ts";
import { valueBeans } from "./support/shop-types-operations.ts";
import { onEachServer } from "./support/value-servers.ts";

needsPeers();

/** The server's version, as `remora generate` would describe it today. */
const ServerParcel: JavaClass<any> = javaClass<any>("remora.shop.Parcel", {
  serialVersionUID: 11n,
  fields: () => ({
    label: java.string,
    weight: java.int,
    remark: java.string,
    sender: Person,
    sizes: java.array(java.int),
  }),
});
/** A version without a field of the server's. */
const OlderParcel: JavaClass<any> = javaClass<any>("remora.shop.Parcel", {
  serialVersionUID: 11n,
  fields: () => ({
    label: java.string,
    weight: java.int,
    sender: Person,
    sizes: java.array(java.int),
  }),
});
/** A version with fields that the server does not have. */
const NewerParcel: JavaClass<any> = javaClass<any>("remora.shop.Parcel", {
  serialVersionUID: 11n,
  fields: () => ({
    label: java.string,
    weight: java.int,
    remark: java.string,
    sender: Person,
    sizes: java.array(java.int),
    colour: java.string,
    number: java.long,
  }),
});

const ann = { name: "Ann", age: 41, height: 20.5, member: true, friend: null };
const filled = {
  label: "books",
  weight: 1_200,
  remark: "fragile",
  sender: ann,
  sizes: Int32Array.of(30, 20, 10),
};
const sent = { ...filled, colour: "red", number: 7n };

/** An unknown value, with what was found inside it. */
function expectUnknown(value: unknown, name: string, ...inside: readonly unknown[]): void {
  expect(value).toBeInstanceOf(UnknownValue);
  expect(value).toMatchObject({ javaClass: `remora.shop.${name}`, values: inside });
}

onEachServer((server) => {
  const beanOf = async (parcel: JavaClass<any>): Promise<Evolution> => {
    const context = await server().orb.createInitialContext();
    return context.lookup(valueBeans.evolution, evolution(parcel));
  };

  test("the same class on both sides: all fields, in both directions", async () => {
    const bean = await beanOf(ServerParcel);
    expect(await bean.sample()).toMatchObject(filled);
    expect(await bean.describe(filled as never)).toBe("books,1200,fragile,Ann 41,[30, 20, 10]");
    expect(await bean.echo(filled as never)).toMatchObject(filled);
  });

  describe.each([
    ["a field that the client does not know", OlderParcel],
    ["fields that the server does not know", NewerParcel],
    ["both", Parcel],
  ])("%s", (_, parcel) => {
    test("received: an unknown value; beside it nothing is lost where it is in chunks", async () => {
      const bean = await beanOf(parcel);
      expectUnknown(await bean.sample(), "Parcel");
      const row = await bean.row("parcel");
      expect(row).toHaveLength(5);
      expect([row[0], row[2]]).toEqual(["before", "after"]);
      expect(row[3]).toMatchObject(ann);
      expectUnknown(row[1], "Parcel", "books", "fragile", ann, filled.sizes);
      expect(row[4]).toBe(row[1]);
    });

    test("sent: the server gets an object with none of its fields; beside it nothing is lost", async () => {
      const bean = await beanOf(parcel);
      expect(await bean.describe(sent as never)).toBe("null,0,null,null,null");
      const row = ["before", parcel.of(sent), "after"];
      expect(await bean.describeRow(row)).toBe("before | null,0,null,null,null | after");
    });
  });

  describe("a class that the client does not know", () => {
    const kinds = [
      ["without a writeObject", "stranger", "Stranger"],
      ["that refers to itself", "strangers", "Stranger"],
      ["with a writeObject", "strangerDiary", "StrangerDiary"],
      ["all by hand", "strangerPacked", "StrangerPacked"],
      ["below a known one", "express", "Express"],
      ["of exceptions", "strangerException", "StrangerException"],
    ] as const;

    test.each(kinds)(
      "%s, in a list and in a map: its neighbours are intact",
      async (_, kind, name) => {
        const bean = await beanOf(ServerParcel);
        const row = await bean.row(kind);
        expect(row).toHaveLength(5);
        expect([row[0], row[2]]).toEqual(["before", "after"]);
        expect(row[3]).toMatchObject(ann);
        expect(row[1]).toBeInstanceOf(UnknownValue);
        expect(row[1]).toMatchObject({ javaClass: `remora.shop.${name}` });
        expect(row[4]).toBe(row[1]);
        expect(Reflect.get(row, incompleteBy)).toBeUndefined();
        const map = await bean.map(kind);
        expect([...map.keys()]).toEqual(["before", "middle", "zafter"]);
        expect([map.get("before"), map.get("zafter")]).toEqual([1, 2]);
      },
    );

    test("what is inside of it is found", async () => {
      const bean = await beanOf(ServerParcel);
      const eve = { name: "Eve", age: 30 };
      const bob = { name: "Bob", age: 40 };
      expectUnknown((await bean.row("stranger"))[1], "Stranger", bob, "odd");
      expectUnknown((await bean.row("strangerDiary"))[1], "StrangerDiary", "secret", eve);
      expectUnknown((await bean.row("strangerPacked"))[1], "StrangerPacked", eve);
      const [, first] = await bean.row("strangers");
      const [, second] = (first as UnknownValue).values;
      expectUnknown(second, "Stranger", bob, "second");
    });

    // Java chunks them wherever they are.
    test.each(["strangerDiary", "strangerPacked", "strangerException"])(
      "%s: chunked by itself, so nothing is lost in arrays and fields either",
      async (kind) => {
        const bean = await beanOf(ServerParcel);
        const array = await bean.array(kind);
        expect([array[0], array[2]]).toEqual(["before", "after"]);
        expect(array[3]).toMatchObject(ann);
        expect(array[4]).toBe(array[1]);
        const box = await bean.box(kind);
        expect(box).toMatchObject({ number: 5, before: "before", after: "after", person: ann });
        expect(box.middle).toBeInstanceOf(UnknownValue);
        expect(Reflect.get(box, incompleteBy)).toBeUndefined();
      },
    );

    test.each([
      ["stranger", "Stranger"],
      ["strangers", "Stranger"],
      ["express", "Express"],
    ])(
      "%s: not chunked in arrays and fields, so what follows is missing, and the result says so",
      async (kind, name) => {
        const bean = await beanOf(ServerParcel);
        const array = await bean.array(kind);
        expect(Reflect.get(array, incompleteBy)).toBe(`remora.shop.${name}`);
        expect(array).toHaveLength(2);
        expect(array[0]).toBe("before");
        expectUnknown(array[1], name);
        const box = await bean.box(kind);
        expect(Reflect.get(box, incompleteBy)).toBe(`remora.shop.${name}`);
        // In the order of the wire: number, after, before, middle, person.
        expect(box).toMatchObject({ number: 5, after: "after", before: "before" });
        expectUnknown(box.middle, name);
        expect(box.person).toBeUndefined();
      },
    );

    test("alone: nothing follows, so nothing is missing", async () => {
      const bean = await beanOf(ServerParcel);
      for (const [, kind, name] of kinds) {
        const value = await bean.alone(kind);
        expect(value, kind).toBeInstanceOf(UnknownValue);
        expect(value, kind).toMatchObject({ javaClass: `remora.shop.${name}` });
      }
    });

    test("of enums: the name of the constant, as of any enum", async () => {
      const bean = await beanOf(ServerParcel);
      expect(await bean.alone("strangerColor")).toBe("ULTRAVIOLET");
      expect((await bean.array("strangerColor"))[4]).toBe("ULTRAVIOLET");
      expect(await bean.box("strangerColor")).toMatchObject({ middle: "ULTRAVIOLET", person: ann });
    });

    test("below the declared one: the fields of that, and the name of its own", async () => {
      const parcel = await (await beanOf(ServerParcel)).express();
      expect(parcel).toMatchObject({ ...filled, [javaClassOf]: "remora.shop.Express" });
      // That one has changed: there is no telling.
      expectUnknown(await (await beanOf(Parcel)).express(), "Express");
    });

    test("an exception that is thrown: its name, its message, and the server's text", async () => {
      const error = await errorOf((await beanOf(ServerParcel)).refuse());
      expect(error).toBeInstanceOf(UserException);
      expect(error).toMatchObject({
        javaClass: "remora.shop.StrangerException",
        message: expect.stringContaining("strange refusal"),
        serverText: expect.stringContaining("EvolutionBean.java"),
      });
    });

    test("it cannot be sent back", async () => {
      const bean = await beanOf(ServerParcel);
      const [, stranger] = await bean.row("stranger");
      const error = await errorOf(bean.describeRow(["before", stranger]));
      expect(error).toMatchObject({ code: "ARGUMENT" });
      expect(error.message).toContain(
        'describeRow argument 1[1]: a value of a described class is accepted, not "one of remora.shop.Stranger"',
      );
    });
  });
});
