/** Up to so many keys are looked for one by one. */
const FEW = 8;

/**
 * A map of texts or objects that is made for every message: most messages have few of them, and a `Map` costs more
 * to make than to use then (measured, Node 20). Keys are never NaN.
 */
export class SmallMap<K extends string | object, V> {
  readonly #keys: K[] = [];
  readonly #values: V[] = [];
  #map: Map<K, V> | undefined = undefined;

  get(key: K): V | undefined {
    if (this.#map !== undefined) return this.#map.get(key);
    const index = this.#keys.indexOf(key);
    return index < 0 ? undefined : this.#values[index];
  }

  /** Takes in a key that is not there yet. */
  add(key: K, value: V): void {
    if (this.#map !== undefined) {
      this.#map.set(key, value);
      return;
    }
    this.#keys.push(key);
    this.#values.push(value);
    if (this.#keys.length > FEW) this.#map = this.#toMap();
  }

  #toMap(): Map<K, V> {
    const map = new Map<K, V>();
    for (const [index, key] of this.#keys.entries()) map.set(key, this.#values[index]!);
    this.#keys.length = 0;
    this.#values.length = 0;
    return map;
  }
}
