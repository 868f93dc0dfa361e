import type { Plan, PlannedShare } from "./plan.ts";

const BAR = 40;

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(8);
}

function shareLine({ name, expected, simulated, count }: PlannedShare, width: number): string {
  const bar = "█".repeat(Math.round(BAR * simulated));
  const meant = expected === undefined ? "       –" : percent(expected);
  return `  ${name.padEnd(width)} ${meant} ${percent(simulated)} ${String(count).padStart(8)}  ${bar}`;
}

/** A forecast as lines of text with bars: expected share, simulated share, number of contexts. */
export function formatPlan(plan: Plan): string {
  const width = Math.max(6, ...plan.shares.map(({ name }) => name.length));
  const table = (shares: readonly PlannedShare[]): string[] =>
    shares.map((share) => shareLine(share, width));
  const head = `  ${"member".padEnd(width)} ${"expected".padStart(8)} ${"found".padStart(8)} ${"contexts".padStart(8)}`;
  const lines = [
    `${plan.policy}: ${plan.contexts} contexts, seed ${plan.seed}`,
    head,
    ...table(plan.shares),
  ];
  if (plan.nobody > 0) lines.push(`  nobody for ${plan.nobody}`);
  for (const { member, shares, nobody } of plan.deaths) {
    lines.push(`without ${member}:`, ...table(shares.filter(({ name }) => name !== member)));
    if (nobody > 0) lines.push(`  nobody for ${nobody}`);
  }
  if (plan.herd !== undefined) {
    const { clients, worstOfFair } = plan.herd;
    lines.push(
      `${clients} clients on the same reports: a member has up to ${worstOfFair.toFixed(2)} times its fair share`,
    );
  }
  for (const warning of plan.warnings) lines.push(`warning: ${warning}`);
  return lines.join("\n");
}
