import { describe, expect, test } from "vitest";
import { type AlmArrayCase, expectAlmArray } from "../spec/alm-array-case.ts";
import { type AlmCase, expectAlm } from "../spec/alm-case.ts";
import {
  type AnswerCase,
  expectAnswer,
  expectProximity,
  expectSiteUpdates,
  type ProximityCase,
  type SiteUpdateCase,
} from "../spec/alteon-model-case.ts";
import { decisionOf, type FailoverCase, failoverFiles, failures } from "../spec/failover-case.ts";
import { cases, specFiles } from "../spec/read-spec.ts";
import { type SelectionCase, selectionFiles } from "../spec/selection-case.ts";
import { expectSelection } from "../spec/selection-expectation.ts";
import {
  type ClusterView,
  changeCostTable,
  configuredView,
  decide,
  type Endpoint,
  type EndpointHealth,
  eligibleOrPanic,
  eligibleShare,
  endpointKey,
  formatCostTable,
  formatEndpoint,
  type HealthOptions,
  healthAfterFailure,
  healthAfterProbe,
  healthAfterSilence,
  healthAfterSuccess,
  healthWhileProbing,
  healthyEndpoint,
  initialRotationState,
  isProbeDue,
  memberIndex,
  mergeView,
  nextHead,
  parseCostTable,
  parseEndpoint,
  parseEndpointList,
  plannedShares,
  prepareRotation,
  type Random,
  type Rotation,
  type RotationOptions,
  type RotationState,
  tailOf,
  viewAfterSilence,
} from "./index.ts";

function endpoint(text: string): Endpoint {
  const result = parseEndpoint(text);
  // The cases may tell a port 0, which is no endpoint one could configure.
  const [host = "", port] = text.split(":");
  return result.ok ? result.endpoint : { host, port: Number(port), security: "clear" };
}

// ---------------------------------------------------------------- endpoints

interface SingleCase {
  readonly text: string;
  readonly defaultPort?: number;
  readonly defaultSecurity?: "clear" | "tls";
  readonly expect:
    | { ok: true; host: string; port: number; key: string; text: string }
    | ProblemCase;
}
interface ProblemCase {
  readonly ok: false;
  readonly problem: string;
  readonly hint: string;
}

describe("endpoints/single", () => {
  test.each(cases<SingleCase>("endpoints/single"))("$name", (each) => {
    const result = parseEndpoint(each.text, {
      defaultPort: each.defaultPort ?? 3700,
      defaultSecurity: each.defaultSecurity ?? "clear",
    });
    if (!each.expect.ok) {
      expect(result).toEqual({ value: each.text.trim(), ...each.expect });
      return;
    }
    if (!result.ok) throw new Error(result.problem);
    const { host, port } = result.endpoint;
    const [key, text] = [endpointKey(result.endpoint), formatEndpoint(result.endpoint)];
    expect({ ok: true, host, port, key, text }).toEqual(each.expect);
  });
});

interface ListCase {
  readonly text: string;
  readonly expect: { ok: true; keys: readonly string[] } | (ProblemCase & { index: number });
}

describe("endpoints/list", () => {
  test.each(cases<ListCase>("endpoints/list"))("$name", (each) => {
    const result = parseEndpointList(each.text);
    if (result.ok) {
      expect({ ok: true, keys: result.endpoints.map(endpointKey) }).toEqual(each.expect);
    } else {
      const { value: _value, ...rest } = result;
      expect(rest).toEqual(each.expect);
    }
  });
});

// ---------------------------------------------------------------- rotation

interface RotationCase {
  readonly members: Readonly<Record<string, number>>;
  readonly bootstrap?: readonly string[];
  readonly discovered?: boolean;
  readonly options: RotationOptions;
  readonly previous?: string;
  readonly availability?: Readonly<Record<string, number>>;
  readonly after?: readonly number[];
  readonly draws?: number;
  readonly skipZero?: boolean;
  readonly sequence?: readonly number[];
  readonly tails?: readonly (readonly string[])[];
  readonly head?: string;
  readonly last?: string;
  readonly length?: number;
  readonly expect: {
    readonly counts?: Readonly<Record<string, number>>;
    readonly heads?: readonly string[];
    readonly second?: Readonly<Record<string, number>>;
    readonly problem?: string;
  };
}

