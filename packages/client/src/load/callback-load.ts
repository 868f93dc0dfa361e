import { ConfigurationError } from "../errors.ts";
import { show } from "../options.ts";
import { checkSourceOptions, durationOption } from "./load-options.ts";
import type { LoadSource } from "./load-source.ts";
import { type FiguresByMember, namedFiguresIn, StrangerWatch } from "./named-figures.ts";
import { paceOf, startPolling } from "./poller.ts";

/** What the function of `callbackLoad` is told. */
export interface LoadRequest {
  /** Names of the members (or sites) now. */
  readonly members: readonly string[];
  /** Aborted when the time is over or the Orb is closed. */
  readonly signal: AbortSignal;
}

/** Options of `callbackLoad`. */
export interface CallbackLoadOptions {
  /** Milliseconds from one call to the next, 20 % more or less. Default 5,000. */
  readonly intervalMs?: number;
  /** Limit of one call, milliseconds. Default 2,000. */
  readonly timeoutMs?: number;
}

/**
 * Figures from a function of one's own, for instance from a monitoring system. What it gives back holds figures by name
 * of the member; a member that is missing there keeps its old figures, which grow older. What it throws becomes the
 * event `loadSourceFailed`. Throws ConfigurationError when options are wrong.
 */
export function callbackLoad(
  load: (request: LoadRequest) => FiguresByMember | Promise<FiguresByMember>,
  options: CallbackLoadOptions = {},
): LoadSource {
  if (typeof load !== "function") {
    throw new ConfigurationError(`callbackLoad: a function is wanted, not ${show(load)}`);
  }
  const durations = { intervalMs: durationOption, timeoutMs: durationOption };
  checkSourceOptions("callbackLoad", options, durations);
  const pace = paceOf(options);
  return {
    name: "callbackLoad",
    start: (host) => {
      const strangers = new StrangerWatch();
      return startPolling(host, pace, async ({ signal, report }) => {
        const figures = namedFiguresIn(await load({ members: host.members(), signal }));
        strangers.hand(figures, host.members(), report);
      });
    },
  };
}
