import { describe, expect, test } from "vitest";
import { echoContext, typesOf } from "../../golden/echo-classes.ts";
import { echoCases, greeterReference } from "../../golden/echo-values.ts";
import { javaText } from "../../golden/java-text.ts";
import { fromHex, type Golden, loadGolden, masked } from "../../golden/load.ts";
import { MarkingWriter } from "../../golden/marking-writer.ts";
import { difference } from "../../golden/same-graph.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";
import { readClusterInstances } from "../rmi/cluster-instances.ts";
import { readUnknownExceptionInfo, readUserException } from "../rmi/exceptions.ts";
import type { JavaType } from "../rmi/java-type.ts";
import { java } from "../rmi/java-types.ts";
import { JndiReference } from "../rmi/javax-naming.ts";
import type { JavaThrowable } from "../rmi/throwable.ts";
import { valuesOf } from "../rmi/value-reader.ts";
import { valueWriterOf } from "../rmi/value-writer.ts";
import type { Json } from "./describe-component.ts";
import { toHex } from "./hex.ts";

interface Meaning {
  readonly read: string;
  readonly value?: Json;
  /** Of echoes. */
  readonly case?: string;
  readonly operation?: string;
  readonly class?: string;
  readonly shown?: string;
  readonly result?: Json;
  readonly streamFormat?: 1 | 2;
  readonly typeCode?: number;
}

type GoldenValue = Golden<Meaning>;

const goldens = loadGolden<Meaning>("rmi");
const echoes = goldens.filter(({ meaning }) => meaning.read === "echo");
const others = goldens.filter(
  ({ meaning }) => meaning.read !== "echo" && meaning.read !== "beginning",
);
const canonical = echoes.filter((golden) => golden.canonical);

function readerOf(octets: Uint8Array): CdrReader {
  const reader = new CdrReader(octets, 0, octets.length);
  reader.java = echoContext;
  return reader;
}

const isRequest = ({ name }: GoldenValue): boolean => name.endsWith("-request");

/** Types and values of a request or reply. */
function meantBy(golden: GoldenValue): {
  readonly types: readonly JavaType<any>[];
  readonly values: readonly unknown[];
} {
  const { case: name = "", operation = "", result } = golden.meaning;
  const [params, type] = typesOf(operation);
  const known = echoCases[name]!();
  return isRequest(golden)
    ? { types: params, values: known.args }
    : { types: [type], values: [result ?? known.result] };
}

/** Reads to the last octet. */
function decoded(golden: GoldenValue, octets: Uint8Array): unknown[] {
  const reader = readerOf(octets);
  const values = meantBy(golden).types.map((type) => type.read(reader));
  expect(reader.remaining()).toBe(0);
  return values;
}

/** Writes what the recorder's Java code means; references, which have no such source, as they were read. */
function encoded(golden: GoldenValue): Uint8Array {
  const { types, values } = meantBy(golden);
  const { written, writtenAs } = echoCases[golden.meaning.case ?? ""]!();
  const read = decoded(golden, fromHex(golden.hex));
  const writer = new MarkingWriter(golden.meaning.streamFormat ?? 1);
  writer.java = echoContext;
  const holdsReference = (value: unknown): boolean =>
    value === greeterReference ||
    (typeof value === "object" &&
      value !== null &&
      Object.values(value).includes(greeterReference));
  const { typeCode } = golden.meaning;
  if (typeCode !== undefined) {
    // Java names the class in the type code, we the abstract base of all: what follows must be equal.
    writer.raw(fromHex(golden.hex).subarray(0, typeCode));
    valueWriterOf(writer).value(written ?? values[0], "argument 0");
    return writer.toBytes();
  }
  types.forEach((type, index) => {
    const value = written !== undefined ? written : values[index];
    const source = holdsReference(value) ? read[index] : value;
    (writtenAs ?? type).write(writer, source, `argument ${index}`);
  });
  return writer.toBytes();
}

describe(`values of GlassFish: ${echoes.length} decode to their meaning, ${canonical.length} encode to the same octets`, () => {
  test.each(echoes)("$name: $description", (golden) => {
    const { values } = meantBy(golden);
    const read = decoded(golden, fromHex(golden.hex));
    expect(difference(read, values)).toBeUndefined();
    // If an offset were no padding, this would mean something else.
    if (golden.padding !== undefined) {
      const clean = masked(fromHex(golden.hex), golden.padding);
      expect(difference(decoded(golden, clean), values)).toBeUndefined();
    }
  });

  const shown = echoes.filter(
    ({ meaning }) =>
      meaning.shown !== undefined &&
      // What the recorder's call made of the result is not the result.
      meaning.case !== "set-title" &&
      meaning.case !== "echo-ref",
  );
  test.each(shown)("$name is in Java's text what the recorder printed", (golden) => {
    const { class: javaClass = "", shown: printed = "" } = golden.meaning;
    const [value] = decoded(golden, fromHex(golden.hex));
    const text = javaText(value, javaClass);
    // No toString: class and identity hash. Long texts were cut.
    if (text === undefined) expect(printed).toMatch(/^[\w.$]+@[0-9a-f]+$/);
    else if (!printed.endsWith("...")) expect(text).toBe(printed);
    else {
      const beginning = printed.slice(0, -3);
      const length = Math.min(text.length, beginning.length);
      expect(text.slice(0, length)).toBe(beginning.slice(0, length));
    }
  });

  test.each(canonical)("$name encodes to the same octets", (golden) => {
    expect(toHex(encoded(golden))).toBe(toHex(masked(fromHex(golden.hex), golden.padding)));
  });

  const free = echoes.filter((golden) => !golden.canonical);
  test.each(free)("$name encodes to octets of the same meaning", (golden) => {
    const octets = encoded(golden);
    expect(difference(decoded(golden, octets), meantBy(golden).values)).toBeUndefined();
  });
});