function viewOf(each: Pick<RotationCase, "members" | "bootstrap" | "discovered">): ClusterView {
  const view = configuredView((each.bootstrap ?? []).map(endpoint));
  if (each.discovered === false) return view;
  const members = Object.entries(each.members).map(([name, weight]) => ({
    name,
    weight,
    endpoints: [endpoint(`${name}:3700`)],
  }));
  return mergeView(view, { from: undefined, members, complete: true }, () => false).view;
}

/** The draws in order; asking for more than there are is a fault of the case. */
function draws(list: readonly number[]): Random {
  let next = 0;
  return () => {
    const draw = list[next];
    if (draw === undefined) throw new Error("the case has no further draw");
    next += 1;
    return draw;
  };
}

/** The middle of each of `count` equally likely intervals. */
function allDraws(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index + 0.5) / count);
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function prepared(each: RotationCase): Rotation {
  const result = prepareRotation(viewOf(each), each.options);
  if (!result.ok) throw new Error(result.problem);
  return result.rotation;
}

const rotationFiles = ["shares", "availability", "smooth", "glassfish", "tail"];

describe.each(rotationFiles)("rotation/%s", (file) => {
  test.each(cases<RotationCase>(`rotation/${file}`))("$name", (each) => {
    const availability = new Map(Object.entries(each.availability ?? {}));
    const { counts, heads, second, problem } = each.expect;
    if (problem !== undefined) {
      expect(prepareRotation(viewOf(each), each.options)).toMatchObject({ ok: false, problem });
      return;
    }
    const rotation = prepared(each);
    let state: RotationState =
      each.previous === undefined ? initialRotationState : { previous: each.previous };
    for (const draw of each.after ?? []) state = nextHead(rotation, state, () => draw).state;
    if (counts !== undefined) {
      const all = allDraws(each.draws ?? 0).slice(each.skipZero === true ? 1 : 0);
      const drawn = all.map((r) => nextHead(rotation, state, draws([r]), availability).member.name);
      expect(tally(drawn)).toEqual(counts);
      if (each.availability ?? each.previous ?? each.after) return;
      const shares = [...plannedShares(rotation)].filter(([, share]) => share > 0);
      const exact = Object.entries(counts).map(([name, count]) => [name, count / all.length]);
      expect(shares).toEqual(exact);
    }
    if (heads !== undefined) {
      const random = draws(each.sequence ?? []);
      for (const [index, head] of heads.entries()) {
        const next = nextHead(rotation, state, random, availability);
        state = next.state;
        expect(next.member.name).toBe(head);
        const tail = each.tails?.[index];
        if (tail === undefined) continue;
        expect([...tailOf(rotation, next.member, random)].map(({ name }) => name)).toEqual(tail);
      }
    }
    if (second !== undefined) {
      const head = rotation.members.find(({ name }) => name === each.head);
      if (head === undefined) throw new Error("the head is no member");
      const tails = allDraws(each.draws ?? 0).map((r) =>
        [...tailOf(rotation, head, () => r, availability)].map(({ name }) => name),
      );
      expect(tally(tails.flatMap((tail) => tail.slice(0, 1)))).toEqual(second);
      const length = each.length ?? rotation.members.length - 1;
      for (const tail of tails) {
        expect(new Set(tail).size).toBe(length);
        expect(tail).not.toContain(each.head);
        if (each.last !== undefined) expect(tail.at(-1)).toBe(each.last);
      }
    }
  });
});

// ---------------------------------------------------------------- view

interface ViewStep {
  readonly told?: {
    readonly from?: string;
    readonly fromEndpoint?: string;
    readonly members: readonly (readonly [string, number, ...string[]])[];
    readonly complete: boolean;
  };
  readonly silent?: string;
  readonly expect: {
    readonly members: Readonly<Record<string, number>>;
    readonly bootstrapOnly: readonly string[];
    readonly endpoints?: Readonly<Record<string, readonly string[]>>;
    readonly doubted?: readonly string[];
    readonly changed: boolean;
    readonly joined: readonly string[];
    readonly left: readonly string[];
  };
}
interface ViewCase {
  readonly bootstrap: readonly string[];
  readonly weights?: Readonly<Record<string, number>>;
  readonly same?: readonly (readonly [string, string])[];
  readonly start?: Pick<ViewStep["expect"], "members" | "bootstrapOnly">;
  readonly steps: readonly ViewStep[];
}

