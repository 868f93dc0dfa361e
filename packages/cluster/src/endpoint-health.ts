/** Whether new calls may go to an endpoint. */
export type HealthState =
  /** As far as is known it answers. An endpoint without a record is healthy. */
  | "healthy"
  /** Silent or just lost: new calls go elsewhere while it is asked. */
  | "suspect"
  /** Left out until a moment. */
  | "ejected"
  /** Left out; its time is over and it is being asked. */
  | "probing";

/** What is known of one endpoint's health. Immutable. */
export interface EndpointHealth {
  /** Whether new calls may go there. */
  readonly state: HealthState;
  /** When the state was entered, in milliseconds. */
  readonly sinceMs: number;
  /** Failures in a row, since the last success. */
  readonly failures: number;
  /** Ejections in a row: makes the next one longer. Forgotten when a slow start has ended. */
  readonly ejections: number;
  /** End of the ejection; 0 in the other states. */
  readonly untilMs: number;
  /** Start of the slow start; `undefined` if there is none. */
  readonly returnedMs: number | undefined;
}

/** The rules of health. */
export interface HealthOptions {
  /** Failures in a row that eject. Default 1: a second call must not dial a dead member again. */
  readonly ejectAfterFailures?: number;
  /** Length of the first ejection, in milliseconds. Default 1,000; doubles each time. */
  readonly ejectionMs?: number;
  /** Longest ejection, in milliseconds. Default 30,000. */
  readonly maxEjectionMs?: number;
  /** Length of the slow start after a return, in milliseconds. Default 10,000; 0 for none. */
  readonly slowStartMs?: number;
  /** Share of its weight a member returns with. Default 0.1. */
  readonly slowStartShare?: number;
  /**
   * Whether only a probe or a call that worked ends an ejection. Default true. With false an
   * ejection runs out by itself: for whoever has nothing to probe with.
   */
  readonly returnByProbe?: boolean;
  /** Panic when less than this share of the members is left, or none. Default 0.1. */
  readonly panicShare?: number;
}

/** The defaults of {@link HealthOptions}. */
export const defaultHealthOptions: Required<HealthOptions> = {
  ejectAfterFailures: 1,
  ejectionMs: 1_000,
  maxEjectionMs: 30_000,
  slowStartMs: 10_000,
  slowStartShare: 0.1,
  returnByProbe: true,
  panicShare: 0.1,
};

/** An endpoint nothing bad is known of. */
export const healthyEndpoint: EndpointHealth = {
  state: "healthy",
  sinceMs: 0,
  failures: 0,
  ejections: 0,
  untilMs: 0,
  returnedMs: undefined,
};

function complete(options: HealthOptions): Required<HealthOptions> {
  return { ...defaultHealthOptions, ...options };
}

/** How long ejection number `count` (from 1) lasts, in milliseconds: doubling, with a cap. */
export function ejectionLengthMs(count: number, options: HealthOptions = {}): number {
  const { ejectionMs, maxEjectionMs } = complete(options);
  return Math.min(maxEjectionMs, ejectionMs * 2 ** Math.max(0, count - 1));
}

/** The ejection after one more failure. */
function ejected(health: EndpointHealth, now: number, options: HealthOptions): EndpointHealth {
  const ejections = health.ejections + 1;
  return {
    state: "ejected",
    sinceMs: now,
    failures: health.failures + 1,
    ejections,
    untilMs: now + ejectionLengthMs(ejections, options),
    returnedMs: undefined,
  };
}

/** Whether the slow start, if there was one, is over. */
function isSettled(health: EndpointHealth, now: number, options: HealthOptions): boolean {
  const { slowStartMs } = complete(options);
  return health.returnedMs === undefined || now - health.returnedMs >= slowStartMs;
}

/**
 * After a failure that speaks against the endpoint (`endpointFailed` of a decision).
 *
 * Failures of attempts that were under way when the endpoint was ejected do not count again: 64
 * calls that see one death eject once, for one length.
 */
