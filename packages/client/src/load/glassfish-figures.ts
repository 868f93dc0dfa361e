// From the nodes of one instance to its figures.
import {
  highWaterMarkOf,
  type MonitoringNode,
  sampleTimeOf,
  statisticOf,
} from "./glassfish-node.ts";

/** Figures that `glassfishMonitoring` can report by itself. */
export type GlassFishFigure =
  | "busyThreads"
  | "queuedRequests"
  | "sessions"
  | "requestsPerSecond"
  | "freeMemory";

/** All of them, in the order in which documents name them. */
export const glassFishFigures: readonly GlassFishFigure[] = Object.freeze([
  "busyThreads",
  "queuedRequests",
  "sessions",
  "requestsPerSecond",
  "freeMemory",
]);

/** What was read of one instance in one poll. */
export interface InstanceNodes {
  readonly threadPool?: MonitoringNode | undefined;
  readonly memory?: MonitoringNode | undefined;
  readonly beanPools: readonly (MonitoringNode | undefined)[];
}

/** What the figures are made of, beside the nodes. */
export interface FigureSettings {
  readonly figures: readonly GlassFishFigure[];
  /** Whether `idlePercent` is made of busy threads, and how many of them mean 0; undefined: the pool's maximum. */
  readonly idleThreads: { readonly all: number | undefined } | undefined;
}

/** The nodes' newest sample, by the instance's own clock. */
export function newestSample(nodes: InstanceNodes): number | undefined {
  const times = [nodes.threadPool, nodes.memory, ...nodes.beanPools]
    .map(sampleTimeOf)
    .filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Work items that the instance's pool was ever given; undefined: not told. */
export function workItemsOf({ threadPool }: InstanceNodes): number | undefined {
  const items = statisticOf(threadPool, "totalworkitemsadded");
  return isSound(items) ? items : undefined;
}

/** The figures of an instance. What the server said wrong stays wrong, so that the Orb can tell of it. */
export function figuresOf(
  nodes: InstanceNodes,
  requestsPerSecond: number | undefined,
  settings: FigureSettings,
): Readonly<Record<string, unknown>> {
  const { threadPool, memory, beanPools } = nodes;
  const busyThreads = statisticOf(threadPool, "currentbusythreads", "numberofbusythreads");
  const queuedRequests = statisticOf(threadPool, "numberofworkitemsinqueue");
  const all: Readonly<Record<GlassFishFigure, unknown>> = {
    busyThreads,
    queuedRequests,
    sessions: sumOf([busyThreads, queuedRequests]),
    requestsPerSecond,
    freeMemory: freeMemoryOf(memory),
  };
  const figures: Record<string, unknown> = {};
  for (const name of settings.figures) if (all[name] !== undefined) figures[name] = all[name];
  const idle =
    settings.idleThreads && idlePercentOf(threadPool, busyThreads, settings.idleThreads.all);
  if (idle !== undefined) figures["idlePercent"] = idle;
  if (beanPools.length > 0) {
    const sum = (name: string): unknown => sumOf(beanPools.map((pool) => statisticOf(pool, name)));
    const pooledBeans = sum("numbeansinpool");
    const waitingForBeans = sum("numthreadswaiting");
    if (pooledBeans !== undefined) figures["pooledBeans"] = pooledBeans;
    if (waitingForBeans !== undefined) figures["waitingForBeans"] = waitingForBeans;
  }
  return figures;
}

function isSound(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** A wrong part makes the sum wrong in the same way: -5 busy and 7 queued must not become 2. */
function sumOf(parts: readonly unknown[]): unknown {
  if (parts.includes(undefined)) return undefined;
  const wrong = parts.filter((part) => !isSound(part));
  return wrong.length > 0 ? wrong[0] : (parts as number[]).reduce((sum, part) => sum + part, 0);
}

function freeMemoryOf(memory: MonitoringNode | undefined): unknown {
  const used = statisticOf(memory, "usedheapsize-count", "usedheapsize");
  const max = statisticOf(memory, "maxheapsize-count", "maxheapsize");
  if (used === undefined || max === undefined) return undefined;
  // Java says -1 where the heap has no limit.
  if (max === -1) return undefined;
  if (!isSound(used)) return used;
  return isSound(max) ? max - used : max;
}

function idlePercentOf(
  pool: MonitoringNode | undefined,
  busy: unknown,
  given: number | undefined,
): unknown {
  if (busy === undefined || !isSound(busy)) return busy;
  const all = given ?? poolSizeOf(pool, busy);
  return all === undefined || all === 0 ? undefined : Math.max(0, 100 * (1 - busy / all));
}

/**
 * The most threads that the pool can have, as far as is told: GlassFish begins the high water mark of the present number
 * of threads with the maximum of the configuration (seen on 7.0.15). Without it, the threads that there are.
 */
function poolSizeOf(pool: MonitoringNode | undefined, busy: number): number | undefined {
  const mark = highWaterMarkOf(pool, "currentnumberofthreads");
  const available = statisticOf(pool, "numberofavailablethreads");
  const present = isSound(available) ? busy + available : undefined;
  return isSound(mark) ? Math.max(mark, present ?? 0) : present;
}
