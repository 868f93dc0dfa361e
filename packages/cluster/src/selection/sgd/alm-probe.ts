import type { AlmProperties } from "./alm-properties.ts";

/** What a probe measures. */
export interface AlmSample {
  /** How busy the processors are, in percent. */
  readonly cpu: number;
  /** How much memory is in use, in percent. */
  readonly memory: number;
}

/** A probe on an application server. Immutable. */
export interface AlmProbe {
  /** The last samples, the oldest first; at most as many as the window holds. */
  readonly samples: readonly AlmSample[];
  /** Their mean; `undefined` until the window is full. */
  readonly mean: AlmSample | undefined;
  /** What the next change is measured from; `undefined` before the first report. */
  readonly basis: AlmSample | undefined;
}

/** A probe that has just begun. */
export const newAlmProbe: AlmProbe = { samples: [], mean: undefined, basis: undefined };

/** A probe after a step, and what it reports, if anything. */
export interface AlmStep {
  /** The probe. */
  readonly probe: AlmProbe;
  /** The report: because of a change, or because it was time. */
  readonly report?: { readonly reason: "change" | "periodic"; readonly figures: AlmSample };
}

function meanOf(samples: readonly AlmSample[]): AlmSample {
  const sum = (figure: keyof AlmSample): number =>
    samples.reduce((total, each) => total + each[figure], 0);
  return { cpu: sum("cpu") / samples.length, memory: sum("memory") / samples.length };
}

/** Whether a figure went as far from its basis as must be reported; near 0 and 100 the end of the scale will do. */
function hasMoved(now: number, basis: number, points: number): boolean {
  if (now > basis) return now >= Math.min(100, basis + points);
  return now < basis && now <= Math.max(0, basis - points);
}

/**
 * A probe after a sample, which it takes every `samplerate` seconds. Reports at once when the mean of processors or
 * memory moved by `percentchange` points from the basis; the basis is set by every report.
 */
export function almSample(
  probe: AlmProbe,
  sample: AlmSample,
  { windowsize, percentchange }: AlmProperties,
): AlmStep {
  const samples = [...probe.samples, sample].slice(-windowsize);
  const mean = samples.length < windowsize ? undefined : meanOf(samples);
  const { basis } = probe;
  const next = { samples, mean, basis };
  const moved = (figure: keyof AlmSample): boolean =>
    mean !== undefined &&
    basis !== undefined &&
    hasMoved(mean[figure], basis[figure], percentchange);
  if (mean === undefined || !(moved("cpu") || moved("memory"))) return { probe: next };
  return { probe: { ...next, basis: mean }, report: { reason: "change", figures: mean } };
}

/** A probe when `replyfrequency` seconds are over: it reports even if nothing changed. Nothing before the first mean. */
export function almReport(probe: AlmProbe): AlmStep {
  const { mean } = probe;
  if (mean === undefined) return { probe };
  return { probe: { ...probe, basis: mean }, report: { reason: "periodic", figures: mean } };
}
