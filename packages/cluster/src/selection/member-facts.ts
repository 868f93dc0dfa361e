import { type Feedback, type FigureProblem, type Figures, soundFigures } from "./feedback.ts";

/** What every policy knows of a member. Immutable. */
export interface MemberFacts {
  /** Work of ours that runs there now: assigned and not released. */
  readonly running: number;
  /** Work of ours assigned since the last report, less what was released since; never negative. */
  readonly sinceReport: number;
  /** When it was found not to serve, in milliseconds. */
  readonly failedAtMs: number | undefined;
  /** Whether it takes no new work, on purpose. */
  readonly drained: boolean;
  /** The last figures that could be used. */
  readonly figures: Figures;
  /** When they were made, in milliseconds; `undefined`: there was no report. */
  readonly reportedAtMs: number | undefined;
  /** What could not be used of the last report. */
  readonly problems: readonly FigureProblem[];
}

/** A member of which nothing is known. */
export const unknownMember: MemberFacts = {
  running: 0,
  sinceReport: 0,
  failedAtMs: undefined,
  drained: false,
  figures: {},
  reportedAtMs: undefined,
  problems: [],
};

/** The facts of a member after something happened to it. */
export function factsAfter(facts: MemberFacts, event: Feedback): MemberFacts {
  switch (event.type) {
    case "assigned":
      return { ...facts, running: facts.running + 1, sinceReport: facts.sinceReport + 1 };
    case "released":
      return {
        ...facts,
        running: Math.max(0, facts.running - 1),
        sinceReport: Math.max(0, facts.sinceReport - 1),
      };
    case "failed":
      return { ...facts, failedAtMs: facts.failedAtMs ?? event.atMs };
    case "recovered":
      return { ...facts, failedAtMs: undefined };
    case "drained":
      return { ...facts, drained: true };
    case "undrained":
      return { ...facts, drained: false };
    case "report": {
      const { figures, problems } = soundFigures(event.figures);
      // A report that was overtaken by a newer one says nothing.
      if (facts.reportedAtMs !== undefined && event.atMs < facts.reportedAtMs) return facts;
      return { ...facts, figures, problems, reportedAtMs: event.atMs, sinceReport: 0 };
    }
    case "joined":
    case "left":
    case "tick":
      return facts;
  }
}
