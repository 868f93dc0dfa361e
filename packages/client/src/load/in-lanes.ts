/** Runs a task for each item, so many at a time; gives back what went wrong, in the order of the items. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  task: (item: T) => Promise<void>,
): Promise<readonly { readonly item: T; readonly error: unknown }[]> {
  const errors = new Map<number, unknown>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      try {
        await task(items[index] as T);
      } catch (error) {
        errors.set(index, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return [...errors]
    .sort(([one], [other]) => one - other)
    .map(([index, error]) => ({ item: items[index] as T, error }));
}
