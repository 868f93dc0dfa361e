import { describe, expect, test } from "vitest";
import { cases, readJson, specFiles } from "../../spec/read-spec.ts";

type Kind = "SEED" | "PUB" | "DERIVED" | "INFERRED" | "OWN CHOICE";

interface Vector {
  readonly id: string;
  readonly kind: Kind;
  readonly file: string;
}

const { vectors } = readJson("vectors.json") as { readonly vectors: readonly Vector[] };
const kinds: readonly Kind[] = ["SEED", "PUB", "DERIVED", "INFERRED", "OWN CHOICE"];

/** The id a case is named by, if any. */
const idOf = (name: string): string | undefined =>
  /^((?:sgd|gf|sap|alt)-[A-Z]\d+): /.exec(name)?.[1];

const isDocumented = (file: string): boolean => /(^|[/-])documented$/.test(file);

function idsIn(file: string): readonly string[] {
  return cases<object>(file).flatMap(({ name }) => idOf(name) ?? []);
}

/** From 1 to so many, one list for each letter. */
const series: Readonly<Record<string, number>> = {
  "sgd-S": 6,
  "sgd-C": 1,
  "sgd-M": 1,
  "sgd-F": 2,
  "sgd-A": 3,
  "sgd-U": 1,
  "sgd-T": 8,
  "gf-G": 11,
  "sap-P": 12,
  "alt-A": 14,
};

describe("numbered examples", () => {
  test("the list has each of them once, and nothing else", () => {
    const expected = Object.entries(series).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );
    expect(vectors.map(({ id }) => id).sort()).toEqual(expected.sort());
    for (const { kind } of vectors) expect(kinds).toContain(kind);
  });

  test.each(vectors)("$id has a case in $file", ({ id, kind, file }) => {
    expect(idsIn(file)).toContain(id);
    // What a system's own document prints stands in files that a choice of ours never touches.
    expect(isDocumented(file)).toBe(kind === "SEED");
  });

  test("files of documented cases hold no example of another kind", () => {
    const documented = specFiles().filter(isDocumented);
    expect(documented).toHaveLength(7);
    const seeds = vectors.filter(({ kind }) => kind === "SEED").map(({ id }) => id);
    for (const id of documented.flatMap(idsIn)) expect(seeds).toContain(id);
  });

  test("every case that is named by an id is named by one of the list", () => {
    const known = new Set(vectors.map(({ id }) => id));
    // The failures that failover cases name are no cases themselves.
    const files = specFiles().filter((file) => file !== "failover/failures");
    for (const id of files.flatMap(idsIn)) expect(known).toContain(id);
  });
});
