// Random values of every declared type of the judging bean, nested, shared and cyclic.

import { BigDecimal, typed } from "@remora/client";
import fc from "fast-check";
import { nullable, scalars, selfTelling, text } from "./random-values-scalars.ts";
import {
  Circle,
  Contractor,
  Employee,
  Inner,
  Link,
  Packed,
  Person,
  Square,
  Tag,
} from "./shop-types.ts";
import { type Declared, declaredNames, declaredTypes } from "./shop-types-operations.ts";
import type { ValueCase } from "./value-case.ts";

type Values = { readonly [D in Declared]: fc.Arbitrary<unknown> };

const withoutPrototypes = { noNullPrototype: true } as const;
const few = { maxLength: 4 } as const;
const deepest = 3;

/** A declared type, and a value for its place. */
export function randomCase(): fc.Arbitrary<ValueCase> {
  const values = valuesAt(deepest);
  return fc.oneof(
    ...declaredNames.map((declared) => ({
      arbitrary: values[declared].map((value): ValueCase => ({ declared, value })),
      weight: declared in scalars ? 1 : 4,
    })),
  );
}

/** Some elements, some of them several times: shared where they are objects. */
function shared(element: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc
    .tuple(fc.array(element, few), fc.array(fc.nat({ max: 3 }), { maxLength: 3 }))
    .map(([elements, again]) =>
      elements.length === 0
        ? []
        : [...elements, ...again.map((index) => elements[index % elements.length])],
    );
}

/** The same, and perhaps inside itself. */
function lists(element: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.tuple(shared(element), fc.integer({ min: 0, max: 9 })).map(([elements, dice]) => {
    const list = [...elements];
    if (dice === 0) list.push(list);
    return list;
  });
}

/** Keys are all of one kind, and different: Java has other ideas than JavaScript of which are equal. */
const keyKinds: readonly fc.Arbitrary<unknown[]>[] = [
  fc.uniqueArray(text, few),
  fc.uniqueArray(fc.integer(), few),
  fc.uniqueArray(scalars.Long, few),
  fc
    .uniqueArray(
      scalars.Double.filter((value) => value !== 0),
      few,
    )
    .map((keys) =>
      // A whole number would be an Integer among Doubles.
      keys.filter((key) => !Number.isInteger(key)),
    ),
  fc
    .uniqueArray(fc.constantFrom("RED", "GREEN", "BLUE"), few)
    .map((keys) => keys.map((key) => typed(declaredTypes.Color, key as never))),
  fc
    .uniqueArray(fc.uuid(), few)
    .map((keys) => keys.map((key) => typed(declaredTypes.Uuid, key as never))),
  // All of one scale: those of equal numbers would be one key of a tree, and two of a hash table.
  fc
    .uniqueArray(fc.bigInt(), few)
    .map((keys) => keys.map((unscaled) => new BigDecimal(unscaled, 2))),
  ...(["LocalDate", "Instant", "Date", "YearMonth"] as const).map((declared) =>
    fc.uniqueArray(scalars[declared] as fc.Arbitrary<object | null>, {
      ...few,
      selector: (value) => (value instanceof Date ? value.getTime() : String(value)),
    }),
  ),
];
const keys = fc.oneof(...keyKinds);
/** Trees and old hash tables have no null. */
const keysNotNull = keys.map((all) => all.filter((key) => key !== null));

