// The full product fault × phase × mark × calls in flight. The journal counts what really ran; the client must never
// run an unmarked call twice, never say that a call did not run which did, and never settle late.
import type { Orb, OrbOptions } from "@remora/client";
import type {
  ConnectionFault,
  Fault,
  JournalEntry,
  MockCluster,
  SystemExceptionAnswer,
} from "@remora/mock-cluster";
import { afterAll, expect, test } from "vitest";
import { until } from "../support/events.ts";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { allowedLateMs, type Watched, watched } from "../support/outcome.ts";
import { orbOf, type Shop, shopIn, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const callsPerCell = 56;
const lanes = 7;
const membersOfACluster = ["i1", "i2", "i3"] as const;

/** What a fault leaves for the caller to see. */
interface FaultCase {
  readonly fault: string;
  readonly phase: string;
  /** Done to the first arrival of each call that it concerns. */
  readonly call?: Fault;
  /** Done to the next connection that is made, which the test makes necessary. */
  readonly connection?: ConnectionFault;
  /** Done by hand, with the calls under way. */
  readonly act?: (cluster: MockCluster, member: string) => unknown;
  /** Undoes what was done to a member, so that the next round finds it as before. */
  readonly heal?: (cluster: MockCluster, member: string) => unknown;
  /** A marked call must give a result. Default true. */
  readonly markedSucceeds?: boolean;
  /**
   * The server's word about the execution is a lie that no client can see through: always, or when many calls share
   * the connection. Default never.
   */
  readonly lies?: "always" | "together";
  readonly timeoutMs?: number;
  readonly options?: OrbOptions;
}

const closing: readonly FaultCase[] = (["fin", "reset", "closeConnection"] as const).flatMap(
  (manner) =>
    (["beforeExecute", "beforeReply", "midReply", "afterReply"] as const).map((phase) => ({
      fault: `connection ends (${manner})`,
      phase,
      call: { close: phase, closeManner: manner },
      // CloseConnection means that unanswered requests did not run; after the servant of any of them ran it is a lie.
      ...(manner === "closeConnection" && phase !== "beforeExecute"
        ? { lies: phase === "beforeReply" ? ("always" as const) : ("together" as const) }
        : {}),
      // A reply that has begun tells that the operation ran: nothing is repeated.
      markedSucceeds: phase !== "midReply",
    })),
);

const crashing: readonly FaultCase[] = (
  ["beforeExecute", "beforeReply", "afterReply"] as const
).map((phase) => ({
  fault: "member dies",
  phase,
  call: { crash: phase },
  heal: async (cluster: MockCluster, member: string) => {
    if (cluster.member(member).state === "down") await cluster.member(member).restart();
  },
}));

const silent: readonly FaultCase[] = (["beforeExecute", "beforeReply"] as const).map((phase) => ({
  fault: "no reply",
  phase,
  call: { silence: phase },
  timeoutMs: 150,
  markedSucceeds: false,
}));

const exceptions: readonly FaultCase[] = [
  { name: "TRANSIENT", minor: 0x4f4d0001, completed: "no" },
  { name: "OBJ_ADAPTER", minor: 0x4f4d0001, completed: "no" },
  { name: "OBJECT_NOT_EXIST", minor: 0x4f4d0002, completed: "no" },
  { name: "OBJECT_NOT_EXIST", minor: 9999, completed: "maybe" },
  { name: "TRANSIENT", minor: 0, completed: "no" },
  { name: "COMM_FAILURE", minor: 0, completed: "no" },
  { name: "COMM_FAILURE", minor: 0x4f4d0001, completed: "maybe" },
  { name: "NO_RESOURCES", minor: 1, completed: "no" },
  { name: "IMP_LIMIT", minor: 1, completed: "maybe" },
  { name: "UNKNOWN", minor: 0, completed: "no" },
  { name: "UNKNOWN", minor: 0x4f4d0007, completed: "maybe" },
  { name: "UNKNOWN", minor: 0, completed: "yes" },
  { name: "MARSHAL", minor: 1, completed: "maybe" },
  { name: "INTERNAL", minor: 1, completed: "no" },
].flatMap((exception): FaultCase[] => {
  const { name, minor, completed } = exception as Required<SystemExceptionAnswer>;
  const said = `${name} ${minor.toString(16)} ${completed}`;
  const refusal = ["TRANSIENT", "OBJ_ADAPTER"].includes(name) && minor !== 0 && completed === "no";
  const adapterGone = name === "OBJECT_NOT_EXIST" && minor === 0x4f4d0002;
  const trouble = ["TRANSIENT", "COMM_FAILURE", "NO_RESOURCES", "IMP_LIMIT", "UNKNOWN"].includes(
    name,
  );
  const markedSucceeds = refusal || adapterGone || trouble;
  const systemException = { name, minor, completed };
  const cases: FaultCase[] = [
    {
      fault: said,
      phase: "instead of the servant",
      call: { systemException },
      markedSucceeds,
      ...(completed === "yes" ? { lies: "always" } : {}),
    },
  ];
  // A server that runs the operation and then says "no such adapter" cannot be told from one that never ran it.
  if (!adapterGone) {
    cases.push({
      fault: said,
      phase: "after the servant",
      call: { systemException, execute: true },
      markedSucceeds,
      ...(completed === "no" && !trouble ? { lies: "always" } : {}),
      // Such a lie of a refusal is why the option is there.
      options: refusal ? { trustCompletedNo: false } : {},
    });
  }
  return cases;
});

const replies: readonly FaultCase[] = [
  {
    fault: "user exception",
    phase: "after the servant",
    call: { userException: { javaClass: "shop.SoldOut" }, execute: true },
    markedSucceeds: false,
  },
  {
    fault: "forward to a member",
    phase: "instead of the servant",
    call: { forward: { member: "i2" } },
  },
  {
    fault: "forward to nobody",
    phase: "instead of the servant",
    call: { forward: { host: "127.0.0.1", port: 1 } },
  },
  { fault: "forward in a loop", phase: "instead of the servant", call: { forward: "self" } },
  {
    fault: "forward to TLS",
    phase: "instead of the servant",
    call: { forward: "tlsOnly" },
    markedSucceeds: false,
  },
  {
    fault: "forward to nil",
    phase: "instead of the servant",
    call: { forward: "nil" },
    markedSucceeds: false,
  },
  {
    fault: "forward to another type",
    phase: "instead of the servant",
    call: { forward: "wrongType" },
  },
  { fault: "other addressing mode", phase: "instead of the servant", call: { addressingMode: 2 } },
  { fault: "MessageError", phase: "after the servant", call: { reply: { messageError: true } } },
  { fault: "wrong magic", phase: "after the servant", call: { reply: { magic: "JIOP" } } },
  {
    fault: "size beyond every limit",
    phase: "after the servant",
    call: { reply: { size: 0x7fff_ffff } },
  },
  { fault: "unknown GIOP version", phase: "after the servant", call: { reply: { giopMinor: 9 } } },
  {
    fault: "body missing",
    phase: "after the servant",
    call: { reply: { body: "missing" } },
    markedSucceeds: false,
  },
  {
    fault: "body of garbage",
    phase: "after the servant",
    call: { reply: { body: "garbage" } },
    markedSucceeds: false,
  },
  {
    fault: "unknown reply status",
    phase: "after the servant",
    call: { reply: { status: 77 } },
    markedSucceeds: false,
  },
  {
    fault: "reply to another id",
    phase: "after the servant",
    call: { reply: { requestIdDelta: 100_000 } },
    timeoutMs: 150,
    markedSucceeds: false,
  },
  {
    fault: "half a reply",
    phase: "after the servant",
    call: { reply: { cutAt: "half" } },
    timeoutMs: 150,
    markedSucceeds: false,
  },
  {
    fault: "last fragment missing",
    phase: "after the servant",
    call: { reply: { fragmentBytes: 24, withoutLastFragment: true } },
    timeoutMs: 150,
    markedSucceeds: false,
  },
];

const connecting: readonly FaultCase[] = [
  ...(["fin", "reset", "closeConnection"] as const).flatMap((manner): FaultCase[] => [
    {
      fault: `accepted, then ended (${manner})`,
      phase: "connect",
      connection: { onAccept: manner },
    },
    {
      fault: `request taken, then ended (${manner})`,
      phase: "write",
      connection: { onFirstOctets: manner },
    },
  ]),
  {
    fault: "accepted, never read",
    phase: "connect",
    connection: { onAccept: "silence" },
    timeoutMs: 150,
    markedSucceeds: false,
  },
];

const acting: readonly FaultCase[] = [
  {
    fault: "connection refused",
    phase: "connect",
    act: async (cluster, member) => {
      await cluster.member(member).refuse();
      cluster.member(member).closeConnections("reset");
    },
    heal: (cluster, member) => cluster.member(member).accept(),
  },
  {
    fault: "process frozen",
    phase: "any",
    act: (cluster, member) => cluster.member(member).freeze(),
    // What was frozen runs when the process goes on: long after its caller was told.
    heal: (cluster, member) => cluster.member(member).thaw(),
    timeoutMs: 150,
    markedSucceeds: false,
  },
  {
    fault: "planned stop",
    phase: "any",
    act: (cluster, member) => void cluster.member(member).stop(),
    heal: async (cluster, member) => {
      if (cluster.member(member).state !== "up") await cluster.member(member).restart();
    },
  },
];

const allCases = [
  ...closing,
  ...crashing,
  ...silent,
  ...exceptions,
  ...replies,
  ...connecting,
  ...acting,
];

interface Row {
  readonly cell: string;
  calls: number;
  results: number;
  no: number;
  maybe: number;
  yes: number;
  ran: number;
  ranTwice: number;
}

const table: Row[] = [];

afterAll(() => {
  const width = Math.max(...table.map(({ cell }) => cell.length));
  const lines = table.map(
    ({ cell, calls, results, no, maybe, yes, ran, ranTwice }) =>
      `${cell.padEnd(width)} ${[calls, results, no, maybe, yes, ran, ranTwice].map((count) => String(count).padStart(6)).join("")}`,
  );
  const head = ` ${" ".repeat(width)} calls result    no maybe   yes   ran twice`;
  process.stdout.write(`at most once\n${head}\n${lines.join("\n")}\n`);
});

/** One cluster, one Orb and one stub, for calls one after another or many at once. */
class Lane {
  readonly cluster: MockCluster;
  readonly orb: Orb;
  readonly shop: Shop;
  readonly #struck = new Set<unknown>();

  private constructor(cluster: MockCluster, orb: Orb, shop: Shop) {
    this.cluster = cluster;
    this.orb = orb;
    this.shop = shop;
  }

  static async open(given: FaultCase): Promise<Lane> {
    const cluster = await startShop(membersOfACluster);
    const orb = orbOf(cluster, {
      retryBudget: { calls: 10_000, ratio: 1 },
      discoveryIntervalMs: 60_000,
      ...given.options,
    });
    const { shop } = await shopIn(orb);
    await shop.whoami();
    const lane = new Lane(cluster, orb, shop);
    if (given.call !== undefined) cluster.faults.when((call) => lane.#strikes(call), given.call);
    return lane;
  }

  async close(): Promise<void> {
    await this.orb.close({ drainMs: 0 });
    await this.cluster.close();
  }

  /** Where the stub's calls go now. */
  member(): string {
    const explained = this.orb.explain(this.shop);
    return explained.member ?? "i1";
  }

  #strikes({ operation, args }: JournalEntry): boolean {
    if (operation !== "run" || this.#struck.has(args[0])) return false;
    this.#struck.add(args[0]);
    return true;
  }
}

function openTo(orb: Orb, member: string): number {
  const members = orb.explain().clusters[0]?.members ?? [];
  return members.find(({ name }) => name === member)?.connections ?? 0;
}

function mark(given: FaultCase, marked: boolean): { timeoutMs: number; idempotent: boolean } {
  return { timeoutMs: given.timeoutMs ?? 5_000, idempotent: marked };
}

/** Some calls at once, with the fault among them. */
async function round(
  lane: Lane,
  given: FaultCase,
  ids: readonly string[],
  marked: boolean,
): Promise<readonly Watched<string>[]> {
  const { cluster, shop } = lane;
  const options = mark(given, marked);
  const member = lane.member();
  if (given.connection !== undefined) {
    cluster.faults.connection(given.connection, { member });
    // A probe may open one again meanwhile; it meets the fault then.
    await until(() => {
      cluster.member(member).closeConnections();
      return openTo(lane.orb, member) === 0;
    }, "the connections are closed");
  }
  const half = given.act === undefined ? ids.length : Math.ceil(ids.length / 2);
  const call = (id: string): Promise<Watched<string>> =>
    watched(options.timeoutMs, () => shop.run(id, options));
  const early = ids.slice(0, half).map(call);
  await given.act?.(cluster, member);
  const late = ids.slice(half).map(call);
  const results = await Promise.all([...early, ...late]);
  await given.heal?.(cluster, member);
  return results;
}

interface Cell {
  readonly given: FaultCase;
  readonly marked: boolean;
  readonly inFlight: number;
  readonly row: Row;
}

function judge(
  cell: Cell,
  journal: MockCluster["journal"],
  results: ReadonlyMap<string, Watched<string>>,
): void {
  const { given, marked, inFlight, row } = cell;
  const lies = given.lies === "always" || (given.lies === "together" && inFlight > 1);
  const ran = new Map<string, number>();
  for (const { executed, operation, args } of journal.entries) {
    if (executed && operation === "run")
      ran.set(String(args[0]), (ran.get(String(args[0])) ?? 0) + 1);
  }
  for (const [id, { outcome, lateMs }] of results) {
    const times = ran.get(id) ?? 0;
    const told = outcome.ok
      ? "a result"
      : `${outcome.error.code} ${outcome.error.completed}: ${outcome.error.message}`;
    const where = `${row.cell}: ${id} ran ${times} times and ended with ${told}`;
    row.calls += 1;
    row.ran += times > 0 ? 1 : 0;
    row.ranTwice += times > 1 ? 1 : 0;
    expect(lateMs, where).toBeLessThanOrEqual(allowedLateMs);
    if (!marked && !lies) expect(times, where).toBeLessThanOrEqual(1);
    if (outcome.ok) {
      row.results += 1;
      expect(times, where).toBeGreaterThanOrEqual(1);
      continue;
    }
    const { completed } = outcome.error;
    expect(completed, where).toBeDefined();
    row[completed ?? "maybe"] += 1;
    if (!lies) {
      if (completed === "no") expect(times, where).toBe(0);
      if (completed === "yes") expect(times, where).toBeGreaterThanOrEqual(1);
    }
    if (marked) expect(given.markedSucceeds, where).toBe(false);
  }
}

async function runLane(cell: Cell, laneNumber: number, rounds: number): Promise<void> {
  const { given, marked, inFlight } = cell;
  const lane = await Lane.open(given);
  const results = new Map<string, Watched<string>>();
  try {
    for (let turn = 0; turn < rounds; turn++) {
      const ids = Array.from(
        { length: inFlight },
        (_each, index) => `${laneNumber}/${turn}/${index}`,
      );
      const ended = await round(lane, given, ids, marked);
      for (const [index, id] of ids.entries()) results.set(id, ended[index] as Watched<string>);
    }
  } finally {
    // What is still under way at the members counts too.
    await lane.close();
  }
  judge(cell, lane.cluster.journal, results);
}

async function runCell(cell: Cell): Promise<void> {
  // One in flight: calls one after another, in some clusters side by side.
  const [laneCount, rounds] = cell.inFlight === 1 ? [lanes, callsPerCell / lanes] : [1, 1];
  await Promise.all(Array.from({ length: laneCount }, (_, lane) => runLane(cell, lane, rounds)));
  expect(cell.row.calls).toBeGreaterThanOrEqual(50);
}

test.each(allCases)("$fault, $phase", async (given) => {
  const cells = [false, true].flatMap((marked) =>
    [1, 64].map((inFlight): Cell => {
      const cell = `${given.fault}, ${given.phase}, ${marked ? "marked" : "unmarked"}, ${inFlight} in flight`;
      const row: Row = { cell, calls: 0, results: 0, no: 0, maybe: 0, yes: 0, ran: 0, ranTwice: 0 };
      table.push(row);
      return { given, marked, inFlight, row };
    }),
  );
  // Those with one call in flight side by side; the others alone, so that they meet their own load only.
  const quiet = await Promise.allSettled(cells.filter((cell) => cell.inFlight === 1).map(runCell));
  for (const cell of cells) if (cell.inFlight > 1) await runCell(cell);
  for (const end of quiet) if (end.status === "rejected") throw end.reason;
});
