import type { AlmProperties } from "./alm-properties.ts";

/**
 * When to try again to contact a probe: `shorttimeout` seconds after a failure, and `longtimeout` seconds after
 * every `connectretries`-th one in a row.
 *
 * @param failures - failures in a row, this one included
 * @param failedAtS - when the last attempt failed
 */
export function almNextContact(
  failures: number,
  failedAtS: number,
  { connectretries, shorttimeout, longtimeout }: AlmProperties,
): number {
  return failedAtS + (failures % connectretries === 0 ? longtimeout : shorttimeout);
}

/** What a silent server is to those who read its reports. */
export interface AlmStanding {
  /** It takes no work until it is contacted again. */
  readonly outOfContact: boolean;
  /** Its figures do not count; it comes last. */
  readonly unreliable: boolean;
}

/** The standing of a server whose last report came `silentS` seconds ago. */
export function almStanding(
  silentS: number,
  { updatelimit, maxmissedsamples, replyfrequency }: AlmProperties,
): AlmStanding {
  return {
    outOfContact: silentS >= updatelimit * replyfrequency,
    unreliable: silentS >= maxmissedsamples * replyfrequency,
  };
}

/** Seconds between two updates from the primary to its secondaries. */
export function almUpdatePeriod({ maxmissedsamples, replyfrequency }: AlmProperties): number {
  return (maxmissedsamples * replyfrequency) / 2;
}

/** Periods without update after which a secondary has missed one: our own choice. */
const MISSED_AFTER_PERIODS = 1.5;

/** The method of a secondary: the one that was asked for, or `sessions` when it missed an update. */
export function almMethod<Method extends string>(
  method: Method,
  sinceUpdateS: number,
  properties: AlmProperties,
): Method | "sessions" {
  const missed = sinceUpdateS > MISSED_AFTER_PERIODS * almUpdatePeriod(properties);
  return missed ? "sessions" : method;
}
