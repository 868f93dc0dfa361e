import type { Plan, PlannedShare } from "./plan.ts";

/** Lines are no longer than a terminal of the smallest usual size. */
const COLUMNS = 80;
const BAR = 40;
const LONGEST_NAME = 30;
/** Two columns of percents and one of counts, with their blanks. */
const NUMBERS = 29;

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(8);
}

function shownName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/** A bar for a share; whoever gets anything at all has at least a thin one. */
function bar(share: number, width: number): string {
  const longest = Math.min(BAR, COLUMNS - 2 - width - NUMBERS);
  const blocks = Math.round(longest * share);
  return blocks === 0 && share > 0 ? "▏" : "█".repeat(blocks);
}

function shareLine({ name, expected, simulated, count }: PlannedShare, width: number): string {
  const meant = expected === undefined ? "       –" : percent(expected);
  const numbers = `${meant} ${percent(simulated)} ${String(count).padStart(8)}`;
  return `  ${shownName(name).padEnd(width)} ${numbers}  ${bar(simulated, width)}`.trimEnd();
}

/** A text as lines of at most 80 columns; those after the first are indented. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = `  ${word}`;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/**
 * A forecast as lines of text with bars: expected share, simulated share, number of contexts. No line is longer than 80
 * columns, and nothing is coloured.
 */
export function formatPlan(plan: Plan): string {
  const width = Math.max(6, ...plan.shares.map(({ name }) => shownName(name).length));
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
    lines.push(
      `without ${shownName(member)}:`,
      ...table(shares.filter(({ name }) => name !== member)),
    );
    if (nobody > 0) lines.push(`  nobody for ${nobody}`);
    const tried = shares.find(({ name }) => name === member)?.count ?? 0;
    if (tried > 0) {
      lines.push(`  nobody else is left: ${shownName(member)} is tried for ${tried}`);
    }
  }
  if (plan.herd !== undefined) {
    const { clients, worstOfFair, worstIntervalOfFair } = plan.herd;
    lines.push(
      ...wrapped(
        `${clients} clients on the same reports: a member has up to ${worstOfFair.toFixed(2)} times its fair share, ` +
          `and is given up to ${worstIntervalOfFair.toFixed(2)} times its share between two reports`,
      ),
    );
  }
  for (const warning of plan.warnings) lines.push(...wrapped(`warning: ${warning}`));
  return lines.join("\n");
}