function weightsOf(view: ClusterView): Record<string, number> {
  return Object.fromEntries(view.members.map(({ name, weight }) => [name, weight]));
}

describe("view/merge", () => {
  test.each(cases<ViewCase>("view/merge"))("$name", (each) => {
    const same = (a: Endpoint, b: Endpoint): boolean =>
      (each.same ?? []).some(
        (pair) => pair.includes(formatEndpoint(a)) && pair.includes(formatEndpoint(b)),
      );
    let view = configuredView(each.bootstrap.map(endpoint), each.weights);
    if (each.start !== undefined) {
      expect(weightsOf(view)).toEqual(each.start.members);
      expect(view.bootstrapOnly.map(formatEndpoint)).toEqual(each.start.bootstrapOnly);
    }
    for (const { told, silent, expect: expected } of each.steps) {
      const before = structuredClone(view);
      const change =
        told === undefined
          ? viewAfterSilence(view, silent ?? "", same)
          : mergeView(
              view,
              {
                from: told.from,
                ...(told.fromEndpoint === undefined
                  ? {}
                  : { fromEndpoint: endpoint(told.fromEndpoint) }),
                complete: told.complete,
                members: told.members.map(([name, weight, ...texts]) => ({
                  name,
                  weight,
                  endpoints: texts.map(endpoint),
                })),
              },
              same,
            );
      expect(view, "a view never changes").toEqual(before);
      expect(change.view === view).toBe(!expected.changed);
      expect(change.view.version).toBe(view.version + (expected.changed ? 1 : 0));
      view = change.view;
      const { changed, joined, left } = change;
      expect({
        changed,
        joined,
        left,
        members: weightsOf(view),
        bootstrapOnly: view.bootstrapOnly.map(formatEndpoint),
      }).toEqual({
        changed: expected.changed,
        joined: expected.joined,
        left: expected.left,
        members: expected.members,
        bootstrapOnly: expected.bootstrapOnly,
      });
      if (expected.doubted !== undefined) expect([...view.doubted]).toEqual(expected.doubted);
      for (const [name, texts] of Object.entries(expected.endpoints ?? {})) {
        const member = view.members.find((candidate) => candidate.name === name);
        expect(member?.endpoints.map(formatEndpoint)).toEqual(texts);
      }
    }
  });
});

// ---------------------------------------------------------------- health

interface HealthCase {
  readonly options?: HealthOptions;
  readonly steps: readonly {
    readonly at: number;
    readonly event: string;
    readonly expect: { state: string; share: number; until?: number; probeDue?: boolean };
  }[];
}

type HealthEvent = (health: EndpointHealth, now: number, options: HealthOptions) => EndpointHealth;
const healthEvents: Readonly<Record<string, HealthEvent>> = {
  look: (health) => health,
  failure: healthAfterFailure,
  success: healthAfterSuccess,
  silence: healthAfterSilence,
  "probe begins": healthWhileProbing,
  "probe answered": (health, now, options) => healthAfterProbe(health, true, now, options),
  "probe not answered": (health, now, options) => healthAfterProbe(health, false, now, options),
};

describe("health/endpoint", () => {
  test.each(cases<HealthCase>("health/endpoint"))("$name", (each) => {
    let health = healthyEndpoint;
    for (const step of each.steps) {
      const event = healthEvents[step.event];
      if (event === undefined) throw new Error(`there is no event "${step.event}"`);
      health = event(health, step.at, each.options ?? {});
      const { state, until, share, probeDue } = step.expect;
      expect(health.state).toBe(state);
      expect(eligibleShare(health, step.at, each.options)).toBeCloseTo(share, 12);
      if (until !== undefined) expect(health.untilMs).toBe(until);
      if (probeDue !== undefined) expect(isProbeDue(health, step.at)).toBe(probeDue);
    }
  });
});

interface PanicCase {
  readonly members: Readonly<Record<string, number>>;
  readonly more?: Readonly<Record<string, readonly string[]>>;
  readonly bad: Readonly<Record<string, EndpointHealth["state"]>>;
  readonly options?: HealthOptions;
  readonly expect: {
    leftOut: readonly string[];
    panic: boolean;
    availability: Readonly<Record<string, number>>;
  };
}

