import { expect } from "vitest";
import {
  almMethod,
  almNextContact,
  almStanding,
  almUpdatePeriod,
} from "../src/selection/sgd/alm-contact.ts";
import {
  type AlmProbe,
  almReport,
  almSample,
  newAlmProbe,
} from "../src/selection/sgd/alm-probe.ts";
import {
  type AlmProperties,
  almDefaults,
  almProperties,
  almProseDefaults,
} from "../src/selection/sgd/alm-properties.ts";

/** A case of Advanced Load Management; all times in seconds. */
export interface AlmCase {
  readonly defaults?: "table" | "prose";
  readonly properties?: Partial<AlmProperties>;
  /** Every attempt fails at once, from 0 on: when the attempts are. */
  readonly attempts?: readonly number[];
  /** Processor samples by time; memory stands still. */
  readonly samples?: Readonly<Record<string, number>>;
  /** Times at which the probe's periodic report is due. */
  readonly periodic?: readonly number[];
  readonly until?: number;
  /** Time to mean, and time to reason of the report. */
  readonly means?: Readonly<Record<string, number>>;
  readonly reports?: Readonly<Record<string, string>>;
  /** Seconds of silence to standing. */
  readonly standing?: Readonly<Record<string, { outOfContact: boolean; unreliable: boolean }>>;
  readonly updatePeriod?: number;
  /** Seconds since the last update to the method, `cpu` being asked for. */
  readonly method?: Readonly<Record<string, string>>;
}

function expectProbe(each: AlmCase, properties: AlmProperties): void {
  let probe: AlmProbe = newAlmProbe;
  const [means, reports]: [Record<string, number>, Record<string, string>] = [{}, {}];
  for (let at = 0; at <= (each.until ?? 0); at += 1) {
    const cpu = each.samples?.[at];
    const steps = [];
    if (cpu !== undefined) {
      steps.push(almSample(probe, { cpu, memory: 50 }, properties));
      probe = steps[0]?.probe ?? probe;
      if (probe.mean !== undefined) means[at] = probe.mean.cpu;
    }
    if (each.periodic?.includes(at) === true) {
      steps.push(almReport(probe));
      probe = steps.at(-1)?.probe ?? probe;
    }
    for (const { report } of steps) if (report !== undefined) reports[at] = report.reason;
  }
  if (each.means !== undefined) expect(means).toEqual(each.means);
  if (each.reports !== undefined) expect(reports).toEqual(each.reports);
}

/** Runs a case and compares. */
export function expectAlm(each: AlmCase): void {
  const base = each.defaults === "prose" ? almProseDefaults : almDefaults;
  const properties = almProperties(each.properties, base);
  if (each.attempts !== undefined) {
    const times = [0];
    while (times.length < each.attempts.length) {
      times.push(almNextContact(times.length, times.at(-1) ?? 0, properties));
    }
    expect(times).toEqual(each.attempts);
  }
  if (each.samples !== undefined) expectProbe(each, properties);
  for (const [silent, standing] of Object.entries(each.standing ?? {})) {
    expect(almStanding(Number(silent), properties), `${silent} s`).toEqual(standing);
  }
  if (each.updatePeriod !== undefined) {
    expect(almUpdatePeriod(properties)).toBe(each.updatePeriod);
  }
  for (const [since, method] of Object.entries(each.method ?? {})) {
    expect(almMethod("cpu", Number(since), properties), `${since} s`).toBe(method);
  }
}
