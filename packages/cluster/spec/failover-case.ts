import { readdirSync } from "node:fs";
import type { Attempt, CallFacts, Decision, decide, Failure } from "../src/index.ts";
import { readJson, specRoot } from "./read-spec.ts";

interface FailoverAttempt {
  readonly endpoint: string;
  readonly member?: string;
  readonly failure: string;
}
/** One case of spec/failover: see spec/README.md. */
export interface FailoverCase {
  readonly failure: string;
  readonly endpoint?: string;
  readonly member?: string;
  readonly history?: readonly FailoverAttempt[];
  readonly facts?: Partial<CallFacts>;
  readonly now?: number;
  readonly java: string;
  readonly expect: Omit<Decision, "reason">;
}

/** The named failures. */
export const failures = readJson("failover/failures.json") as Record<string, Failure>;

/** What a case leaves out. The same table stands in spec/README.md. */
export const usualFacts: CallFacts = {
  idempotent: false,
  oneway: false,
  kind: "stateless",
  reLookup: "impossible",
  clustered: true,
  untried: 2,
  round: 0,
  maxRounds: 3,
  replaysUsed: 0,
  maxReplays: 1,
  trustCompletedNo: true,
  forwardHops: 8,
  forwardFollowed: false,
  budgetLeft: true,
  deadlineMs: 30_000,
};

export function failureNamed(name: string): Failure {
  const failure = failures[name];
  if (failure === undefined) throw new Error(`there is no failure "${name}"`);
  return failure;
}

/** Something that decides like `decide`. */
export type Decide = typeof decide;

/** What is decided for a case. */
export function decisionOf(each: FailoverCase, by: Decide): Decision {
  const failure = failureNamed(each.failure);
  const history: Attempt[] = (each.history ?? []).map((attempt) => ({
    ...attempt,
    failure: failureNamed(attempt.failure),
    atMs: 0,
  }));
  const member = each.member === undefined ? {} : { member: each.member };
  history.push({
    endpoint: each.endpoint ?? "a:3700",
    ...member,
    failure,
    atMs: each.now ?? 1_000,
  });
  return by(history, failure, { ...usualFacts, ...each.facts }, each.now ?? 1_000);
}

/** The files of spec/failover, without their ending. */
export const failoverFiles: readonly string[] = readdirSync(new URL("failover/", specRoot))
  .filter((file) => file !== "failures.json")
  .map((file) => file.replace(".json", ""))
  .sort();
