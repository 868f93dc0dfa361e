// Bars and lines of the demo, 80 columns wide at most. Colour only for a terminal that wants it.

/** Paints a text; the identity where there is no colour. */
export type Paint = (text: string, colour: Colour) => string;

/** The few colours of the demo. */
export type Colour = "green" | "red" | "yellow" | "cyan" | "dim" | "bold";

const codes: Readonly<Record<Colour, readonly [number, number]>> = {
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
};

/** Colours for a terminal; none with NO_COLOR or into a file. */
export function painter(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Paint {
  // https://no-color.org: present and not empty.
  const wanted = isTerminal && (environment["NO_COLOR"] ?? "") === "";
  return (text, colour) => {
    if (!wanted) return text;
    const [on, off] = codes[colour];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

const shareWidth = 40;
/** The share that fills the bar. */
const fullShare = 0.6;

/** `i2  ████████████│·····   201   33.5 %  planned 33.3 %`: the mark stands where the plan ends. */
export function shareLine(
  name: string,
  count: number,
  total: number,
  planned: number,
  paint: Paint,
): string {
  const share = total === 0 ? 0 : count / total;
  const filled = columns(share);
  const mark = columns(planned);
  let bar = "";
  for (let column = 0; column < shareWidth; column++) {
    if (column === mark) bar += paint("│", "yellow");
    else bar += column < filled ? paint("█", "green") : paint("·", "dim");
  }
  const percent = (value: number): string => `${(value * 100).toFixed(1)} %`.padStart(6);
  return `  ${name}  ${bar} ${String(count).padStart(4)} ${percent(share)}  plan ${percent(planned)}`;
}

function columns(share: number): number {
  return Math.min(shareWidth, Math.round((share / fullShare) * shareWidth));
}

const cellBar = 9;
const cellWidth = 16;

/** One row of the timeline: the answers of each member in one span of time. */
export function timelineRow(
  seconds: number,
  members: readonly string[],
  counts: Readonly<Record<string, number>>,
  full: number,
  paint: Paint,
): string {
  const cells = members.map((member) => {
    const count = counts[member] ?? 0;
    const length = count === 0 ? 0 : Math.max(1, Math.round((count / full) * cellBar));
    const bar = "█".repeat(Math.min(cellBar, length)).padEnd(cellBar);
    const text = `${bar} ${(count === 0 ? "-" : String(count)).padStart(4)}`;
    return paint(text, count === 0 ? "dim" : "green") + " ".repeat(cellWidth - cellBar - 5);
  });
  return ` ${seconds.toFixed(1).padStart(5)} s  ${cells.join("")}`.trimEnd();
}

/** The head of the timeline. */
export function timelineHead(members: readonly string[], paint: Paint): string {
  const names = members.map((member) => member.padEnd(cellWidth)).join("");
  return paint(`    time  ${names}`.trimEnd(), "bold");
}

/** A step of the script between two rows. */
export function eventLine(seconds: number, text: string, colour: Colour, paint: Paint): string {
  return paint(` ${seconds.toFixed(1).padStart(5)} s  ── ${text}`, colour);
}