export function healthAfterFailure(
  health: EndpointHealth | undefined,
  now: number,
  options: HealthOptions = {},
): EndpointHealth {
  const before = health ?? healthyEndpoint;
  if (before.state === "ejected" && now < before.untilMs) return before;
  // After a settled return the endpoint has earned its short first ejection again.
  const ejections = before.state === "healthy" && isSettled(before, now, options);
  const known = ejections ? { ...before, ejections: 0 } : before;
  const { ejectAfterFailures } = complete(options);
  if (before.state === "healthy" && before.failures + 1 < ejectAfterFailures) {
    return { ...known, failures: before.failures + 1 };
  }
  return ejected(known, now, options);
}

/**
 * After a call that was answered. Even an ejected endpoint returns by it (it was tried in panic or
 * as the last resort): an answer says more than any probe.
 */
export function healthAfterSuccess(
  health: EndpointHealth | undefined,
  now: number,
  options: HealthOptions = {},
): EndpointHealth {
  const before = health ?? healthyEndpoint;
  if (before.state === "healthy") {
    return before.failures === 0 ? before : { ...before, failures: 0 };
  }
  return returned(before, now, options);
}

/** Back in service. A suspect was never out, so it needs no slow start. */
function returned(health: EndpointHealth, now: number, options: HealthOptions): EndpointHealth {
  const slow = health.state !== "suspect" && complete(options).slowStartMs > 0;
  const returnedMs = slow ? now : health.returnedMs;
  return { ...health, state: "healthy", sinceMs: now, failures: 0, untilMs: 0, returnedMs };
}

/**
 * After silence, or after a connection was lost under a request: new calls go elsewhere until the
 * endpoint has been asked. A state worse than suspect stays.
 */
export function healthAfterSilence(
  health: EndpointHealth | undefined,
  now: number,
): EndpointHealth {
  const before = health ?? healthyEndpoint;
  if (before.state !== "healthy") return before;
  return { ...before, state: "suspect", sinceMs: now };
}

/**
 * Whether the endpoint should be asked now: it is suspect, or its ejection is over. One probe at a
 * time: call {@link healthWhileProbing} before it starts.
 */
export function isProbeDue(health: EndpointHealth | undefined, now: number): boolean {
  if (health === undefined) return false;
  return health.state === "suspect" || (health.state === "ejected" && now >= health.untilMs);
}

/** While the probe of an ejected endpoint is under way. A suspect stays suspect. */
export function healthWhileProbing(health: EndpointHealth, now: number): EndpointHealth {
  if (health.state !== "ejected") return health;
  return { ...health, state: "probing", sinceMs: now };
}

/**
 * After a probe: a LocateRequest for a key in use. An open port is no answer, for ports open
 * seconds before applications.
 *
 * @param answered - whether the answer was OBJECT_HERE
 */
export function healthAfterProbe(
  health: EndpointHealth | undefined,
  answered: boolean,
  now: number,
  options: HealthOptions = {},
): EndpointHealth {
  const before = health ?? healthyEndpoint;
  if (before.state === "healthy") return before;
  if (answered) return returned(before, now, options);
  // The time of a running ejection is not made longer by a probe that came too early.
  return before.state === "ejected" && now < before.untilMs
    ? before
    : ejected(before, now, options);
}

/** Whether new calls may go there now. */
export function isEligible(
  health: EndpointHealth | undefined,
  now: number,
  options: HealthOptions = {},
): boolean {
  return eligibleShare(health, now, options) > 0;
}

/**
 * With how much of its weight an endpoint takes part now: 0 while it is left out, a growing part
 * during slow start, else 1.
 */
export function eligibleShare(
  health: EndpointHealth | undefined,
  now: number,
  options: HealthOptions = {},
): number {
  if (health === undefined) return 1;
  const { returnByProbe, slowStartMs, slowStartShare } = complete(options);
  let start = health.returnedMs;
  if (health.state !== "healthy") {
    if (returnByProbe || health.state !== "ejected" || now < health.untilMs) return 0;
    start = health.untilMs;
  }
  if (start === undefined || slowStartMs <= 0) return 1;
  const part = Math.max(0, now - start) / slowStartMs;
  return part >= 1 ? 1 : slowStartShare + (1 - slowStartShare) * part;
}

/**
 * Whether the record says no more than no record would: it can be dropped, which keeps the map of
 * records small however many members come and go.
 */
export function isForgettable(
  health: EndpointHealth,
  now: number,
  options: HealthOptions = {},
): boolean {
  return health.state === "healthy" && health.failures === 0 && isSettled(health, now, options);
}
