// What an instance says of itself, true or not.

/** Numbers of one member that its monitoring publishes. */
export interface MonitoringNumbers {
  /** ORB threads at work. True: the bean calls that run. */
  readonly busyThreads: number;
  /** ORB threads that wait for work. True: what is left of a pool of five. */
  readonly availableThreads: number;
  /** The most threads that the pool can have. True: 200, as in a new domain. */
  readonly maxThreads: number;
  /** Requests that wait for a thread. True: none, a mock runs all at once. */
  readonly queued: number;
  /** Requests since the first start. True: those that arrived. */
  readonly totalWorkItems: number;
  /** Octets of heap in use. True: nothing is, so a fixed number. */
  readonly usedHeap: number;
  /** Octets of heap at most. */
  readonly maxHeap: number;
  /** Free beans of each pool. */
  readonly beansInPool: number;
  /** Threads that wait for a bean, in each pool. */
  readonly threadsWaiting: number;
}

/** Numbers to be published instead of the true ones. A lie may be anything. */
export type ScriptedNumbers = { readonly [Name in keyof MonitoringNumbers]?: unknown };

/** What is known of a member. */
export interface MonitoredMember {
  readonly name: string;
  readonly state: string;
  readonly runningCalls: number;
  readonly counts: { readonly requests: number };
}

const mebibyte = 1_048_576;
const poolSize = 5;

/** The true numbers of a member. */
export function trueNumbers(member: MonitoredMember): MonitoringNumbers {
  const busyThreads = member.runningCalls;
  return {
    busyThreads,
    availableThreads: Math.max(0, poolSize - busyThreads),
    maxThreads: 200,
    queued: 0,
    totalWorkItems: member.counts.requests,
    usedHeap: 64 * mebibyte,
    maxHeap: 320 * mebibyte,
    beansInPool: 0,
    threadsWaiting: 0,
  };
}

/** One look at a member: its numbers, and when they were taken. */
export interface Sample {
  readonly numbers: { readonly [Name in keyof MonitoringNumbers]: unknown };
  /** Milliseconds since 1970. */
  readonly atMs: number;
}
