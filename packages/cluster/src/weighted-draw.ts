import type { Random } from "./random.ts";

/** Weights laid end to end on a line: element `i` owns `sums[i]` up to, not including, `sums[i + 1]`. */
export interface WeightLine {
  /** Running sums, one more than there are weights; the first is 0. */
  readonly sums: readonly number[];
  /** Sum of all weights. */
  readonly total: number;
}

/** A piece taken from the end of one element's stretch: an element that is left out, or weighs less. */
export interface Reduction {
  /** Which element. */
  readonly index: number;
  /** How much is taken; at most the element's weight. */
  readonly taken: number;
}

/** Lays weights on a line. */
export function weightLine(weights: readonly number[]): WeightLine {
  const sums = [0];
  let total = 0;
  for (const weight of weights) {
    total += weight;
    sums.push(total);
  }
  return { sums, total };
}

/** Weight of element `index`. */
export function weightAt(line: WeightLine, index: number): number {
  return (line.sums[index + 1] ?? line.total) - (line.sums[index] ?? line.total);
}

/** The element that owns a point of the line: one binary search. */
export function elementAt(line: WeightLine, point: number): number {
  let [low, high] = [0, line.sums.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((line.sums[middle] ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether nothing is left of the element. */
function isOut(line: WeightLine, { index, taken }: Reduction): boolean {
  return taken >= weightAt(line, index);
}

/**
 * Draws one element by weight, some elements being reduced, with exactly one number.
 *
 * The reduced pieces are jumped over, so the cost is one binary search plus the number of
 * reductions, however many elements there are.
 *
 * @param line - of positive weights
 * @param reductions - by ascending index, at most one per element
 * @returns the index, or -1 when every element is left out
 */
export function drawElement(
  line: WeightLine,
  reductions: readonly Reduction[],
  random: Random,
): number {
  const size = line.sums.length - 1;
  let [left, remaining] = [line.total, size];
  for (const reduction of reductions) {
    left -= reduction.taken;
    if (isOut(line, reduction)) remaining -= 1;
  }
  // Counted, not summed up: of fractions that cancel, rounding may leave a little, or less than none.
  if (remaining === 0) return -1;
  let point = random() * Math.max(0, left);
  for (const { index, taken } of reductions) {
    if (point < (line.sums[index + 1] ?? 0) - taken) break;
    point += taken;
  }
  const drawn = elementAt(line, point);
  const own = reductions.find(({ index }) => index === drawn);
  if (own === undefined || !isOut(line, own)) return drawn;
  // Rounding, or a source that answered 1, led on to an element that is left out: the next one.
  const out = new Set(reductions.filter((each) => isOut(line, each)).map(({ index }) => index));
  let next = drawn;
  while (out.has(next)) next = (next + 1) % size;
  return next;
}

/**
 * Draws all elements by weight without replacement, one at a time: O(n) before the first, then
 * O(log n) each. Elements of weight 0 do not come.
 *
 * The weights stand in a Fenwick tree: a prefix sum is found, and a weight taken out, in log n steps.
 */
export function* drawWithoutReplacement(
  weights: readonly number[],
  random: Random,
): Generator<number, void, undefined> {
  const size = weights.length;
  const left = [...weights];
  const tree = new Float64Array(size + 1);
  for (let index = 1; index <= size; index += 1) {
    tree[index] = (tree[index] ?? 0) + (weights[index - 1] ?? 0);
    const parent = index + (index & -index);
    if (parent <= size) tree[parent] = (tree[parent] ?? 0) + (tree[index] ?? 0);
  }
  let total = weights.reduce((sum, weight) => sum + weight, 0);
  let remaining = weights.filter((weight) => weight > 0).length;
  const top = 2 ** Math.floor(Math.log2(Math.max(1, size)));
  for (; remaining > 0; remaining -= 1) {
    let [position, point] = [0, random() * total];
    for (let step = top; step >= 1; step >>= 1) {
      const next = position + step;
      if (next <= size && (tree[next] ?? 0) <= point) {
        position = next;
        point -= tree[next] ?? 0;
      }
    }
    // Sums of fractions round: the search may end beside the last piece, never far from one.
    let chosen = Math.min(position, size - 1);
    while ((left[chosen] ?? 0) <= 0) chosen = (chosen + 1) % size;
    const weight = left[chosen] ?? 0;
    left[chosen] = 0;
    total = remaining > 1 ? total - weight : 0;
    for (let index = chosen + 1; index <= size; index += index & -index) {
      tree[index] = (tree[index] ?? 0) - weight;
    }
    yield chosen;
  }
}
