import {
  formatExplanation,
  formatPlan,
  InvalidPolicyError,
  type Plan,
  plan,
} from "@remora/cluster";
import type { CommandStreams } from "../run-command.ts";
import { reportsOf } from "./members-word.ts";
import { PlanUsageError } from "./plan-usage-error.ts";
import { type PlanWords, planHelp, planWords } from "./plan-words.ts";
import { featureLines, presetFeatures } from "./preset-features.ts";

function planOf(words: PlanWords): Plan {
  const { policy, members, requests, reportMs, contexts, seed, clients, deaths, nowMs } = words;
  const found = plan({
    policy: policy.policy,
    members: members.map(({ candidate }) => candidate),
    before: reportsOf(members, nowMs),
    reportEvery: words.reportEvery,
    contexts,
    seed,
    clients,
    deaths,
    nowMs,
    ...(requests === undefined ? {} : { requests }),
    ...(reportMs === undefined ? {} : { reportMs }),
  });
  return { ...found, warnings: [...policy.own.warnings, ...found.warnings] };
}

function textOf(words: PlanWords, found: Plan): string {
  const { name, options, policy } = words.policy;
  const lines = [formatPlan(found)];
  if (!words.deaths) {
    lines.push("deaths: not forecast for more than 20 members; --deaths does it");
  }
  if (words.clients > 1 && policy.herds === undefined) {
    lines.push(`${words.clients} clients: no herd, for this rule does not go by reports`);
  }
  if (words.explain && found.first !== undefined) {
    lines.push("", "the first decision:", formatExplanation(found.first));
  }
  lines.push("", ...featureLines(name, presetFeatures(name, options)));
  return lines.join("\n");
}

function dataOf(words: PlanWords, found: Plan): string {
  const { name, options } = words.policy;
  const { first, ...rest } = found;
  const data = {
    ...rest,
    options,
    ...(words.explain ? { explanation: first } : {}),
    features: presetFeatures(name, options),
  };
  // What is not known is said to be so, and not left out.
  return JSON.stringify(data, (_key, value: unknown) => (value === undefined ? null : value), 2);
}

/** Runs `remora plan` and gives its exit status: 0 done, 2 wrong words, told in one line. */
export function planCommand(args: readonly string[], { out, err }: CommandStreams): number {
  try {
    const words = planWords(args);
    if (words === undefined) {
      out(`${planHelp}\n`);
      return 0;
    }
    const found = planOf(words);
    out(`${words.json ? dataOf(words, found) : textOf(words, found)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof PlanUsageError || error instanceof InvalidPolicyError)) throw error;
    err(`remora plan: ${error.message}\n`);
    return 2;
  }
}