describe("health/panic", () => {
  test.each(cases<PanicCase>("health/panic"))("$name", (each) => {
    const members = Object.entries(each.members).map(([name, weight]) => ({
      name,
      weight,
      endpoints: [`${name}:3700`, ...(each.more?.[name] ?? [])].map(endpoint),
    }));
    const told = { from: undefined, members, complete: true };
    const index = memberIndex(mergeView(configuredView([]), told, () => false).view);
    const records = new Map(
      Object.entries(each.bad).map(([key, state]) => [
        key,
        { ...healthyEndpoint, state, untilMs: 1_000 },
      ]),
    );
    const { availability, leftOut, panic } = eligibleOrPanic(index, records, 0, each.options);
    const found = { leftOut, panic, availability: Object.fromEntries(availability) };
    expect(found).toEqual(each.expect);
  });
});

// ---------------------------------------------------------------- failover

describe.each(failoverFiles)("failover/%s", (file) => {
  test.each(cases<FailoverCase>(`failover/${file}`))("$name", (each) => {
    const { reason, ...decision } = decisionOf(each, decide);
    expect(decision, reason).toEqual(each.expect);
    expect(each.java, "every case says what Java does").toBeTruthy();
  });
});

// ---------------------------------------------------------------- selection

describe.each(selectionFiles)("%s", (file) => {
  test.each(cases<SelectionCase>(file))("$name", expectSelection);
});

const almFiles = ["alm-derived", "alm-documented"].map((file) => `sgd/${file}`);

describe.each(almFiles)("%s", (file) => {
  test.each(cases<AlmCase>(file))("$name", expectAlm);
});

const almArrayFiles = ["alm-array-documented", "alm-array-own-choice"].map((file) => `sgd/${file}`);

describe.each(almArrayFiles)("%s", (file) => {
  test.each(cases<AlmArrayCase>(file))("$name", expectAlmArray);
});

const answerFiles = ["documented", "own-choice", "published"].map(
  (file) => `alteon-gslb/answers-${file}`,
);

describe.each(answerFiles)("%s", (file) => {
  test.each(cases<AnswerCase>(file))("$name", expectAnswer);
});

describe("alteon-gslb/proximity", () => {
  test.each(cases<ProximityCase>("alteon-gslb/proximity"))("$name", expectProximity);
});

describe("alteon-gslb/site-updates", () => {
  test.each(cases<SiteUpdateCase>("alteon-gslb/site-updates"))("$name", expectSiteUpdates);
});

interface CostTableCase {
  readonly table: string;
  readonly changes: readonly string[];
  readonly expect: { table: string } | { value: string; index: number; problem: string };
}

describe("sap-gateway/cost-table", () => {
  test.each(cases<CostTableCase>("sap-gateway/cost-table"))("$name", (each) => {
    let result = parseCostTable(each.table);
    for (const change of each.changes) {
      if (result.ok) result = changeCostTable(result.table, change);
    }
    if (result.ok) expect({ table: formatCostTable(result.table) }).toEqual(each.expect);
    else expect(result).toMatchObject(each.expect);
  });
});

describe("the spec itself", () => {
  test("every file is run", () => {
    expect(specFiles()).toEqual(
      [
        ...["list", "single"].map((file) => `endpoints/${file}`),
        ...["failures", ...failoverFiles].map((file) => `failover/${file}`),
        ...["endpoint", "panic"].map((file) => `health/${file}`),
        ...rotationFiles.map((file) => `rotation/${file}`),
        ...almFiles,
        ...almArrayFiles,
        ...answerFiles,
        ...["proximity", "site-updates"].map((file) => `alteon-gslb/${file}`),
        ...selectionFiles,
        "sap-gateway/cost-table",
        "view/merge",
      ].sort(),
    );
  });

  test("names are unique within a file, and every named failure is used", () => {
    const used = new Set<string>();
    for (const file of specFiles().filter((each) => each !== "failover/failures")) {
      const all = cases<Partial<FailoverCase>>(file);
      expect(new Set(all.map(({ name }) => name)).size, file).toBe(all.length);
      for (const { failure, history } of all) {
        for (const name of [failure ?? "", ...(history ?? []).map((each) => each.failure)]) {
          used.add(name);
        }
      }
    }
    expect(Object.keys(failures).filter((name) => !used.has(name))).toEqual([]);
  });
});
