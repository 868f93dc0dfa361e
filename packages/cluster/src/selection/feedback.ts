import type { Candidate } from "./candidate.ts";

/**
 * What a member reports of itself, by name of the figure. Names the presets know: `sessions`, `bogoMips`,
 * `idlePercent`, `freeMemory` (sgd); `sessions`, `maxSessions`, `utilization`, `cpuPercent`, `responseMs`,
 * `roundTripMs`, `octets` (alteonGslb).
 */
export type Figures = Readonly<Record<string, number>>;

/**
 * What happened to the members since the last decision. Members are named; a name that is not
 * known, or no longer, changes nothing.
 */
export type Feedback =
  /** Work was given to a member. A decision counts its own first choice: say only what went elsewhere. */
  | {
      readonly type: "assigned";
      readonly member: string;
      readonly key?: string;
      readonly clientAddress?: string;
      readonly atMs?: number;
    }
  /** A piece of work ended there. `key` as it was when it was assigned. */
  | { readonly type: "released"; readonly member: string; readonly key?: string }
  /** The member could not be reached, or does not serve. */
  | { readonly type: "failed"; readonly member: string; readonly atMs: number }
  /** The member serves again. */
  | { readonly type: "recovered"; readonly member: string }
  /** A member is new, or known by other facts now: same name, another weight or address. */
  | { readonly type: "joined"; readonly member: Candidate }
  /** A member does not belong to the cluster any more. */
  | { readonly type: "left"; readonly member: string }
  /** No new work for this member, on purpose. */
  | { readonly type: "drained"; readonly member: string }
  /** The end of that. */
  | { readonly type: "undrained"; readonly member: string }
  /** Figures of one member. They replace all earlier ones. */
  | {
      readonly type: "report";
      readonly member: string;
      readonly figures: Figures;
      readonly atMs: number;
    }
  /** Time went by. */
  | { readonly type: "tick"; readonly atMs: number };

/** A figure that says nothing, and why. */
export interface FigureProblem {
  /** Name of the figure. */
  readonly figure: string;
  /** What was reported. */
  readonly value: unknown;
  /** What is wrong, as a lower-case clause. */
  readonly problem: string;
}

/**
 * Parts a report into figures that can be used and those that cannot: not a number, not finite,
 * negative. A figure that cannot be used counts as missing, never as the best.
 */
export function soundFigures(figures: Readonly<Record<string, unknown>>): {
  readonly figures: Figures;
  readonly problems: readonly FigureProblem[];
} {
  const sound: [string, number][] = [];
  const problems: FigureProblem[] = [];
  for (const [figure, value] of Object.entries(figures)) {
    if (typeof value !== "number") problems.push({ figure, value, problem: "is not a number" });
    else if (!Number.isFinite(value)) problems.push({ figure, value, problem: "is not finite" });
    else if (value < 0) problems.push({ figure, value, problem: "is negative" });
    else sound.push([figure, value]);
  }
  return { figures: Object.fromEntries(sound), problems };
}
