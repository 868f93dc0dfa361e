// What a run amounts to: the figures, and whether every promise was kept. Pure: journal and outcomes in, figures out.
import type { JournalEntry } from "@remora/mock-cluster";
import type { CallOutcome } from "./runner-process.ts";
import { isPaced, joiningMember, type Scene, startMembers } from "./stage.ts";

/** The figures of a run, exactly as `--json` prints them. */
export interface Figures {
  readonly contexts: number;
  readonly shares: Readonly<Record<string, number>>;
  readonly planned: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly failed: number;
  readonly maybe: number;
  readonly replayed: number;
  readonly executedTwice: number;
  readonly longestStallMs: number;
  readonly joinedMemberCalls: number;
}

/** What a run left behind. */
export interface Run {
  readonly wanted: { readonly contexts: number; readonly calls: number };
  readonly entries: readonly JournalEntry[];
  readonly outcomes: readonly CallOutcome[];
  readonly scene: Scene;
}

/** What the summary says beyond the figures. */
export interface Details {
  /** Orders in flight at the crash, and how many of them had run. */
  readonly ordersHeld: number;
  readonly ordersRun: number;
  /** Stock calls in flight at the crash, how many had run, and how many of all ran twice. */
  readonly stocksHeld: number;
  readonly stocksRun: number;
  readonly stocksTwice: number;
  /** From the crash to the last answer of a stock call that was run again. */
  readonly recoveredMs: number;
  /** Calls that a stopping member refused because the application was gone; they went elsewhere. */
  readonly refused: number;
  /** Orders on their way to the stopping member when its connections closed. */
  readonly lostAtStop: number;
  readonly executions: number;
  /** Executions of paced calls per member. */
  readonly served: Readonly<Record<string, number>>;
  /** The largest distance of a share from its plan, in standard deviations. */
  readonly largestSigma: number;
  /** Failures that the rules do not allow, the first few, in words. */
  readonly notAllowed: readonly string[];
}

const sigmas = 4;

/** Planned share per member: its weight by the sum of weights. */
export function plannedShares(): Readonly<Record<string, number>> {
  const sum = startMembers.reduce((total, { weight }) => total + weight, 0);
  return Object.fromEntries(
    startMembers.map(({ name, weight }) => [name, Math.round((weight / sum) * 10_000) / 10_000]),
  );
}

/** Counts a run. */
export function figuresOf(run: Run): { readonly figures: Figures; readonly details: Details } {
  const { entries, outcomes, scene } = run;
  const { crash, stop } = scene;
  const executions = new Map<string, number>();
  const served: Record<string, number> = {};
  const shares: Record<string, number> = Object.fromEntries(
    startMembers.map(({ name }) => [name, 0]),
  );
  const arrivedElsewhere = new Set<string>();
  for (const entry of entries) {
    if (entry.operation === "hello" && entry.executed) {
      shares[entry.member] = (shares[entry.member] ?? 0) + 1;
    }
    if (!isPaced(entry)) continue;
    if (entry.member !== crash.member) arrivedElsewhere.add(idOf(entry));
    if (!entry.executed) continue;
    executions.set(idOf(entry), (executions.get(idOf(entry)) ?? 0) + 1);
    served[entry.member] = (served[entry.member] ?? 0) + 1;
  }
  const twice = [...executions].filter(([, times]) => times > 1).map(([id]) => id);
  const heldOrders = crash.inFlight.filter(({ operation }) => operation === "order");
  const heldStocks = crash.inFlight.filter(({ operation }) => operation === "stock");
  const replayed = heldStocks.map(idOf).filter((id) => arrivedElsewhere.has(id));
  const maybe = outcomes.filter((call) => isLostOrder(call, crash));
  const lostAtStop = outcomes.filter((call) => isLostOrder(call, stop));
  const allowed = new Set([...maybe, ...lostAtStop]);
  const notAllowed = outcomes.filter((call) => call.outcome !== "ok" && !allowed.has(call));
  const answeredAt = outcomes
    .filter((call) => replayed.includes(`${call.operation}-${call.n}`))
    .map(({ atMs }) => atMs);
  const contexts = Object.values(shares).reduce((sum, count) => sum + count, 0);
  return {
    figures: {
      contexts,
      shares,
      planned: plannedShares(),
      calls: outcomes.length,
      failed: notAllowed.length,
      maybe: maybe.length,
      replayed: replayed.length,
      executedTwice: twice.filter((id) => id.startsWith("order")).length,
      longestStallMs: longestStallMs(outcomes),
      joinedMemberCalls: served[joiningMember.name] ?? 0,
    },
    details: {
      ordersHeld: heldOrders.length,
      ordersRun: heldOrders.filter(({ executed }) => executed).length,
      stocksHeld: heldStocks.length,
      stocksRun: heldStocks.filter(({ executed }) => executed).length,
      stocksTwice: twice.filter((id) => id.startsWith("stock")).length,
      lostAtStop: lostAtStop.length,
      refused: entries.filter(isRefused).length,
      recoveredMs: tenths(Math.max(0, ...answeredAt.map((atMs) => atMs - crash.atMs))),
      executions: [...executions.values()].reduce((sum, times) => sum + times, 0),
      served,
      largestSigma: largestSigma(shares, contexts),
      notAllowed: notAllowed.slice(0, 3).map(inWords),
    },
  };
}

