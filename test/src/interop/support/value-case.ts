// One value of the echo matrix.
import type { Json } from "./judge-description.ts";
import type { Declared } from "./shop-types-operations.ts";

/** A value for a place of a declared type. */
export interface ValueCase {
  readonly declared: Declared;
  readonly value: unknown;
  /** Default: made from type and value. */
  readonly description?: Json;
}

/** Values of one declared type. */
export const of = (declared: Declared, ...values: readonly unknown[]): ValueCase[] =>
  values.map((value) => ({ declared, value }));

/** So many elements. */
export const thousand = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: 1_000 }, (_, index) => make(index));
