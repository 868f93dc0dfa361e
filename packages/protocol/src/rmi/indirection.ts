/**
 * Values and repository ids of one message (or one encapsulation) by the index where they began, so
 * that later indirections find them (CORBA 3.3 part 2, §9.3.4.3). Only indexes seen before are
 * accepted: forward and foreign offsets fail, and nothing is ever read twice.
 */
export class ValueTable {
  readonly #values: Map<number, unknown> = new Map();
  readonly #ids: Map<number, readonly string[]> = new Map();
  readonly #texts: Map<number, string> = new Map();
  /** Class of a value that was taken as opaque because it has neither chunks nor a known layout. */
  opaqueClass: string | undefined = undefined;

  /** Remembers (or replaces, once it is complete) the value whose tag is at `index`. */
  setValue(index: number, value: unknown): void {
    this.#values.set(index, value);
  }

  hasValue(index: number): boolean {
    return this.#values.has(index);
  }

  value(index: number): unknown {
    return this.#values.get(index);
  }

  /** Remembers a single repository id or codebase whose length is at `index`. */
  setText(index: number, text: string): void {
    this.#texts.set(index, text);
  }

  text(index: number): string | undefined {
    return this.#texts.get(index);
  }

  /** Remembers a list of repository ids whose count is at `index`. */
  setIds(index: number, ids: readonly string[]): void {
    this.#ids.set(index, ids);
  }

  ids(index: number): readonly string[] | undefined {
    return this.#ids.get(index);
  }
}
