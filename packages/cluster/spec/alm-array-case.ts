import { expect } from "vitest";
import type { Figures } from "../src/selection/feedback.ts";
import {
  type AlmArray,
  type AlmMember,
  almContacted,
  almDueContacts,
  almKnown,
  almMethodOf,
  almPrimaryStops,
  almReported,
  almTick,
  almWarmRestart,
  newAlmArray,
} from "../src/selection/sgd/alm-array.ts";
import { type AlmProperties, almProperties } from "../src/selection/sgd/alm-properties.ts";

/** What happens at a second, in this order, and what holds after it. */
export interface AlmArrayStep {
  readonly at: number;
  readonly stop?: true;
  /** A warm restart of the primary with these properties. */
  readonly restart?: Partial<AlmProperties>;
  /** Attempts to contact: the figures of the answer, `null` for a failure. */
  readonly contacted?: Readonly<Record<string, Figures | null>>;
  readonly reported?: Readonly<Record<string, Figures>>;
  readonly expect?: {
    /** Servers to be contacted now. */
    readonly due?: readonly string[];
    /** By member: how a start is balanced, `cpu` being asked for. */
    readonly methods?: Readonly<Record<string, string>>;
    /** By member: servers that take no work. */
    readonly unavailable?: Readonly<Record<string, readonly string[]>>;
    /** By member: figures that count. */
    readonly figures?: Readonly<Record<string, Readonly<Record<string, Figures>>>>;
  };
}

/** A case: an array that begins at second 0. */
export interface AlmArrayCase {
  readonly servers: readonly string[];
  readonly secondaries: readonly string[];
  readonly properties?: Partial<AlmProperties>;
  readonly steps: readonly AlmArrayStep[];
}

function arrayAfter(before: AlmArray, step: AlmArrayStep): AlmArray {
  const { at } = step;
  let array = step.stop === true ? almPrimaryStops(before) : before;
  if (step.restart !== undefined) array = almWarmRestart(array, almProperties(step.restart), at);
  for (const [server, figures] of Object.entries(step.contacted ?? {})) {
    array = almContacted(array, server, at, figures ?? undefined);
  }
  for (const [server, figures] of Object.entries(step.reported ?? {})) {
    array = almReported(array, server, at, figures);
  }
  return almTick(array, at);
}

/** Runs a case and compares. */
export function expectAlmArray({ servers, secondaries, properties, steps }: AlmArrayCase): void {
  let array = newAlmArray(servers, secondaries, almProperties(properties), 0);
  for (const step of steps) {
    const { at } = step;
    array = arrayAfter(array, step);
    const member = (name: string): AlmMember =>
      name === "primary" ? "primary" : { secondary: name };
    const { due, methods = {}, unavailable = {}, figures = {} } = step.expect ?? {};
    if (due !== undefined) expect(almDueContacts(array, at), `${at} s`).toEqual(due);
    for (const [name, method] of Object.entries(methods)) {
      expect(almMethodOf(array, member(name), "cpu", at), `${name} at ${at} s`).toBe(method);
    }
    for (const [name, gone] of Object.entries(unavailable)) {
      expect(almKnown(array, member(name), at)?.unavailable, `${name} at ${at} s`).toEqual(gone);
    }
    for (const [name, known] of Object.entries(figures)) {
      const found = almKnown(array, member(name), at)?.figures ?? new Map();
      expect(Object.fromEntries(found), `${name} at ${at} s`).toEqual(known);
    }
  }
}