function maps(
  found: fc.Arbitrary<unknown[]>,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<Map<unknown, unknown>> {
  return found.chain((all) =>
    fc
      .array(value, { minLength: all.length, maxLength: all.length })
      .map((values) => new Map(all.map((key, index) => [key, values[index]]))),
  );
}

/** Any number of links to each other. */
const links: fc.Arbitrary<Link> = fc
  .array(fc.tuple(nullable(text), fc.nat({ max: 12 }), fc.nat({ max: 12 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => {
    const all = parts.map(([label]): Link => ({ label, next: null, other: null }));
    for (const [index, [, next, other]] of parts.entries()) {
      all[index]!.next = all[next] ?? null;
      all[index]!.other = all[other] ?? null;
    }
    return all[0]!;
  });

const persons: fc.Arbitrary<Person> = fc
  .array(
    fc.record({
      name: nullable(text),
      age: scalars.Int,
      height: scalars.Double,
      member: fc.boolean(),
      friend: fc.constant(null),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => {
    const [first, ...others] = all as [Person, ...Person[]];
    let last = first;
    for (const other of others) {
      last.friend = other;
      last = other;
    }
    return first;
  });

function employees(any: fc.Arbitrary<unknown>): fc.Arbitrary<Employee> {
  const own = fc.record(
    {
      company: nullable(text),
      salary: scalars.Long,
      color: nullable(scalars.Color),
      extra: any,
      skills: nullable(fc.array(nullable(text), few)),
      ratings: nullable(scalars.Ints),
    },
    withoutPrototypes,
  );
  return fc
    .tuple(persons, own)
    .map(([person, rest]) => Employee.of({ ...person, ...rest } as Employee));
}

const contractors = fc
  .tuple(persons, nullable(text), nullable(text))
  .map(([person, ownName, agency]) => Contractor.of({ ...person, ownName, agency }));

/** Orders of few customers, who are shared. */
const orders = fc
  .tuple(
    fc.array(
      fc.record(
        {
          number: scalars.Int,
          name: nullable(text),
          email: nullable(text),
          active: fc.boolean(),
          phones: nullable(fc.array(nullable(text), few)),
        },
        withoutPrototypes,
      ),
      { minLength: 1, maxLength: 2 },
    ),
    fc.array(
      fc.record(
        {
          id: scalars.Long,
          lines: nullable(
            fc.array(
              fc.record(
                { article: nullable(text), quantity: scalars.Int, price: scalars.BigDecimal },
                withoutPrototypes,
              ),
              few,
            ),
          ),
          placed: nullable(fc.date({ noInvalidDate: true })),
          due: scalars.LocalDate,
          total: scalars.BigDecimal,
          state: nullable(fc.constantFrom("OPEN", "PAID", "SENT")),
          note: nullable(text),
        },
        withoutPrototypes,
      ),
      few,
    ),
  )
  .map(([customers, all]) =>
    all.map((each, index) => ({ ...each, customer: customers[index % customers.length] })),
  );

const tags = fc.record({ v: scalars.Int }, withoutPrototypes).map((tag) => Tag.of(tag as Tag));
const squares = scalars.Double.map((side) => Square.of({ side: side as number }));
const circles = scalars.Double.map((radius) => Circle.of({ radius: radius as number }));
const shapes = fc.oneof(squares, circles);
const diaries = fc.record(
  { owner: nullable(text), year: scalars.Int, notes: fc.array(text, few) },
  withoutPrototypes,
);
const packed = (any: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record({ number: scalars.Int, text: nullable(text), content: any }, withoutPrototypes);

function wides(any: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const inner = fc
    .record({ n: scalars.Int }, withoutPrototypes)
    .map((each) => Inner.of(each as Inner));
  const { Boolean, Byte, Char, Short, Int, Long, Float, Double } = scalars;
  const primitives = fc.record(
    {
      z: Boolean,
      b: Byte,
      c: Char,
      s: Short,
      i: Int,
      j: Long,
      f: Float,
      d: Double,
      hidden: Int,
      ofPackage: Int,
      fixed: Int,
    },
    withoutPrototypes,
  );
  const boxes = fc.record(
    {
      boxedZ: nullable(Boolean),
      boxedB: nullable(Byte),
      boxedC: nullable(Char),
      boxedS: nullable(Short),
      boxedI: nullable(Int),
      boxedJ: nullable(Long),
      boxedF: nullable(Float),
      boxedD: nullable(Double),
    },
    withoutPrototypes,
  );
  const arrays = fc.record(
    {
      arrayZ: nullable(scalars.Booleans),
      arrayB: nullable(scalars.Bytes),
      arrayC: nullable(scalars.Chars),
      arrayS: nullable(scalars.Shorts),
      arrayI: nullable(scalars.Ints),
      arrayJ: nullable(scalars.Longs),
      arrayF: nullable(scalars.Floats),
      arrayD: nullable(scalars.Doubles),
      words: nullable(scalars.Strings),
      objects: nullable(shared(any)),
      matrix: nullable(scalars.Matrix),
      persons: nullable(shared(nullable(persons))),
    },
    withoutPrototypes,
  );
  const others = fc
    .record(
      {
        text: nullable(text),
        any,
        ser: any,
        number: fc.oneof(Int, Long, scalars.BigDecimal),
        inner: nullable(inner),
        ref: fc.constant(null),
        mark: nullable(tags),
        type: nullable(scalars.Class),
      },
      withoutPrototypes,
    )
    .map((each) => ({ ...each, same: each.inner }));
  return fc.tuple(primitives, boxes, arrays, others).map((parts) => Object.assign({}, ...parts));
}

/** Values of all declared types whose containers hold values of one level less. */
function valuesAt(depth: number): Values {
  const any = anyAt(depth - 1);
  const list = nullable(lists(any));
  const filled = nullable(shared(any.filter((value) => value !== null)));
  const set = nullable(keys.map((all) => new Set(all)));
  const sortedSet = nullable(keysNotNull.map((all) => new Set(all)));
  const map = nullable(maps(keys, any));
  const sortedMap = nullable(maps(keysNotNull, any));
  const people = fc.oneof(persons, employees(any));
  const drawing = fc
    .record(
      {
        others: nullable(shared(nullable(shapes))),
        mark: nullable(tags),
        key: fc.oneof(text, scalars.Int, scalars.LocalDate),
        caption: nullable(text),
        action: fc.constant(null),
      },
      withoutPrototypes,
    )
    .map((each) => ({
      ...each,
      main: each.others?.[0] ?? null,
      named: new Map([["first", each.others?.[0] ?? null]]),
    }));
  const containers = {
    Iterable: list,
    Objects: list,
    Persons: nullable(shared(nullable(people))),
    Object: any,
    Serializable: any,
    Externalizable: nullable(packed(any).map((each) => Packed.of(each as Packed))),
    Collection: list,
    List: list,
    ArrayList: list,
    LinkedList: list,
    Vector: list,
    ArrayDeque: filled,
    Queue: filled,
    Deque: filled,
    Set: set,
    HashSet: set,
    LinkedHashSet: set,
    SortedSet: sortedSet,
    TreeSet: sortedSet,
    Map: map,
    HashMap: map,
    LinkedHashMap: map,
    SortedMap: sortedMap,
    TreeMap: sortedMap,
    Hashtable: nullable(
      maps(
        keysNotNull,
        any.filter((value) => value !== null),
      ),
    ),
    EnumMap: nullable(maps(fc.uniqueArray(fc.constantFrom("RED", "GREEN", "BLUE"), few), any)),
    People: nullable(maps(fc.uniqueArray(text, few), nullable(people))),
    Staff: nullable(shared(nullable(people))),
    Person: nullable(people),
    Employee: nullable(employees(any)),
    Contractor: nullable(contractors),
    Orders: nullable(orders),
    Link: nullable(links),
    Diary: nullable(diaries),
    Packed: nullable(packed(any)),
    Wide: nullable(wides(any)),
    Marker: nullable(fc.oneof(tags, squares)),
    Tag: nullable(tags),
    Shape: nullable(shapes),
    Drawing: nullable(drawing),
  };
  return { ...scalars, ...containers };
}

/** What may stand anywhere: values that tell their class, and typed ones. */
function anyAt(depth: number): fc.Arbitrary<unknown> {
  const leaf = fc.oneof(
    selfTelling,
    ...Object.entries(scalars)
      .filter(([declared]) => declaredTypes[declared as Declared].form !== "any")
      .map(([declared, values]) => typedAs(declared as Declared, values)),
  );
  if (depth <= 0) return leaf;
  const inner = valuesAt(depth);
  const containers = declaredNames.filter((declared) => !(declared in scalars));
  return fc.oneof(
    { arbitrary: leaf, weight: 2 },
    {
      arbitrary: fc.oneof(...containers.map((declared) => typedAs(declared, inner[declared]))),
      weight: 1,
    },
  );
}

function typedAs(declared: Declared, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const type = declaredTypes[declared];
  return values.map((value) =>
    value === null || type.form === "any" || type.form === "abstract"
      ? value
      : typed(type as never, value),
  );
}
