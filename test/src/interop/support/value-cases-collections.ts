// Arrays of objects, collections and maps: null, empty, shared, cyclic, long.
import { BigDecimal, java, LocalDate, SqlTime, SqlTimestamp, typed } from "@remora/client";
import { Color, Link, Person } from "./shop-types.ts";
import { of, thousand, type ValueCase } from "./value-case.ts";
import { contractor, employee, emptyEmployee, person } from "./value-cases-objects.ts";
import { ints, texts } from "./value-cases-primitives.ts";

export const arrays = (): ValueCase[] => {
  const row = Int32Array.of(7, 8);
  const inItself: unknown[] = [1];
  inItself.push(inItself);
  const ann = person("Ann");
  const when = new Date(0);
  return [
    ...of(
      "Strings",
      null,
      [],
      ["one", null, "one", "", ...texts.slice(0, 7)],
      thousand((n) => `s${n % 100}`),
    ),
    ...of(
      "Matrix",
      null,
      [],
      [row, null, new Int32Array(), row],
      thousand((n) => Int32Array.of(n)),
    ),
    ...of("StringMatrix", null, [], [["a", null], [], null, ["a"]]),
    ...of("Cube", null, [], [[Uint8Array.of(1), new Uint8Array()], null, []]),
    ...of(
      "Objects",
      null,
      [],
      [1, "two", 3.5, null, true, 4n, row, row, [1], ["x"]],
      inItself,
      thousand((n) => n),
    ),
    ...of(
      "Persons",
      null,
      [],
      [ann, ann, null, employee(), person("Ann"), contractor()],
      thousand((n) => person(`p${n}`)),
    ),
    ...of(
      "Colors",
      null,
      [],
      ["RED", null, "GREEN", "RED", "BLUE"],
      thousand((n) => (["RED", "GREEN", "BLUE"] as const)[n % 3]),
    ),
    ...of(
      "Integers",
      null,
      [],
      [1, null, 1, ...ints],
      thousand((n) => n),
    ),
    ...of(
      "Dates",
      null,
      [],
      [when, when, null, new SqlTime(1), new SqlTimestamp(5, 6)],
      thousand((n) => new Date(n)),
    ),
  ];
};

const nested = (): unknown[] => [
  1,
  "two",
  3.5,
  true,
  1n,
  typed(Color, "BLUE"),
  [1, [2, []]],
  new Set(["s"]),
  new Map([["k", 1]]),
];
const lists = ["Collection", "List", "ArrayList", "LinkedList", "Vector", "Iterable"] as const;
const deques = ["ArrayDeque", "Deque", "Queue"] as const;
const hashedSets = ["Set", "HashSet", "LinkedHashSet"] as const;
const sortedSets = ["SortedSet", "TreeSet"] as const;

export const collections = (): ValueCase[] => {
  const ann = person("Ann");
  const shared = Person.of(ann);
  return [
    ...lists.flatMap((declared) => {
      const inItself: unknown[] = [1];
      inItself.push(inItself, 2);
      return of(
        declared,
        null,
        [],
        ["one"],
        nested(),
        [null, null],
        [shared, shared, Person.of(ann)],
        inItself,
        thousand((n) => n),
        thousand((n) => `t${n % 10}`),
      );
    }),
    ...deques.flatMap((declared) =>
      of(
        declared,
        null,
        [],
        ["one"],
        nested(),
        thousand((n) => n),
      ),
    ),
    ...of("Collection", new Set(), new Set([1, "a", null])),
    ...hashedSets.flatMap((declared) =>
      of(
        declared,
        null,
        new Set(),
        new Set(["one"]),
        new Set([
          "a",
          1,
          null,
          1n,
          2.5,
          true,
          typed(Color, "RED"),
          typed(java.util.UUID, "0f8fad5b-d9cb-469f-a165-70867728950e"),
          new LocalDate(2024, 2, 29),
        ]),
        new Set([Person.of(person("x")), Person.of(person("y"))]),
        new Set(thousand((n) => n)),
        new Set(thousand((n) => `e${n}`)),
      ),
    ),
    ...sortedSets.flatMap((declared) =>
      of(
        declared,
        null,
        new Set(),
        new Set(["one"]),
        new Set(["b", "a", "é", "B", "", "😀", "\uffee"]),
        new Set([3, 1, -2]),
        new Set([5n, -5n, 0n]),
        new Set([new Date(5), new Date(-5)]),
        new Set(["RED", "BLUE", "GREEN"].map((name) => typed(Color, name as Color)).reverse()),
        new Set(["2.50", "-1", "2.5e3"].map(BigDecimal.of)),
        new Set(["2024-03-01", "-0001-01-01", "2024-02-29"].map(LocalDate.parse)),
        new Set(thousand((n) => `k${(n * 7) % 1_000}`)),
      ),
    ),
    ...of("Names", null, [], ["a", null, "b", "a"]),
    ...of("Palette", null, new Set(), new Set(["RED", "GREEN", null])),
    ...of("Staff", null, [], [ann, ann, employee(), emptyEmployee(), contractor(), null]),
  ];
};

export const maps = (): ValueCase[] => {
  const keys = () =>
    new Map<unknown, unknown>([
      ["k", 1],
      ["n", null],
      [5, "five"],
      [7n, [1]],
      [typed(Color, "RED"), "red"],
      [new LocalDate(2024, 2, 29), new Date(5)],
    ]);
  return [
    ...(["Map", "HashMap", "LinkedHashMap"] as const).flatMap((declared) => {
      const inItself = new Map<unknown, unknown>([[null, 1]]);
      inItself.set("me", inItself);
      return of(
        declared,
        null,
        new Map(),
        new Map([["one", 1]]),
        keys(),
        inItself,
        new Map(thousand((n) => [`key ${n}`, n])),
        new Map([[Link.of({ label: "a", next: null, other: null }), 1]]),
      );
    }),
    ...of(
      "Hashtable",
      null,
      new Map(),
      new Map([["one", 1]]),
      new Map<unknown, unknown>([
        ["b", 2],
        [1, [1]],
      ]),
      new Map(thousand((n) => [n, `${n}`])),
    ),
    ...(["SortedMap", "TreeMap"] as const).flatMap((declared) =>
      of(
        declared,
        null,
        new Map(),
        new Map([["one", 1]]),
        new Map([
          ["b", 2],
          ["a", null],
          ["B", 3],
        ]),
        new Map([
          [10, 1],
          [9, 2],
          [-1, 3],
        ]),
        new Map(thousand((n) => [`k${(n * 7) % 1_000}`, n])),
      ),
    ),
    ...of(
      "EnumMap",
      null,
      new Map(),
      new Map<Color, unknown>([["GREEN", "one"]]),
      new Map<Color, unknown>([
        ["BLUE", 1],
        ["RED", null],
      ]),
    ),
    ...of(
      "Properties",
      null,
      new Map(),
      new Map([
        ["b", "2"],
        ["a", "ä"],
      ]),
    ),
    ...of(
      "People",
      null,
      new Map(),
      new Map([
        ["a", person("Ann")],
        ["b", employee()],
        ["c", null],
      ]),
    ),
    ...of(
      "Index",
      null,
      new Map(),
      new Map([
        ["a", [1, 2, null]],
        ["b", []],
        ["c", null],
      ]),
    ),
  ];
};
