/** Steps after which the shares do not move any more: each halves the distance at least. */
const STEPS = 200;

/**
 * The long-run shares of Java's rotation, which draws from 1 to the sum of the weights, less one, over a list that
 * is turned so that the last head stands first.
 *
 * The exclusive bound takes one from whoever stands last, which is the member before the last head. So the
 * heads are a Markov chain, and their shares meet `share(j) = (weight(j) - share(j + 1)) / (total - 1)`.
 *
 * @param weights - whole numbers, whose sum is at least 2
 */
export function javaShares(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // Java begins at the first of the list.
  let shares = weights.map((_, index): number => (index === 0 ? 1 : 0));
  for (let step = 0; step < STEPS; step += 1) {
    const before = shares;
    shares = weights.map(
      (weight, index) => (weight - (before[(index + 1) % before.length] ?? 0)) / (total - 1),
    );
  }
  return shares;
}
