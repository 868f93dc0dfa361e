import type { Random } from "./random.ts";
import { elementAt, weightLine } from "./weighted-draw.ts";

/**
 * Smooth weighted round robin as Envoy and gRPC do it: earliest deadline first.
 *
 * Element `i` of weight `w` wants its turns at (turn + 1/2) / w; whoever is due first comes next.
 * In each round of as many turns as the weights sum up to, everyone has exactly its weight, evenly
 * spread. The turns stand in a leftist heap, whose nodes never change: a sequence is a value, and
 * the next turn costs O(log n).
 */
export interface SmoothSequence {
  /** Weights without their common factor. */
  readonly weights: readonly number[];
  /** The next turn of every element, the earliest first. */
  readonly heap: TurnHeap;
}

/** When one element comes next. */
export interface Turn {
  /** Which element. */
  readonly index: number;
  /** How many turns the element has had. */
  readonly turn: number;
  /** When it is due; a round lasts 1. */
  readonly due: number;
}

/** A node of the heap: a turn, and the turns after it. */
export interface TurnHeap {
  /** The earliest turn. */
  readonly first: Turn;
  /** Length of the right spine: what keeps the heap leftist. */
  readonly rank: number;
  /** Later turns. */
  readonly left: TurnHeap | undefined;
  /** Later turns, on the shorter side. */
  readonly right: TurnHeap | undefined;
}

/** Equal fractions give equal floats, for division rounds correctly; so ties are real ties. */
function turnOf(index: number, turn: number, weight: number): Turn {
  return { index, turn, due: (2 * turn + 1) / (2 * weight) };
}

function single(first: Turn): TurnHeap {
  return { first, rank: 1, left: undefined, right: undefined };
}

function comesFirst(a: Turn, b: Turn): boolean {
  return a.due < b.due || (a.due === b.due && a.index < b.index);
}

function merged(a: TurnHeap | undefined, b: TurnHeap | undefined): TurnHeap | undefined {
  if (a === undefined) return b;
  if (b === undefined) return a;
  const upper = comesFirst(a.first, b.first) ? a : b;
  const { first, left } = upper;
  const right = merged(upper.right, upper === a ? b : a);
  const [leftRank, rightRank] = [left?.rank ?? 0, right?.rank ?? 0];
  return leftRank >= rightRank
    ? { first, rank: rightRank + 1, left, right }
    : { first, rank: leftRank + 1, left: right, right: left };
}

/** Weights without their common factor, so that 100 and 200 make the same sequence as 1 and 2. */
function reduced(weights: readonly number[]): readonly number[] {
  if (!weights.every((weight) => Number.isSafeInteger(weight))) return weights;
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  const factor = weights.reduce((common, weight) => gcd(common, weight), 0);
  return factor > 1 ? weights.map((weight) => weight / factor) : weights;
}

/**
 * Starts a sequence at a random place of its round, every place being equally likely: among many
 * young processes the first turns are spread exactly by weight.
 *
 * @param weights - all positive, at least one
 * @param random - one number is drawn
 */
export function startSmooth(weights: readonly number[], random: Random): SmoothSequence {
  const shares = reduced(weights);
  const line = weightLine(shares);
  const point = Math.min(random(), 1 - Number.EPSILON) * line.total;
  const first = elementAt(line, point);
  const firstTurn = Math.floor(point - (line.sums[first] ?? 0));
  const start = turnOf(first, firstTurn, shares[first] ?? 1);
  let heaps: (TurnHeap | undefined)[] = shares.map((weight, index) => {
    if (index === first) return single(start);
    // The first turn of this element that does not come before the start.
    let turn = Math.max(0, Math.floor(start.due * weight - 0.5) - 1);
    while (comesFirst(turnOf(index, turn, weight), start)) turn += 1;
    return single(turnOf(index, turn, weight));
  });
  // Merging neighbours, then the results, builds the heap in O(n).
  while (heaps.length > 1) {
    const pairs: (TurnHeap | undefined)[] = [];
    for (let index = 0; index < heaps.length; index += 2) {
      pairs.push(merged(heaps[index], heaps[index + 1]));
    }
    heaps = pairs;
  }
  return { weights: shares, heap: heaps[0] ?? single(start) };
}

/** The element whose turn it is, and the sequence after it. */
export function nextSmooth(sequence: SmoothSequence): { index: number; sequence: SmoothSequence } {
  const { heap, weights } = sequence;
  const { index, turn } = heap.first;
  const again = single(turnOf(index, turn + 1, weights[index] ?? 1));
  const rest = merged(merged(heap.left, heap.right), again) ?? again;
  return { index, sequence: { weights, heap: rest } };
}
