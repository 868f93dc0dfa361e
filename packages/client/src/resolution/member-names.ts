import { type ClusterMember, type ClusterView, endpointKey } from "@remora/cluster";

/**
 * Members that were known by an address alone, until the cluster told their names: whoever stands at the one stands at
 * the other.
 */
export class MemberNames {
  readonly #told = new Map<string, string>();
  /** Counts the changes. */
  version = 0;

  /** Takes in a change of the view. Only a name that is an address gives way: another one is another member. */
  follow(previous: ClusterView, next: ClusterView): void {
    for (const { name } of next.members) if (this.#told.delete(name)) this.version += 1;
    const names = new Set(next.members.map(({ name }) => name));
    for (const member of previous.members) {
      if (names.has(member.name) || !isAddress(member)) continue;
      const named = next.members.find(({ endpoints }) =>
        endpoints.some((endpoint) => endpointKey(endpoint) === member.name),
      );
      if (named === undefined) continue;
      this.#told.set(member.name, named.name);
      this.version += 1;
    }
  }

  /** What a member is called now. */
  now(name: string): string {
    return this.#told.get(name) ?? name;
  }
}

function isAddress({ name, endpoints }: ClusterMember): boolean {
  return endpoints.some((endpoint) => endpointKey(endpoint) === name);
}
