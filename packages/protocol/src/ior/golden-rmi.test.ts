import { describe, expect, test } from "vitest";
import { fromHex, type Golden, loadGolden } from "../../golden/load.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { readClusterInstances } from "../rmi/cluster-instances.ts";
import { readUnknownExceptionInfo, readUserException } from "../rmi/exceptions.ts";
import type { JavaType } from "../rmi/java-type.ts";
import { java } from "../rmi/java-types.ts";
import { JndiReference } from "../rmi/javax-naming.ts";
import type { JavaThrowable } from "../rmi/throwable.ts";
import { readValue, valuesOf } from "../rmi/value-reader.ts";
import type { Json } from "./describe-component.ts";
import { toHex } from "./hex.ts";

interface Meaning {
  readonly read: string;
  readonly types?: readonly string[];
  readonly values?: readonly Json[];
  readonly value?: Json;
}

const goldens = loadGolden<Meaning>("rmi");
const canonical = goldens.filter((golden) => golden.canonical);

function typeOf(name: string): JavaType<unknown> {
  const type = (java as unknown as { readonly [name: string]: JavaType<unknown> | undefined })[
    name
  ];
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

/** A Java value in the words of the files, which are JSON. */
function told(value: unknown, type?: string): Json {
  if (typeof value === "bigint") return type === "long" ? String(value) : { long: String(value) };
  if (typeof value === "number" && Number.isNaN(value)) return "NaN";
  // The shortest text that gives the same float: what Java prints.
  if (typeof value === "number" && type === "float") return Number(value.toPrecision(8));
  if (value instanceof Uint8Array) return { octets: toHex(value) };
  if (ArrayBuffer.isView(value))
    return { numbers: Array.from(value as unknown as Iterable<number>) };
  if (Array.isArray(value)) return value.map((element) => told(element));
  return value as Json;
}

/** The value behind the words of the files. */
function meant(value: Json, type: string): unknown {
  if (type === "long") return BigInt(value as string);
  return value === "NaN" ? Number.NaN : value;
}

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
function read({ hex, meaning }: Golden<Meaning>): Json {
  const octets = fromHex(hex);
  const reader = new CdrReader(octets, 0, octets.length);
  if (meaning.read === "unknownException") return toldThrowable(readUnknownExceptionInfo(octets));
  const value = ((): Json => {
    switch (meaning.read) {
      case "types":
        return (meaning.types ?? []).map((type) => told(typeOf(type).read(reader), type));
      case "value":
        return told(readValue(reader));
      case "any":
        return told(valuesOf(reader).any());
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
      default: {
        const { repositoryId, javaClass, message, throwable } = readUserException(reader);
        return { ...(toldThrowable(throwable) as object), repositoryId, javaClass, message };
      }
    }
  })();
  expect(reader.remaining()).toBe(0);
  return value;
}

describe(`golden Java values: ${goldens.length} decode, ${canonical.length} encode to the same octets`, () => {
  test.each(goldens)("$name: $description", (golden) => {
    const { read: how, values, value } = golden.meaning;
    if (how === "types") expect(read(golden)).toEqual(values);
    // Exceptions and references have more than the files tell.
    else if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      expect(read(golden)).toMatchObject(value);
    } else expect(read(golden)).toEqual(value);
  });

  const typed = goldens.filter(({ meaning }) => meaning.read === "types");
  test.each(typed)("$name encodes to octets of the same meaning", (golden) => {
    const { types = [], values = [] } = golden.meaning;
    const writer = new CdrWriter();
    types.forEach((type, index) => {
      typeOf(type).write(writer, meant(values[index] ?? null, type), `argument ${index}`);
    });
    const hex = toHex(writer.toBytes());
    if (golden.canonical) expect(hex).toBe(golden.hex);
    expect(read({ ...golden, hex })).toEqual(values);
  });
});
