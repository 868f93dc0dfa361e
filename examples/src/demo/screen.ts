// The demo as a person sees it: bars while contexts are made, then the timeline. Without a terminal: plain lines.
import {
  type Colour,
  eventLine,
  type Paint,
  shareLine,
  timelineHead,
  timelineRow,
} from "./drawing.ts";
import { plannedShares } from "./figures.ts";
import type { CallOutcome, ClientListener } from "./runner-process.ts";
import { joiningMember, type StageEvent, startMembers } from "./stage.ts";

/** Where a screen writes. */
export interface ScreenOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const colours: Readonly<Record<StageEvent["kind"], Colour>> = {
  crash: "red",
  stop: "yellow",
  stopped: "yellow",
  join: "cyan",
  return: "cyan",
};

const rowMs = 500;
const redrawEvery = 10;
const plainEvery = 200;

/** Draws what it is told. */
export class Screen implements ClientListener {
  readonly #out: ScreenOutput;
  readonly #paint: Paint;
  readonly #contexts: number;
  readonly #full: number;
  readonly #shares: Record<string, number> = {};
  readonly #names: readonly string[] = [
    ...startMembers.map(({ name }) => name),
    joiningMember.name,
  ];
  #drawn = false;
  #counts: Record<string, number> = {};
  #startedMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    out: ScreenOutput,
    paint: Paint,
    run: { readonly contexts: number; readonly callsPerSecond: number },
  ) {
    this.#out = out;
    this.#paint = paint;
    this.#contexts = run.contexts;
    // The bar of a member that answers two thirds of the calls is full.
    this.#full = (run.callsPerSecond * rowMs * 2) / 3_000;
  }

  line(text: string): void {
    this.#out.write(`${text}\n`);
  }

  context(n: number, member: string): void {
    this.#shares[member] = (this.#shares[member] ?? 0) + 1;
    const last = n === this.#contexts;
    if (this.#out.isTTY === true) {
      if (n % redrawEvery === 0 || last) this.#drawShares(n);
    } else if (n % plainEvery === 0 && !last) {
      const counts = startMembers.map(({ name }) => `${name} ${this.#shares[name] ?? 0}`);
      this.line(`  ${n} contexts: ${counts.join(", ")}`);
    } else if (last) this.#drawShares(n);
  }

  /** The timeline begins. */
  startTimeline(): void {
    this.line("");
    this.line(timelineHead(this.#names, this.#paint));
    this.#startedMs = performance.now();
    this.#timer = setInterval(() => this.#row(), rowMs);
  }

  call({ outcome, member }: CallOutcome): void {
    if (this.#startedMs === undefined) this.startTimeline();
    if (outcome === "ok") this.#counts[member] = (this.#counts[member] ?? 0) + 1;
  }

  event({ kind, text }: StageEvent): void {
    this.line(eventLine(this.#elapsedMs() / 1000, text, colours[kind], this.#paint));
  }

  /** The last row, and no timer any more. */
  end(): void {
    clearInterval(this.#timer);
    if (Object.keys(this.#counts).length > 0) this.#row();
  }

  #elapsedMs(): number {
    return performance.now() - (this.#startedMs ?? performance.now());
  }

  #row(): void {
    const seconds = this.#elapsedMs() / 1000;
    const counts = this.#counts;
    this.#counts = {};
    this.line(timelineRow(seconds, this.#names, counts, this.#full, this.#paint));
  }

  #drawShares(total: number): void {
    const planned = plannedShares();
    const lines = startMembers.map(({ name }) =>
      shareLine(name, this.#shares[name] ?? 0, total, planned[name] ?? 0, this.#paint),
    );
    // Back over the lines drawn before.
    if (this.#drawn && this.#out.isTTY === true) this.#out.write(`\u001b[${lines.length}A`);
    this.#drawn = true;
    for (const line of lines) this.line(line);
  }
}
