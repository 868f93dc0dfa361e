import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decisionOf, type FailoverCase, failoverFiles } from "../spec/failover-case.ts";
import { cases } from "../spec/read-spec.ts";
import {
  type CompletionRule,
  type DecisionRow,
  decideBy,
  decisionRows,
  type Outcome,
} from "./index.ts";

describe("the failover cases prove the table", () => {
  const all = failoverFiles.flatMap((file) => cases<FailoverCase>(`failover/${file}`));

  /** Whether some case fails when the table is `rows`. */
  function isNoticed(rows: readonly DecisionRow[]): boolean {
    return all.some((each) => {
      const { reason: _reason, ...decision } = decisionOf(each, (history, failure, facts, now) =>
        decideBy(rows, history, failure, facts, now),
      );
      try {
        expect(decision).toEqual(each.expect);
        return false;
      } catch {
        return true;
      }
    });
  }

  function withRow(row: DecisionRow, change: Partial<DecisionRow>): DecisionRow[] {
    return decisionRows.map((each) => (each === row ? { ...row, ...change } : each));
  }

  const flips: readonly Outcome[] = [
    "give-up",
    "next",
    "next-this-round",
    "reconnect",
    "replay",
    "one-other",
    "try-later",
    "move",
    "look-up",
  ];
  const columns = ["withoutMark", "withMark"] as const;
  const completions: readonly CompletionRule[] = ["yes", "no", "maybe"];

  test("as it stands, no case fails", () => {
    expect(isNoticed(decisionRows)).toBe(false);
  });

  describe.each(decisionRows.map((row) => ({ id: row.id, row })))("$id", ({ row }) => {
    test.each(columns)("any other outcome %s is noticed", (column) => {
      // When the deadline is over no outcome can lead to another attempt: the gate behind the table
      // is proved by the cases named "deadline over".
      if (row.id === "deadline") return;
      const unnoticed = flips
        .filter((outcome) => outcome !== row[column])
        .filter((outcome) => !isNoticed(withRow(row, { [column]: outcome })));
      expect(unnoticed).toEqual([]);
    });

    test("any other completion is noticed", () => {
      const unnoticed = completions
        .filter((completed) => completed !== row.completed)
        .filter((completed) => !isNoticed(withRow(row, { completed })));
      expect(unnoticed).toEqual([]);
    });

    test("the loss of any effect is noticed", () => {
      for (const effect of Object.keys(row.effects)) {
        const { [effect as keyof typeof row.effects]: _lost, ...effects } = row.effects;
        expect(isNoticed(withRow(row, { effects })), effect).toBe(true);
      }
    });

    test("the loss of the row is noticed", () => {
      // Without its last row a table falls back to it; that row is tested by the others.
      if (row === decisionRows.at(-1)) return;
      expect(isNoticed(decisionRows.filter((each) => each !== row))).toBe(true);
    });
  });
});

test("docs/failover.md explains every row, and no other", () => {
  const text = readFileSync(new URL("../../../docs/failover.md", import.meta.url), "utf8");
  const explained = [...text.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, id]) => id);
  expect(explained.sort()).toEqual(decisionRows.map(({ id }) => id).sort());
});
