// The cluster of the demo and what happens to it. Every step waits for calls to arrive, none for time to pass.
import { type JournalEntry, MockCluster } from "@remora/mock-cluster";
import { Shop, shopName } from "./shop.ts";

/** A step of the script, as the timeline shows it. */
export interface StageEvent {
  readonly member: string;
  readonly kind: "crash" | "stop" | "stopped" | "join" | "return";
  /** What happened, in words. */
  readonly text: string;
}

/** When and where connections were lost. */
export interface Scene {
  /** The crash, and the calls that the member had and had not answered, as the journal showed them at that moment. */
  readonly crash: {
    readonly member: string;
    readonly atMs: number;
    readonly inFlight: readonly JournalEntry[];
  };
  /** The planned stop: when the connections closed. */
  readonly stop: { readonly member: string; readonly atMs: number };
}

/** The members at the start. */
export const startMembers: readonly { readonly name: string; readonly weight: number }[] = [
  { name: "i1", weight: 100 },
  { name: "i2", weight: 200 },
  { name: "i3", weight: 300 },
];

/** Who joins. */
export const joiningMember = { name: "i4", weight: 200 } as const;

const crashing = "i2";
const stopping = "i1";

/** Calls of the crashing member that are kept in flight: executed and not answered, or not begun. */
const held = [
  { operation: "order", hold: "beforeReply", count: 3 },
  { operation: "order", hold: "beforeExecute", count: 2 },
  { operation: "stock", hold: "beforeReply", count: 3 },
  { operation: "stock", hold: "beforeExecute", count: 3 },
] as const;

/** How many paced calls have arrived when a step begins, as a share of all. */
const at = { crash: 0.15, stop: 0.35, join: 0.5, return: 0.65 } as const;

/** So many calls go by before the others know that a member is gone; a stopping one closes when none was for it. */
const noticeCalls = 100;

/** Starts the cluster of the demo. */
export async function startCluster(): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members: startMembers });
  cluster.bind(shopName, Shop, ({ name }) => ({
    hello: () => name,
    order: () => name,
    stock: () => name,
  }));
  return cluster;
}

/** Whether an entry of the journal is a paced call, at whatever attempt. */
export function isPaced(entry: JournalEntry): boolean {
  return entry.bean === shopName && (entry.operation === "order" || entry.operation === "stock");
}

/** Plays the script while `calls` paced calls come in; resolves when all of it has happened. */
export async function playScript(
  cluster: MockCluster,
  calls: number,
  tell: (event: StageEvent) => void,
): Promise<Scene> {
  const crashed = await crash(cluster, calls, tell);
  const stoppedAtMs = await stop(cluster, calls, tell);
  await arrivals(cluster, calls * at.join);
  await cluster.addMember(joiningMember);
  cluster.settleMembership();
  const { name, weight } = joiningMember;
  tell({ member: name, kind: "join", text: `${name} joins with weight ${weight}` });
  await arrivals(cluster, calls * at.return);
  await cluster.member(stopping).start();
  cluster.settleMembership();
  tell({ member: stopping, kind: "return", text: `${stopping} is started again` });
  return { crash: crashed, stop: { member: stopping, atMs: stoppedAtMs } };
}

async function crash(
  cluster: MockCluster,
  calls: number,
  tell: (event: StageEvent) => void,
): Promise<Scene["crash"]> {
  await arrivals(cluster, calls * at.crash);
  const handles = held.map(({ operation, hold, count }) =>
    cluster.faults.next(operation, { hold }, { member: crashing, count }),
  );
  await Promise.all(handles.map((handle, index) => handle.struck(held[index]?.count)));
  const pending = (): readonly JournalEntry[] =>
    cluster.journal.select({
      member: crashing,
      where: (entry) => isPaced(entry) && entry.reply === "pending",
    });
  // Struck is who arrived; the crash comes when the servants of the first kind have run, too.
  const toRun = held.reduce(
    (sum, { hold, count }) => sum + (hold === "beforeReply" ? count : 0),
    0,
  );
  const arrived = new Set(pending());
  await cluster.journal.waitFor({
    member: crashing,
    state: "finished",
    count: toRun,
    where: (entry) => arrived.has(entry),
  });
  const inFlight = pending();
  const atMs = now();
  await cluster.member(crashing).crash();
  const count = inFlight.length;
  const text = `${crashing} crashes with ${count} calls in flight`;
  tell({ member: crashing, kind: "crash", text });
  await moreArrivals(cluster, noticeCalls);
  cluster.settleMembership();
  return { member: crashing, atMs, inFlight };
}

async function stop(
  cluster: MockCluster,
  calls: number,
  tell: (event: StageEvent) => void,
): Promise<number> {
  await arrivals(cluster, calls * at.stop);
  // A planned stop: calls find no bean any more and go elsewhere, the others tell that this one has left, and only
  // then its connections close.
  const planned = cluster.member(stopping).beginStop({ byHand: true });
  planned.refuseCalls();
  tell({ member: stopping, kind: "stop", text: `${stopping} begins a planned stop` });
  await moreArrivals(cluster, noticeCalls);
  cluster.member(stopping).leave();
  cluster.settleMembership();
  await quiet(cluster, stopping);
  const atMs = now();
  planned.closeConnections();
  await planned.finished;
  tell({ member: stopping, kind: "stopped", text: `${stopping} is down` });
  return atMs;
}

/** Resolves when a member has not been called for a while: so many calls went to others. */
async function quiet(cluster: MockCluster, member: string): Promise<void> {
  let calls: number;
  do {
    calls = callsAt(cluster, member);
    await moreArrivals(cluster, noticeCalls);
  } while (callsAt(cluster, member) > calls);
}

function callsAt(cluster: MockCluster, member: string): number {
  // Entries that a stopping member refuses do not know their bean.
  return cluster.journal.count({
    member,
    where: ({ operation }) => operation === "order" || operation === "stock",
  });
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Resolves when so many paced calls have arrived in all. */
async function arrivals(cluster: MockCluster, count: number): Promise<void> {
  await cluster.journal.waitFor({ where: isPaced, count, limitMs: 120_000 });
}

async function moreArrivals(cluster: MockCluster, count: number): Promise<void> {
  await arrivals(cluster, cluster.journal.count({ where: isPaced }) + count);
}
