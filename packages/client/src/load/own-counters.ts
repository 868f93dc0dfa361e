import { checkSourceOptions, durationOption } from "./load-options.ts";
import type { LoadSource } from "./load-source.ts";
import { paceOf, startPolling } from "./poller.ts";

/** Options of `ownCounters`. */
export interface OwnCountersOptions {
  /** Milliseconds from one report to the next, 20 % more or less. Default 1,000: reading them costs nothing. */
  readonly intervalMs?: number;
}

/**
 * The client's own counters as figures: `sessions` is the number of calls in flight, `roundTripMs` and `responseMs` the
 * exponentially weighted mean of the round trip (missing before the first reply), `failures` the attempts that failed
 * since the Orb was made. They tell what this client sees, not how busy a member is with others. Throws ConfigurationError
 * when options are wrong.
 */
export function ownCounters(options: OwnCountersOptions = {}): LoadSource {
  checkSourceOptions("ownCounters", options, { intervalMs: durationOption });
  const pace = paceOf(options, 1_000);
  return {
    name: "ownCounters",
    start: (host) =>
      startPolling(host, pace, async ({ report }) => {
        for (const member of host.members()) {
          const { inFlight, roundTripMs, failures } = host.counters(member);
          const times = roundTripMs === undefined ? {} : { roundTripMs, responseMs: roundTripMs };
          report(member, { sessions: inFlight, ...times, failures });
        }
      }),
  };
}
