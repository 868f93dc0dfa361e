import type { SelectionRequest } from "./policy.ts";

/** Kinds of stages, in their order. */
export type StageKind = "source" | "filter" | "sticky" | "metric" | "load" | "chooser";

/** A candidate that a stage took away. */
export interface Removal {
  /** Name of the candidate. */
  readonly name: string;
  /** Why, as a lower-case clause. */
  readonly reason: string;
}

/** What one stage did. */
export interface StageNote {
  /** Which kind of stage. */
  readonly kind: StageKind;
  /** Its name. */
  readonly stage: string;
  /** Whom it took away. */
  readonly removed: readonly Removal[];
  /** How many candidates were left after it. */
  readonly left: number;
  /** What else there is to say: that it was skipped, that it decided, that it fell back. */
  readonly note?: string;
  /** Set when it is soft and would have left nobody, so that it did not act. */
  readonly skipped?: true;
}

/** What became of one member. */
export interface CandidateFate {
  /** Its name. */
  readonly name: string;
  /** Chosen; taken away by a stage; or left to the end and not chosen. */
  readonly outcome: "chosen" | "removed" | "not chosen";
  /** Why, as a lower-case clause. */
  readonly reason: string;
  /** Its load, where one was computed. */
  readonly value?: number;
}

/** Why a decision fell as it did. */
export interface Explanation {
  /** Name of the policy. */
  readonly policy: string;
  /** What was asked for. */
  readonly request: SelectionRequest;
  /** When, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Every stage that acted, in order. */
  readonly stages: readonly StageNote[];
  /** Every member, in the order in which they joined. */
  readonly candidates: readonly CandidateFate[];
  /** Names of the chosen, best first. */
  readonly chosen: readonly string[];
  /** How the choice was made. */
  readonly how: string;
  /** Names that were equally good, the chosen one included; none when there was no tie. */
  readonly tied: readonly string[];
}

/** Reasons shown of one stage; with more of them only their number is told. */
const SHOWN = 12;

function shownRemovals(removed: readonly Removal[]): string {
  const shown = removed.slice(0, SHOWN).map(({ name, reason }) => `${name} (${reason})`);
  const more = removed.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** The explanation as lines of text, one for each stage and one for the choice. */
export function formatExplanation(explanation: Explanation): string {
  const { policy, stages, candidates, chosen, how, tied } = explanation;
  const lines = [`${policy}: ${candidates.length} members`];
  for (const { kind, stage, removed, left, note } of stages) {
    const parts = [
      ...(removed.length === 0 ? [] : [`without ${shownRemovals(removed)}`]),
      ...(note === undefined ? [] : [note]),
      `${left} left`,
    ];
    lines.push(`  ${kind} ${stage}: ${parts.join("; ")}`);
  }
  const valued = candidates.filter(({ value }) => value !== undefined);
  if (valued.length > 0) {
    const shown = valued.slice(0, SHOWN).map(({ name, value }) => `${name} ${value}`);
    const more = valued.length - shown.length;
    lines.push(`  values: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
  }
  if (tied.length > 1) lines.push(`  equally good: ${tied.join(", ")}`);
  lines.push(`  → ${chosen.length === 0 ? "nobody" : chosen.join(", ")}: ${how}`);
  return lines.join("\n");
}
