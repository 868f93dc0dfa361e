import type { ClusterView } from "@remora/cluster";
import { formatEndpoint } from "@remora/cluster";

/** Members that take no new work, by the texts that the caller named them with: a name, or `host:port`. */
export class DrainedMembers {
  readonly #texts = new Set<string>();
  /** Counts the changes. */
  version = 0;

  get size(): number {
    return this.#texts.size;
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    this.#texts.add(text);
    this.version += 1;
  }

  delete(text: string): void {
    this.#texts.delete(text);
    this.version += 1;
  }

  /** Names of the members of a view that are drained: by name, or by one of their endpoints. */
  namesIn(view: ClusterView): ReadonlySet<string> {
    if (this.#texts.size === 0) return nobody;
    const isDrained = (text: string): boolean => this.#texts.has(text);
    return new Set(
      view.members
        .filter(
          ({ name, endpoints }) =>
            isDrained(name) || endpoints.some((endpoint) => isDrained(formatEndpoint(endpoint))),
        )
        .map(({ name }) => name),
    );
  }
}

const nobody: ReadonlySet<string> = new Set();