const beginnings = goldens.filter(({ meaning }) => meaning.read === "beginning");
test.each(beginnings)("$name: what we encode begins with the octets recorded", (golden) => {
  expect(toHex(encodedWhole(golden)).startsWith(golden.hex)).toBe(true);
  expect(() => decoded(golden, fromHex(golden.hex))).toThrow("more than");
});

function encodedWhole(golden: GoldenValue): Uint8Array {
  const { types, values } = meantBy(golden);
  const writer = new MarkingWriter(golden.meaning.streamFormat ?? 1);
  types.forEach((type, index) => type.write(writer, values[index], ""));
  return writer.toBytes();
}

// Cases of echo-vectors.jsonl with `"sent": false`: what Java itself refuses to send, at the line given.
describe("what Java cannot send is refused", () => {
  const point = { x: 1, y: 2, label: "p" };
  test.each<[string, JavaType<any>, unknown, RegExp]>([
    ["char-surrogate (line 8)", java.char, "\ud83d", /argument 1: .*lone surrogate/],
    ["a lone surrogate in a string", java.string, "a\ud83d", /lone surrogate/],
    [
      "object-point (line 54): a record",
      java.object,
      point,
      /argument 1: nothing tells the Java class/,
    ],
    ["record (line 97)", java.value("demo.anchor.Point"), point, /nothing tells the Java class/],
    [
      "record-null-field (line 98)",
      java.value("demo.anchor.Point"),
      { x: 0, y: 0, label: null },
      /nothing tells the Java class/,
    ],
  ])("%s", (_, type, value, message) => {
    const write = () => type.write(new CdrWriter(), value, "argument 1");
    expect(write).toThrow(LocalProtocolError);
    expect(write).toThrow(expect.objectContaining({ code: "ARGUMENT_VALUE", path: "argument 1" }));
    expect(write).toThrow(message);
  });
});

function toldThrowable(throwable: JavaThrowable | undefined): Json {
  if (throwable === undefined) return null;
  const top = throwable.stackTrace[0];
  return {
    javaClass: throwable.javaClass,
    message: throwable.message,
    ...(throwable.cause === undefined ? {} : { cause: toldThrowable(throwable.cause) }),
    ...(top === undefined
      ? {}
      : {
          top: {
            declaringClass: top.declaringClass,
            methodName: top.methodName,
            fileName: top.fileName,
          },
        }),
  };
}

/** Reads a body the way its file says, to the last octet. */
function readOther({ hex, meaning }: GoldenValue): Json {
  const octets = fromHex(hex);
  const reader = new CdrReader(octets, 0, octets.length);
  if (meaning.read === "unknownException") return toldThrowable(readUnknownExceptionInfo(octets));
  const value = ((): Json => {
    switch (meaning.read) {
      case "anyReference":
        return valuesOf(reader).any() as Json;
      case "reference": {
        const reference = valuesOf(reader).any();
        if (!(reference instanceof JndiReference)) throw new Error("no javax.naming.Reference");
        const { className, factory } = reference;
        return { className, factory, url: reference.address("url") ?? null };
      }
      case "clusterInstances":
        return readClusterInstances(reader) as unknown as Json;
      case "userException": {
        const { repositoryId, javaClass, message, throwable } = readUserException(reader);
        return { ...(toldThrowable(throwable) as object), repositoryId, javaClass, message };
      }
      default:
        throw new Error(`nothing reads ${meaning.read}`);
    }
  })();
  expect(reader.remaining()).toBe(0);
  return value;
}

describe(`exceptions, references and lists of members: ${others.length} decode`, () => {
  test.each(others)("$name: $description", (golden) => {
    const { value } = golden.meaning;
    // Exceptions and references have more than the files tell.
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      expect(readOther(golden)).toMatchObject(value);
    } else expect(readOther(golden)).toEqual(value);
  });
});

test("every case of the recorder that was sent has its golden file", () => {
  const named = new Set(goldens.map(({ meaning }) => meaning.case));
  expect(Object.keys(echoCases).filter((name) => !named.has(name))).toEqual([]);
});
