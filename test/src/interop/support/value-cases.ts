// What the echo matrix sends: values by declared type, in groups.
import { typed } from "@remora/client";
import { declaredTypes } from "./shop-types-operations.ts";
import type { ValueCase } from "./value-case.ts";
import { arrays, collections, maps } from "./value-cases-collections.ts";
import { objects, throwables } from "./value-cases-objects.ts";
import { boxed, numberArrays, primitives, strings } from "./value-cases-primitives.ts";
import { dates, named, numbers, times } from "./value-cases-scalars.ts";

/** By what they show. */
export const valueGroups: { readonly [group: string]: () => readonly ValueCase[] } = {
  "primitives at their limits": primitives,
  "boxed numbers": boxed,
  strings,
  "arrays of primitives": numberArrays,
  "arrays of objects": arrays,
  collections,
  maps,
  "java.time": times,
  "dates and calendars": dates,
  numbers,
  "names, classes, enums": named,
  "classes of the application": objects,
  exceptions: throwables,
};

/** Each of these again where any value may stand: as `Object`, and among other values. */
export function asObjects(cases: readonly ValueCase[]): readonly ValueCase[] {
  return cases.flatMap(({ declared, value }) => {
    const { form } = declaredTypes[declared];
    if (value === null) return [];
    const any =
      form === "any" || form === "abstract"
        ? value
        : typed(declaredTypes[declared] as never, value);
    return [
      { declared: "Object", value: any },
      { declared: "Objects", value: ["before", any, null, any, "after"] },
      { declared: "List", value: [any, any, "after"] },
    ] satisfies ValueCase[];
  });
}
