// The tree of nodes under one instance, as GlassFish names them and writes their statistics.
import type { Sample } from "./monitoring-numbers.ts";

/** A node: what is in it, and the names of what is below. */
export interface TreeNode {
  readonly entity: Readonly<Record<string, unknown>>;
  readonly children: readonly string[];
}

type Statistics = Readonly<Record<string, unknown>>;

/** The node at a path below an instance; undefined: there is none. */
export function treeNode(
  path: readonly string[],
  sample: Sample,
  beans: readonly string[],
): TreeNode | undefined {
  const leaf = leafOf(path, sample, beans);
  if (leaf !== undefined) return { entity: leaf, children: [] };
  const text = path.join("/");
  const below = pathsOf(beans)
    .filter((each) => text === "" || each.startsWith(`${text}/`))
    .map((each) => each.slice(text === "" ? 0 : text.length + 1).split("/")[0] ?? "");
  if (below.length === 0) return undefined;
  const entity = text === "" ? { state: "1" } : {};
  return { entity, children: [...new Set(below)] };
}

const memory = "jvm/memory";
const system = "jvm/operating-system";
const threadPool = "thread-pool/orb/threadpool/thread-pool-1";
const poolOf = (bean: string): string => `applications/${bean}/bean-pool`;

function pathsOf(beans: readonly string[]): readonly string[] {
  return [memory, system, threadPool, ...beans.map(poolOf)];
}

function leafOf(
  path: readonly string[],
  sample: Sample,
  beans: readonly string[],
): Statistics | undefined {
  const { numbers } = sample;
  const text = path.join("/");
  switch (text) {
    case memory:
      return {
        "usedheapsize-count": count("UsedHeapSize", numbers.usedHeap, "bytes", sample),
        "committedheapsize-count": count("CommittedHeapSize", numbers.usedHeap, "bytes", sample),
        "maxheapsize-count": count("MaxHeapSize", numbers.maxHeap, "bytes", sample),
      };
    case system:
      return { "availprocessors-count": count("AvailableProcessors", 2, "count", sample) };
    case threadPool:
      return {
        currentbusythreads: count("numberOfBusyThreads", numbers.busyThreads, "count", sample),
        numberofavailablethreads: count(
          "numberOfAvailableThreads",
          numbers.availableThreads,
          "count",
          sample,
        ),
        currentnumberofthreads: {
          ...range("currentNumberOfThreads", threadsOf(sample), sample),
          // GlassFish begins with the limits of the configuration.
          lowwatermark: 5,
          highwatermark: numbers.maxThreads,
        },
        numberofworkitemsinqueue: range("workItemsInQueue", numbers.queued, sample),
        totalworkitemsadded: count("totalWorkItemsAdded", numbers.totalWorkItems, "count", sample),
      };
    default:
      if (!beans.some((bean) => text === poolOf(bean))) return undefined;
      return {
        numbeansinpool: range("NumBeansInPool", numbers.beansInPool, sample),
        numthreadswaiting: range("NumThreadsWaiting", numbers.threadsWaiting, sample),
      };
  }
}

function count(name: string, value: unknown, unit: string, { atMs }: Sample): Statistics {
  return { count: value, name, unit, lastsampletime: atMs, starttime: 0 };
}

function range(name: string, value: unknown, { atMs }: Sample): Statistics {
  return { current: value, name, unit: "count", lastsampletime: atMs, starttime: 0 };
}

/** All threads of the pool; where a script lies, what it says of the busy ones. */
function threadsOf({ numbers: { busyThreads, availableThreads } }: Sample): unknown {
  const told = typeof busyThreads === "number" && typeof availableThreads === "number";
  return told ? busyThreads + availableThreads : busyThreads;
}
