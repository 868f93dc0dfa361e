import { checkKeys, checkNumber } from "../checked-options.ts";

/**
 * The properties of Advanced Load Management, under their own names (`tier3lb.properties`), in seconds and percent.
 *
 * A model of servers, for simulation: a client does not contact probes itself.
 */
export interface AlmProperties {
  /** Attempts to contact a probe before the long pause. */
  readonly connectretries: number;
  /** Seconds between two attempts. */
  readonly shorttimeout: number;
  /** Seconds of the long pause. */
  readonly longtimeout: number;
  /** Seconds between two looks for servers that must be contacted. */
  readonly scaninterval: number;
  /** Seconds without data after which a contact counts as failed. */
  readonly sockettimeout: number;
  /** Reports missed before a server is out of contact. */
  readonly updatelimit: number;
  /** Reports missed before the figures of a server do not count. */
  readonly maxmissedsamples: number;
  /** Change in percentage points that is reported at once. */
  readonly percentchange: number;
  /** Seconds between two reports, at least 2. */
  readonly replyfrequency: number;
  /** Seconds between two samples, at least 1. */
  readonly samplerate: number;
  /** Samples in the sliding mean, at least 1. */
  readonly windowsize: number;
}

/**
 * The defaults of the tables: 3 attempts, a pause of 900 s.
 *
 * `scaninterval`, `sockettimeout` and `updatelimit` are our own choice: no page within reach tells them.
 */
export const almDefaults: AlmProperties = {
  connectretries: 3,
  shorttimeout: 20,
  longtimeout: 900,
  scaninterval: 60,
  sockettimeout: 20,
  updatelimit: 3,
  maxmissedsamples: 20,
  percentchange: 10,
  replyfrequency: 30,
  samplerate: 10,
  windowsize: 5,
};

/** The defaults as the running text has them: 5 attempts, 20 s apart, a pause of 600 s. */
export const almProseDefaults: AlmProperties = {
  ...almDefaults,
  connectretries: 5,
  shorttimeout: 20,
  longtimeout: 600,
};

/** Least and largest value of a property. */
export function almRange(name: keyof AlmProperties): readonly [least: number, largest: number] {
  return [name === "replyfrequency" ? 2 : 1, name === "percentchange" ? 100 : 1_000_000];
}

/**
 * Properties with their defaults.
 *
 * @param base - {@link almDefaults} or {@link almProseDefaults}
 * @throws InvalidPolicyError when a property is unknown or out of range
 */
export function almProperties(
  changed: Partial<AlmProperties> = {},
  base: AlmProperties = almDefaults,
): AlmProperties {
  checkKeys("alm", changed, Object.keys(almDefaults));
  const all = { ...base, ...changed };
  for (const name of Object.keys(all) as (keyof AlmProperties)[]) {
    checkNumber(`alm.${name}`, all[name], almRange(name));
  }
  return all;
}
