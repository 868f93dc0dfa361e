/**
 * Names in an order that is drawn as it is asked for, and kept: whoever asks again gets the same ones first.
 *
 * @param order - what was drawn so far; may be another list from one name to the next
 * @param draw - the next name; undefined when there is none. One that is there already is passed over
 */
export function* growing(order: () => string[], draw: () => string | undefined): Generator<string> {
  for (let index = 0; ; ) {
    const known = order()[index];
    if (known !== undefined) {
      index += 1;
      yield known;
      continue;
    }
    const drawn = draw();
    if (drawn === undefined) return;
    if (!order().includes(drawn)) order().push(drawn);
  }
}
