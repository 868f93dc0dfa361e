// Numbers, text and arrays of them, at their limits.
import { of, thousand, type ValueCase } from "./value-case.ts";

/** Texts with marks, zeros and surrogate pairs. */
export const texts = [
  "",
  "a",
  "Grüße, 世界 😀",
  "\u0000",
  "\ufeffmark first",
  "\ufffeswapped mark",
  "\uffff",
  "x".repeat(1_000),
  "é😀".repeat(50_000),
];
const chars = ["a", "\u0000", "\ud7ff", "\ue000", "\ufeff", "\ufffe", "\uffff"];
const bytes = [0, 1, -1, 127, -128];
const shorts = [0, 1, -1, 32_767, -32_768];
export const ints = [0, 1, -1, 2_147_483_647, -2_147_483_648];
const longs = [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)];
const floats = [
  0,
  -0,
  1.5,
  Number.NaN,
  Infinity,
  -Infinity,
  Math.fround(1.401298464324817e-45),
  Math.fround(3.4028234663852886e38),
  -Math.fround(1.17549435e-38),
];
const doubles = [
  0,
  -0,
  0.1,
  5,
  Number.NaN,
  Infinity,
  -Infinity,
  Number.MIN_VALUE,
  Number.MAX_VALUE,
  -(2 ** 53),
];
export const primitives = (): ValueCase[] => [
  ...of("Boolean", true, false),
  ...of("Byte", ...bytes),
  ...of("Char", ...chars),
  ...of("Short", ...shorts),
  ...of("Int", ...ints),
  ...of("Long", ...longs),
  ...of("Float", ...floats),
  ...of("Double", ...doubles),
];

export const boxed = (): ValueCase[] => [
  ...of("BoxedBoolean", null, true, false),
  ...of("BoxedByte", null, ...bytes),
  ...of("BoxedChar", null, ...chars),
  ...of("BoxedShort", null, ...shorts),
  ...of("Integer", null, ...ints),
  ...of("BoxedLong", null, ...longs),
  ...of("BoxedFloat", null, ...floats),
  ...of("BoxedDouble", null, ...doubles),
];

export const strings = (): ValueCase[] => of("String", null, ...texts);

export const numberArrays = (): ValueCase[] => [
  ...of(
    "Booleans",
    null,
    [],
    [true, false],
    thousand((n) => n % 3 === 0),
  ),
  ...of(
    "Bytes",
    null,
    new Uint8Array(),
    Uint8Array.of(0, 1, 127, 128, 255),
    Uint8Array.from(thousand((n) => n)),
  ),
  ...of(
    "Chars",
    null,
    [],
    chars,
    thousand((n) => String.fromCharCode(n * 50)),
  ),
  ...of(
    "Shorts",
    null,
    new Int16Array(),
    Int16Array.from(shorts),
    Int16Array.from(thousand((n) => n * 60)),
  ),
  ...of(
    "Ints",
    null,
    new Int32Array(),
    Int32Array.from(ints),
    Int32Array.from(thousand((n) => n * 4e6)),
  ),
  ...of(
    "Longs",
    null,
    new BigInt64Array(),
    BigInt64Array.from(longs),
    BigInt64Array.from(thousand((n) => -(BigInt(n) ** 6n))),
  ),
  ...of(
    "Floats",
    null,
    new Float32Array(),
    Float32Array.from(floats),
    Float32Array.from(thousand((n) => n / 7)),
  ),
  ...of(
    "Doubles",
    null,
    new Float64Array(),
    Float64Array.from(doubles),
    Float64Array.from(thousand((n) => n / 7)),
  ),
];
