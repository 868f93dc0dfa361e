/** Up to so many keys are looked for one by one. */
const FEW = 8;

/**
 * A map of texts or objects that is made for every message: most messages have few of them, and a `Map` costs more
 * to make than to use then (measured, Node 20). Keys are never NaN.
 */
export class SmallMap<K extends string | object, V> {
  #keys: K[] | undefined = undefined;
  #values: V[] | undefined = undefined;
  #map: Map<K, V> | undefined = undefined;

  get(key: K): V | undefined {
    if (this.#map !== undefined) return this.#map.get(key);
    const index = this.#keys === undefined ? -1 : this.#keys.indexOf(key);
    return index < 0 ? undefined : this.#values![index];
  }

  /** Takes in a key that is not there yet. */
  add(key: K, value: V): void {
    if (this.#map !== undefined) this.#map.set(key, value);
    else if (this.#keys === undefined || this.#values === undefined) {
      this.#keys = [key];
      this.#values = [value];
    } else {
      this.#keys.push(key);
      this.#values.push(value);
      if (this.#keys.length > FEW) this.#toMap(this.#keys, this.#values);
    }
  }

  #toMap(keys: readonly K[], values: readonly V[]): void {
    this.#map = new Map(keys.map((key, index) => [key, values[index]!]));
    this.#keys = undefined;
    this.#values = undefined;
  }
}
