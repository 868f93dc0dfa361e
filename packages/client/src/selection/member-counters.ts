import type { MemberCounters } from "../load/load-source.ts";

/** Weight of the newest round trip in the mean: the last ten or so count. */
const newest = 0.1;

/** The client's own counters, kept only while a load source may ask for them. */
export class MemberCounterBook {
  readonly #roundTripMs = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  /** A call was answered. */
  answered(member: string, roundTripMs: number): void {
    const known = this.#roundTripMs.get(member);
    const mean = known === undefined ? roundTripMs : known + newest * (roundTripMs - known);
    this.#roundTripMs.set(member, mean);
  }

  /** An attempt failed there. */
  failed(member: string): void {
    this.#failures.set(member, (this.#failures.get(member) ?? 0) + 1);
  }

  /** @param inFlight - calls that are not answered yet */
  of(member: string, inFlight: number): MemberCounters {
    return {
      inFlight,
      roundTripMs: this.#roundTripMs.get(member),
      failures: this.#failures.get(member) ?? 0,
    };
  }

  /** Several members as one, such as a site: the mean of what they take, and all of their failures. */
  together(members: readonly string[], inFlight: number): MemberCounters {
    const each = members.map((member) => this.of(member, 0));
    const times = each.flatMap(({ roundTripMs }) =>
      roundTripMs === undefined ? [] : [roundTripMs],
    );
    return {
      inFlight,
      roundTripMs:
        times.length === 0 ? undefined : times.reduce((sum, one) => sum + one, 0) / times.length,
      failures: each.reduce((sum, { failures }) => sum + failures, 0),
    };
  }

  /** Members that have left are not kept. */
  forget(member: string): void {
    this.#roundTripMs.delete(member);
    this.#failures.delete(member);
  }
}
