// Collections that Java code makes and JavaScript never sends: what the server builds, and what it is here.
import { JavaThrowable } from "@remora/client";
import type { Json } from "./judge-description.ts";

const color = (v: string): Json => ({ is: "remora.shop.Color", v });
const list = (...items: Json[]): Json => ({ is: "java.util.ArrayList", items });
const of = (is: string, inner: Json): Json => ({ is: `Collections.${is}`, of: inner });
const hashSet: Json = { is: "java.util.HashSet", items: [1] };
const treeSet: Json = { is: "java.util.TreeSet", items: ["b", "a"] };
const hashMap: Json = { is: "java.util.HashMap", entries: [["a", 1]] };
const treeMap: Json = {
  is: "java.util.TreeMap",
  entries: [
    ["b", 2],
    ["a", 1],
  ],
};
const sorted = new Map([
  ["a", 1],
  ["b", 2],
]);
const inItself: unknown[] = [];
inItself.push(inItself);
const reversed: Json = { is: "java.util.TreeSet", comparator: "reverse", items: [1, 2, 3] };

export const ownCases: readonly (readonly [Json, unknown])[] = [
  ...[0, 1, 2, 3, 20].flatMap((size): [Json, unknown][] => {
    const items = Array.from({ length: size }, (_, index) => `e${index}`);
    const entries = items.map((item, index): [string, number] => [item, index]);
    return [
      [{ is: "List.of", items }, items],
      [{ is: "Set.of", items }, new Set(items)],
      [{ is: "Map.of", entries }, new Map(entries)],
      [{ is: "Arrays.asList", items }, items],
    ];
  }),
  [{ is: "Arrays.asList", items: [1, null, "c"] }, [1, null, "c"]],
  [{ is: "Arrays.asList", id: "l", items: [{ ref: "l" }] }, inItself],
  [{ is: "Collections.emptyList" }, []],
  [{ is: "Collections.emptySet" }, new Set()],
  [{ is: "Collections.emptyMap" }, new Map()],
  [{ is: "Collections.singletonList", items: ["a"] }, ["a"]],
  [{ is: "Collections.singleton", items: [null] }, new Set([null])],
  [{ is: "Collections.singletonMap", entries: [["a", 1]] }, new Map([["a", 1]])],
  [{ is: "Collections.nCopies", n: 0, of: "a" }, []],
  [{ is: "Collections.nCopies", n: 1_000, of: "a" }, Array.from({ length: 1_000 }, () => "a")],
  ...["unmodifiable", "synchronized"].flatMap((kind): [Json, unknown][] => [
    [of(`${kind}Collection`, list(1, "b")), [1, "b"]],
    [of(`${kind}List`, list(1, "b")), [1, "b"]],
    [of(`${kind}List`, { is: "java.util.LinkedList", items: [1] }), [1]],
    [of(`${kind}Set`, hashSet), new Set([1])],
    [of(`${kind}SortedSet`, treeSet), new Set(["a", "b"])],
    [of(`${kind}NavigableSet`, treeSet), new Set(["a", "b"])],
    [of(`${kind}Map`, hashMap), new Map([["a", 1]])],
    [of(`${kind}SortedMap`, treeMap), sorted],
    [of(`${kind}NavigableMap`, treeMap), sorted],
    [of(`${kind}List`, of("unmodifiableList", list())), []],
  ]),
  [
    { is: "EnumSet.of", class: "remora.shop.Color", items: [color("BLUE"), color("GREEN")] },
    new Set(["GREEN", "BLUE"]),
  ],
  [{ is: "EnumSet.of", class: "remora.shop.Color", items: [] }, new Set()],
  [
    {
      is: "java.util.EnumMap",
      class: "remora.shop.Color",
      entries: [
        [color("BLUE"), 1],
        [color("GREEN"), null],
      ],
    },
    new Map([
      ["GREEN", null],
      ["BLUE", 1],
    ]),
  ],
  [{ is: "java.util.Stack", items: [1, 2] }, [1, 2]],
  [{ is: "java.util.PriorityQueue", items: [3, 1, 2] }, [1, 3, 2]],
  [{ is: "java.util.PriorityQueue", items: [] }, []],
  [{ is: "java.util.concurrent.CopyOnWriteArrayList", items: [1, null] }, [1, null]],
  [{ is: "java.util.IdentityHashMap", entries: [[color("RED"), 1]] }, new Map([["RED", 1]])],
  [
    {
      is: "java.util.concurrent.ConcurrentHashMap",
      entries: [
        ["a", 1],
        ["b", 2],
      ],
    },
    sorted,
  ],
  [reversed, new Set([3, 2, 1])],
  [
    { is: "java.util.TreeSet", comparator: "caseInsensitive", items: ["b", "A"] },
    new Set(["A", "b"]),
  ],
  [{ is: "java.util.LinkedHashMap", accessOrder: true, entries: [["a", 1]] }, new Map([["a", 1]])],
  [
    {
      is: "java.util.Properties",
      entries: [["b", "2"]],
      defaults: { is: "java.util.Properties", entries: [["a", "1"]] },
    },
    new Map([["b", "2"]]),
  ],
  [
    { is: "java.lang.IllegalStateException", message: "m" },
    new JavaThrowable("java.lang.IllegalStateException", { message: "m" }),
  ],
];
