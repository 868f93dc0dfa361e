import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { difference } from "../../golden/same-graph.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { type JavaClass, javaClass } from "./java-class.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { type StreamFormat, valueWriterOf } from "./value-writer.ts";

/** An object with a place of every kind that may lead to others. */
interface Node {
  id: number;
  text: string | null;
  next: Node | null;
  any: unknown;
  list: (Node | null)[] | null;
  array: (Node | null)[] | null;
  set: Set<Node> | null;
  map: Map<string, Node> | null;
  byNode: Map<unknown, unknown> | null;
  raw: Uint8Array | null;
}

const emptyNode: Node = {
  id: 0,
  text: null,
  next: null,
  any: null,
  list: null,
  array: null,
  set: null,
  map: null,
  byNode: null,
  raw: null,
};

function nodeClass(name: string, writeObject: boolean): JavaClass<Node> {
  const type: JavaClass<Node> = javaClass<Node>(name, {
    serialVersionUID: 5n,
    writeObject,
    ...(writeObject
      ? {
          custom: {
            write: (out, { id }) => {
              out.writeInt(id);
            },
            read: (input, node) => {
              node.id = input.readInt();
            },
          },
        }
      : {}),
    fields: () => ({
      ...(writeObject ? {} : { id: java.int }),
      text: java.string,
      next: type,
      any: java.object,
      list: java.list(type),
      array: java.array(type),
      set: java.set(type),
      map: java.map(java.string, type),
      byNode: java.util.HashMap(java.object, java.object),
      raw: java.array(java.byte),
    }),
  });
  return type;
}

const plainNode = nodeClass("p.PlainNode", false);
const chunkedNode = nodeClass("p.ChunkedNode", true);

/** What one node gets: the indexes of others, taken modulo their count. */
interface Plan {
  readonly text: string | null;
  readonly to: readonly number[];
  readonly kinds: readonly number[];
}

const plans: fc.Arbitrary<Plan[]> = fc.array(
  fc.record({
    text: fc.option(fc.constantFrom("same", "other", "")),
    to: fc.array(fc.nat(30), { minLength: 7, maxLength: 7 }),
    kinds: fc.array(fc.nat(4), { minLength: 7, maxLength: 7 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Nodes that lead to each other at random: trees, shared objects, cycles, lists inside themselves. */
function graphOf(plan: readonly Plan[], type: JavaClass<Node>): Node {
  const nodes = plan.map(({ text }, id) => type.of({ ...emptyNode, id, text }));
  const raw = Uint8Array.of(1, 2, 3);
  // Each is used in one kind of place only: Java has no object that is both a list and an array.
  const containers: unknown[] = [[], new Set(), new Map(), [1, [2]]];
  plan.forEach(({ to, kinds }, index) => {
    const node = nodes[index]!;
    const at = (place: number): Node => nodes[to[place]! % nodes.length]!;
    const wants = (place: number): boolean => kinds[place] !== 0;
    if (wants(0)) node.next = at(0);
    if (wants(1)) node.list = [at(1), null, at(2), at(1)];
    if (wants(2)) node.array = [at(2), at(3)];
    if (wants(3)) node.set = new Set([at(3), at(4)]);
    if (wants(4))
      node.map = new Map([
        ["a", at(4)],
        ["b", at(5)],
      ]);
    if (wants(5))
      node.byNode = new Map<unknown, unknown>([
        [at(5), at(6)],
        ["self", node],
      ]);
    if (wants(6)) node.raw = kinds[6] === 1 ? Uint8Array.of(index) : raw;
    node.any = [null, at(6), containers[to[0]! % 4], [at(1), containers], index][kinds[0]!];
  });
  (containers[0] as unknown[]).push(containers[0], nodes[0]);
  (containers[1] as Set<unknown>).add(containers[1]).add(nodes.at(-1));
  (containers[2] as Map<unknown, unknown>).set("me", containers[2]).set(containers[1], "value");
  return nodes[0]!;
}

function roundTrip(
  type: JavaType<any>,
  node: JavaClass<Node>,
  value: unknown,
  littleEndian: boolean,
  format: StreamFormat,
): unknown {
  const writer = new CdrWriter({ littleEndian });
  valueWriterOf(writer).streamFormat = format;
  valueWriterOf(writer).know(node);
  type.write(writer, value, "value");
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length, { littleEndian });
  const read = type.read(reader);
  expect(reader.remaining()).toBe(0);
  return read;
}

describe.each([
  ["without chunks", plainNode],
  ["in chunks", chunkedNode],
])("graphs of objects %s keep what is shared and cyclic", (_, type) => {
  test.each([
    ["as the declared class", type, (node: Node) => node],
    ["in a list", java.list(type), (node: Node) => [node, node]],
    ["in an array", java.array(type), (node: Node) => [node, null, node]],
    ["in a map", java.map(type, type), (node: Node) => new Map([[node, node.next ?? node]])],
  ] as readonly [string, JavaType<any>, (node: Node) => unknown][])("%s", (_place, place, wrap) => {
    fc.assert(
      fc.property(
        plans,
        fc.boolean(),
        fc.constantFrom<StreamFormat>(1, 2),
        (plan, little, format) => {
          const value = wrap(graphOf(plan, type));
          expect(difference(roundTrip(place, type, value, little, format), value)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("arguments of one call share their objects", () => {
  const node = plainNode.of({ ...emptyNode, text: "shared" });
  const writer = new CdrWriter();
  plainNode.write(writer, node, "first");
  java.list(plainNode).write(writer, [node], "second");
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length);
  const first = plainNode.read(reader);
  expect(java.list(plainNode).read(reader)![0]).toBe(first);
});

test("one JavaScript object in places of two Java classes is an object of each", () => {
  interface Both {
    readonly list: unknown;
    readonly array: unknown;
    readonly set: unknown;
    readonly sorted: unknown;
  }
  const Both = javaClass<Both>("p.Both", {
    serialVersionUID: 1n,
    fields: () => ({
      list: java.list(java.string),
      array: java.array(java.string),
      set: java.set(java.string),
      sorted: java.util.TreeSet(java.string),
    }),
  });
  const list = ["a"];
  const set = new Set(["b"]);
  const writer = new CdrWriter();
  Both.write(writer, { list, array: list, set, sorted: set }, "both");
  const octets = Buffer.from(writer.toBytes()).toString("latin1");
  for (const name of ["ArrayList", "[Ljava.lang.String;", "LinkedHashSet", "TreeSet"]) {
    expect(octets).toContain(`RMI:${name.startsWith("[") ? name : `java.util.${name}`}:`);
  }
});

test("a graph as deep as the limit allows", () => {
  let node = plainNode.of({ ...emptyNode, id: 0 });
  for (let id = 1; id < 1_000; id++) node = plainNode.of({ ...emptyNode, id, next: node });
  const read = roundTrip(plainNode, plainNode, node, false, 1);
  expect(difference(read, node)).toBeUndefined();
});
