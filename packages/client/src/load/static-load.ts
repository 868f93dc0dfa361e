import { ConfigurationError } from "../errors.ts";
import { show } from "../options.ts";
import { failureText } from "./load-failure.ts";
import { checkSourceOptions, durationOption } from "./load-options.ts";
import type { LoadHost, LoadSource } from "./load-source.ts";
import { type NamedFigures, namedFiguresIn } from "./named-figures.ts";
import { paceOf, startPolling } from "./poller.ts";

/** Options of `staticLoad`. */
export interface StaticLoadOptions {
  /** How often the figures are said again, milliseconds, so that they never count as old. Default 5,000. */
  readonly intervalMs?: number;
}

/**
 * Figures that never change, by name of the member: `staticLoad({ i1: { sessions: 3 }, i2: { sessions: 5 } })`.
 * Throws ConfigurationError when a figure is no number from 0.
 */
export function staticLoad(
  figures: Readonly<Record<string, Readonly<Record<string, number>>>>,
  options: StaticLoadOptions = {},
): LoadSource {
  checkSourceOptions("staticLoad", options, { intervalMs: durationOption });
  const all = checked(figures);
  const pace = paceOf(options);
  return {
    name: "staticLoad",
    start: (host: LoadHost) =>
      startPolling(host, pace, async ({ report }) => {
        const members = host.members();
        for (const { member, figures: own } of all) {
          // A member may join later.
          if (members.includes(member)) report(member, own);
        }
      }),
  };
}

function checked(figures: unknown): readonly NamedFigures[] {
  let all: readonly NamedFigures[];
  try {
    all = namedFiguresIn(structuredClone(figures));
  } catch (error) {
    throw new ConfigurationError(`staticLoad: ${failureText(error)}`, { cause: error });
  }
  for (const { member, figures: own } of all) {
    for (const [figure, value] of Object.entries(own)) {
      if (typeof value === "number" && Number.isFinite(value) && value >= 0) continue;
      throw new ConfigurationError(
        `staticLoad: figure ${show(figure)} of ${show(member)} is ${show(value)}; accepted: a number from 0`,
      );
    }
  }
  return all;
}
