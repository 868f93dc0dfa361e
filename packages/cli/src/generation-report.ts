/** One line of the report. */
export interface ReportLine {
  /** Class, `Class.method(types)` or `Class.field`. */
  readonly subject: string;
  readonly reason: string;
}

/** What the user should know besides the files: what is missing in them, and why. */
export class GenerationReport {
  readonly #leftOut = new Map<string, ReportLine>();
  readonly #notes = new Map<string, ReportLine>();

  /** Something of the jar that has no place in the output. */
  leaveOut(subject: string, reason: string): void {
    this.#leftOut.set(`${subject}\n${reason}`, { subject, reason });
  }

  /** Something that is in the output and needs a word. */
  note(subject: string, reason: string): void {
    this.#notes.set(`${subject}\n${reason}`, { subject, reason });
  }

  /** What was left out, by subject. */
  get leftOut(): readonly ReportLine[] {
    return sorted(this.#leftOut);
  }

  /** What needs a word, by subject. */
  get notes(): readonly ReportLine[] {
    return sorted(this.#notes);
  }
}

function sorted(lines: ReadonlyMap<string, ReportLine>): ReportLine[] {
  return [...lines.keys()].sort().map((key) => lines.get(key) as ReportLine);
}
