import { expect } from "vitest";
import { formatExplanation } from "../src/selection/explanation.ts";
import { InvalidPolicyError, type Selection } from "../src/selection/policy.ts";
import {
  policyOf,
  runSelection,
  type SelectionCase,
  type SelectionExpectation,
} from "./selection-case.ts";

function countsOf(names: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[String(name)] = (counts[String(name)] ?? 0) + 1;
  return counts;
}

function expectShares(
  names: readonly (string | null)[],
  shares: Readonly<Record<string, number>>,
): void {
  const counts = countsOf(names);
  for (const [name, share] of Object.entries(shares)) {
    const sigma = Math.sqrt(names.length * share * (1 - share));
    expect(Math.abs((counts[name] ?? 0) - names.length * share), name).toBeLessThan(4 * sigma + 1);
  }
}

function expectLast(last: Selection, expected: SelectionExpectation): void {
  const { explanation } = last;
  const { answer, values, removed, notes, how, tied, alternates, text } = expected;
  if (answer !== undefined) expect(last.chosen.map(({ name }) => name)).toEqual(answer);
  if (values !== undefined) {
    const known = explanation.candidates.flatMap(({ name, value }) =>
      value === undefined ? [] : [[name, value] as const],
    );
    expect(Object.fromEntries(known)).toEqual(values);
  }
  if (removed !== undefined) {
    const gone = explanation.candidates.filter(({ outcome }) => outcome === "removed");
    expect(Object.fromEntries(gone.map(({ name, reason }) => [name, reason]))).toEqual(removed);
  }
  for (const [stage, note] of Object.entries(notes ?? {})) {
    expect(explanation.stages.find((each) => each.stage === stage)?.note, stage).toBe(note);
  }
  if (how !== undefined) expect(explanation.how).toBe(how);
  if (tied !== undefined) expect(explanation.tied).toEqual(tied);
  if (alternates !== undefined) {
    expect([...last.alternates()].map(({ name }) => name)).toEqual(alternates);
  }
  if (text !== undefined) expect(formatExplanation(explanation).split("\n")).toEqual(text);
}

/** Runs a case and compares every step with what it expects. */
export function expectSelection(each: SelectionCase): void {
  if (each.problem !== undefined) {
    let message = "";
    try {
      policyOf(each.policy);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidPolicyError);
      message = String((error as Error).message);
    }
    expect(message).toBe(each.problem);
    return;
  }
  for (const [index, { names, last, shares }] of runSelection(each).entries()) {
    const expected = each.steps[index]?.expect;
    if (expected === undefined) continue;
    const { chosen, counts, within4Sigma } = expected;
    for (const [name, share] of Object.entries(expected.expectedShares ?? {})) {
      expect(shares?.get(name), name).toBeCloseTo(share, 12);
    }
    if (chosen !== undefined) expect(names, `step ${index + 1}`).toEqual(chosen);
    if (counts !== undefined) expect(countsOf(names)).toEqual(counts);
    if (within4Sigma !== undefined) expectShares(names, within4Sigma);
    if (last !== undefined) expectLast(last, expected);
  }
}