/** Sentences for the promises that a run broke; empty when it kept them all. */
export function brokenPromises(run: Run, figures: Figures, details: Details): readonly string[] {
  const { wanted } = run;
  const broken: string[] = [];
  const check = (kept: boolean, sentence: string): void => {
    if (!kept) broken.push(sentence);
  };
  check(
    figures.contexts === wanted.contexts,
    `${figures.contexts} contexts were made instead of ${wanted.contexts}`,
  );
  check(
    figures.calls === wanted.calls,
    `${figures.calls} calls had an outcome instead of ${wanted.calls}`,
  );
  check(
    details.largestSigma <= sigmas,
    `shares of contexts are ${details.largestSigma} standard deviations from the plan, more than ${sigmas}`,
  );
  check(
    figures.failed === 0,
    `${figures.failed} calls failed that the rules do not allow to fail: ${details.notAllowed.join("; ")}`,
  );
  check(figures.executedTwice === 0, `${figures.executedTwice} orders ran more than once`);
  check(figures.maybe >= 1, "no order was in flight at the crash");
  check(figures.replayed >= 1, "no stock call was run again after the crash");
  check(
    details.ordersHeld >= 4 && details.stocksHeld >= 4,
    `${details.ordersHeld} orders and ${details.stocksHeld} stock calls were in flight at the crash, fewer than 4 of each`,
  );
  check(figures.joinedMemberCalls >= 1, `${joiningMember.name} joined and was never called`);
  return broken;
}

function idOf(entry: JournalEntry): string {
  return String(entry.args[0]);
}

/** The member had no bean any more: such an entry knows neither its bean nor its arguments. */
function isRefused({ operation, answer }: JournalEntry): boolean {
  return (operation === "order" || operation === "stock") && answer === "OBJECT_NOT_EXIST";
}

/** An order that had been sent to a member when its connections were lost: nobody can know whether it ran. */
function isLostOrder(
  { operation, outcome, rule, member, atMs, tookMs }: CallOutcome,
  lost: { readonly member: string; readonly atMs: number },
): boolean {
  const startedMs = atMs - tookMs;
  return (
    operation === "order" &&
    outcome === "maybe" &&
    rule === "lost-after-write" &&
    member === lost.member &&
    startedMs <= lost.atMs + noticedMs &&
    atMs >= lost.atMs - clockMs
  );
}

/** Until the client has the close event it still sends; on a busy machine that takes a while. */
const noticedMs = 1_000;
/** Two processes read their clocks. */
const clockMs = 50;

function inWords({ n, operation, outcome, member, code }: CallOutcome): string {
  return `${operation} ${n} at ${member}: ${code}, completed ${outcome}`;
}

function longestStallMs(outcomes: readonly CallOutcome[]): number {
  const times = outcomes
    .filter(({ outcome }) => outcome === "ok")
    .map(({ atMs }) => atMs)
    .sort((a, b) => a - b);
  const gaps = times.map((time, index) => time - (times[index - 1] ?? time));
  return tenths(Math.max(0, ...gaps));
}

function largestSigma(shares: Readonly<Record<string, number>>, contexts: number): number {
  const sum = startMembers.reduce((total, { weight }) => total + weight, 0);
  const distances = startMembers.map(({ name, weight }) => {
    const share = weight / sum;
    const deviation = Math.sqrt(contexts * share * (1 - share));
    return Math.abs((shares[name] ?? 0) - contexts * share) / deviation;
  });
  return tenths(Math.max(...distances));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
