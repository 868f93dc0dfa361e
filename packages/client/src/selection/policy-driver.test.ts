import {
  type Candidate,
  type Feedback,
  glassfish,
  type Policy,
  pipeline,
  policyNamed,
  presetNames,
  sapGateway,
  seededRandom,
  sgd,
} from "@remora/cluster";
import { describe, expect, test } from "vitest";
import type { Assignment } from "./assignment.ts";
import { ClusterPolicies } from "./cluster-policies.ts";
import { type CandidateBook, PolicyDriver, type SelectionWorld } from "./policy-driver.ts";
import { noPolicies } from "./selection-options.ts";

/** Members, whose state a test changes; sets are made anew when they change, as those of a cluster are. */
class Book implements CandidateBook {
  members: readonly Candidate[];
  out: ReadonlySet<string> = new Set();
  taken: ReadonlySet<string> = new Set();
  /** Names of members that were called by their address before. */
  readonly told = new Map<string, string>();

  constructor(...names: readonly string[]) {
    this.members = names.map((name) => ({ name, weight: 100 }));
  }

  candidates(): readonly Candidate[] {
    return this.members;
  }

  nameNow(name: string): string {
    return this.told.get(name) ?? name;
  }

  failed(): ReadonlySet<string> {
    return this.out;
  }

  drained(): ReadonlySet<string> {
    return this.taken;
  }
}

/** A world that writes down what it is told. */
function worldOf(seed = 1): SelectionWorld & {
  readonly owners: string[];
  readonly failures: string[];
} {
  const owners: string[] = [];
  const failures: string[] = [];
  return {
    owners,
    failures,
    order: (name) => Number(name.slice(1)),
    random: seededRandom(seed),
    tailRandom: seededRandom(seed + 1),
    nowMs: () => 1_000,
    onSkipped: () => {},
    onOwnerChanged: (key, previous, next) => {
      owners.push(`${key}: ${previous} to ${next}`);
    },
    onPolicyFailed: (policy, event, error) => {
      failures.push(`${policy} ${event} ${(error as Error).message}`);
    },
  };
}

/** What runs at each member, in the eyes of a policy that takes over now. */
function runningIn(driver: PolicyDriver): Record<string, number> {
  const running: Record<string, number> = {};
  const witness = pipeline("witness", {
    filters: [
      {
        name: "sees",
        keep: ({ name }, { facts }) => {
          running[name] = facts(name).running;
          return true;
        },
      },
    ],
  });
  const before = driver.policy;
  driver.prepare(witness)();
  // A look: the order of fall-back counts nothing.
  for (const _name of driver.order({})) break;
  driver.prepare(before)();
  return running;
}

function countsOf(open: Iterable<Assignment>, members: readonly Candidate[]) {
  const counts: Record<string, number> = {};
  for (const { name } of members) counts[name] = 0;
  for (const { member } of open) {
    if (counts[member] !== undefined) counts[member] += 1;
  }
  return counts;
}

test.each([1, 2, 3, 4, 5, 6])(
  "whatever happens, a policy believes in the work that is open, seed %i",
  (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const book = new Book("i1", "i2", "i3", "i4");
    const all = book.members;
    const world = worldOf(seed);
    const driver = new PolicyDriver(sgd(), book, world, new Map());
    const open = new Set<Assignment>();
    const toggled = (set: ReadonlySet<string>, name: string): ReadonlySet<string> =>
      new Set(set.has(name) ? [...set].filter((each) => each !== name) : [...set, name]);
    const own: Policy<number> = {
      name: "own",
      initial: () => 0,
      on: (state) => state + 1,
      select: (state, request, circumstances) => {
        const stateless = glassfish();
        const { selection } = stateless.select(
          stateless.initial(book.members),
          request,
          circumstances,
        );
        return { selection, state };
      },
    };
    const draw = (instead?: Assignment): void => {
      const key = random() < 0.5 ? `k${Math.floor(random() * 5)}` : undefined;
      const request = key === undefined ? {} : { key };
      const { assignment } = driver.draw(request, instead);
      if (instead !== undefined) open.delete(instead);
      if (assignment !== undefined) open.add(assignment);
    };
    const acts: readonly (() => void)[] = [
      () => draw(),
      () => draw(),
      () => draw(),
      () => draw([...open][0]),
      () => {
        for (const work of [...open].slice(0, 2)) {
          work.end();
          work.end();
          open.delete(work);
        }
      },
      () => [...open][Math.floor(random() * open.size)]?.moveTo(pick(all).name),
      () => {
        book.out = toggled(book.out, pick(all).name);
      },
      () => {
        book.taken = new Set(random() < 0.5 ? [] : [pick(all).name]);
      },
      () => {
        const gone = pick(all).name;
        book.members = random() < 0.5 ? all : all.filter(({ name }) => name !== gone);
      },
      () => driver.prepare(random() < 0.2 ? (own as Policy) : policyNamed(pick(presetNames)))(),
    ];
    for (let n = 0; n < 400; n++) {
      try {
        pick(acts)();
      } catch (error) {
        // All may be out at once; then nothing may have been counted.
        expect((error as { code?: string }).code).toBe("NO_CANDIDATE");
      }
      if (n % 7 === 0) expect(runningIn(driver)).toEqual(countsOf(open, book.members));
    }
    for (const work of open) work.end();
    book.members = all;
    expect(runningIn(driver)).toEqual({ i1: 0, i2: 0, i3: 0, i4: 0 });
    expect(driver.isIdle).toBe(true);
    expect(world.failures).toEqual([]);
  },
);

describe("another policy", () => {
  test("and back: what was used for a key ends, though its stage was not in force then", () => {
    const book = new Book("i1", "i2");
    const driver = new PolicyDriver(sgd(), book, worldOf(), new Map());
    const alice = driver.draw({ key: "alice" });
    const others = [driver.draw({}), driver.draw({}), driver.draw({})];
    driver.prepare(glassfish())();
    alice.assignment?.end();
    driver.prepare(sgd())();
    for (const { assignment } of others) if (assignment?.member === "i2") assignment.end();
    // Alice has nothing open: she goes where the least is, and not to her old place.
    expect(alice.member).toBe("i1");
    expect(driver.draw({ key: "alice" }).member).toBe("i2");
  });

  test("knows the keys of the work that is open", () => {
    const book = new Book("i1", "i2");
    const driver = new PolicyDriver(glassfish(), book, worldOf(), new Map());
    const first = driver.draw({ key: "alice" });
    first.assignment?.moveTo("i2");
    driver.prepare(sgd())();
    expect(driver.draw({ key: "alice" }).member).toBe("i2");
  });

  test.each([
    ["health", "out"],
    ["a drain", "taken"],
  ] as const)(
    "forgets nobody whom %s left out, and who is back before the next decision",
    (_title, part) => {
      const book = new Book("i1", "i2");
      const driver = new PolicyDriver(sgd(), book, worldOf(), new Map());
      book[part] = new Set(["i2"]);
      driver.draw({});
      driver.prepare(sgd({ method: "sessions" }))();
      book[part] = new Set();
      expect(driver.draw({}).member).toBe("i2");
    },
  );

  test("of one's own goes on as a pipeline: work, health and reports are told", () => {
    const told: string[] = [];
    const own: Policy<null> = {
      name: "own",
      initial: () => null,
      on: () => null,
      select: (state, request, circumstances) => {
        const policy = glassfish();
        const { selection } = policy.select(policy.initial(book.members), request, circumstances);
        return { selection, state };
      },
    };
    const book = new Book("i1", "i2");
    const reports = new Map([
      ["i1", { type: "report", member: "i1", figures: { sessions: 3 }, atMs: 5 } as const],
    ]);
    const driver = new PolicyDriver(own as Policy, book, worldOf(), reports);
    driver.draw({ key: "a" });
    const plain = sgd();
    driver.prepare({
      ...plain,
      on: (state: never, event: Feedback) => {
        told.push(event.type);
        return plain.on(state, event);
      },
    } as Policy)();
    expect(told).toEqual(["assigned", "report"]);
  });

  test("that throws when it begins changes nothing, for no use and no name", () => {
    const book = new Book("i1");
    const plan = { ...noPolicies, contexts: sgd(), requests: sgd() };
    const policies = new ClusterPolicies(plan, ["contexts", "requests"], book, worldOf());
    policies.driver("contexts", {})?.draw({});
    policies.driver("requests", {})?.draw({});
    const broken = {
      ...glassfish(),
      initial: () => {
        throw new Error("no start");
      },
    };
    expect(() => policies.prepare({ ...plan, contexts: glassfish(), requests: broken })).toThrow(
      "no start",
    );
    expect(policies.latest().map(({ selection }) => selection.policy)).toEqual(["sgd", "sgd"]);
    expect(policies.driver("contexts", {})?.policy.name).toBe("sgd");
  });
});

describe("work", () => {
  test("that is placed anew does not weigh against itself, and stays when nobody is found", () => {
    const book = new Book("i1", "i2");
    const world = worldOf();
    const driver = new PolicyDriver(sgd(), book, world, new Map());
    const [first, second] = [driver.draw({}), driver.draw({})];
    expect([first.member, second.member]).toEqual(["i1", "i2"]);
    const anew = driver.draw({}, first.assignment);
    // Without itself nothing runs at i1, and one at i2.
    expect(anew.member).toBe("i1");
    first.assignment?.end();
    expect(runningIn(driver)).toEqual({ i1: 1, i2: 1 });
    book.taken = new Set(["i1", "i2"]);
    expect(() => driver.draw({}, anew.assignment)).toThrow(/can choose nobody/);
    expect(runningIn(driver)).toEqual({ i1: 1, i2: 1 });
    anew.assignment?.end();
    expect(runningIn(driver)).toEqual({ i1: 0, i2: 1 });
  });

  test("of a key has one owner, who is told of exactly when it changes", () => {
    const book = new Book("i1", "i2", "i3");
    const world = worldOf();
    const driver = new PolicyDriver(sgd(), book, world, new Map());
    const works = [1, 2, 3].map(() => driver.draw({ key: "alice" }).assignment);
    expect(new Set(works.map((work) => work?.member))).toEqual(new Set(["i1"]));
    for (const work of works) work?.moveTo("i2");
    expect(world.owners).toEqual(["alice: i1 to i2"]);
    works[0]?.moveTo("i2");
    expect(world.owners).toHaveLength(1);
    book.members = book.members.filter(({ name }) => name !== "i2");
    // The policy has forgotten the place with its member: the key is placed anew, and its owner is another one.
    driver.draw({ key: "alice" });
    expect(world.owners).toHaveLength(2);
    const bob = driver.draw({ key: "bob" });
    bob.assignment?.end();
    driver.draw({ key: "bob" });
    expect(world.owners).toHaveLength(2);
  });

  test("at a member that leaves and comes back is counted there again, and its end takes nobody else's away", () => {
    const book = new Book("i1", "i2");
    const all = book.members;
    const driver = new PolicyDriver(sgd(), book, worldOf(), new Map());
    const old = driver.draw({}).assignment;
    expect(old?.member).toBe("i1");
    book.members = all.slice(1);
    expect(runningIn(driver)).toEqual({ i2: 0 });
    book.members = all;
    expect(runningIn(driver)).toEqual({ i1: 1, i2: 0 });
    const [second, third] = [driver.draw({}), driver.draw({})];
    expect(runningIn(driver)).toEqual({ i1: 2, i2: 1 });
    old?.end();
    expect(runningIn(driver)).toEqual({ i1: 1, i2: 1 });
    expect([second.member, third.member].sort()).toEqual(["i1", "i2"]);
  });

  test.each([
    ["is new", ["i1"], []],
    ["was a member beside it already", ["i1"], ["i1"]],
  ])(
    "at a member whose name %s is counted under that name, and its owner is the same",
    (_title, after, before) => {
      const book = new Book("h:1", ...before, "i2");
      const world = worldOf();
      const driver = new PolicyDriver(sgd(), book, world, new Map());
      const work = driver.draw({ key: "alice" }).assignment;
      const other = driver.draw({ key: "bob" }).assignment;
      work?.moveTo("h:1");
      other?.moveTo("h:1");
      world.owners.length = 0;
      book.members = new Book(...after, "i2").members;
      book.told.set("h:1", "i1");
      // One call is quicker than the news.
      work?.moveTo("i1");
      expect(runningIn(driver)).toEqual({ i1: 2, i2: 0 });
      expect(driver.draw({ key: "bob" }).member).toBe("i1");
      expect(world.owners).toEqual([]);
      work?.end();
      other?.end();
      expect(runningIn(driver)).toEqual({ i1: 1, i2: 0 });
    },
  );

  test("of many keys leaves nothing behind", () => {
    const book = new Book("i1", "i2", "i3");
    const driver = new PolicyDriver(sgd(), book, worldOf(), new Map());
    let size = Number.NaN;
    const plain = sgd();
    for (let n = 0; n < 100_000; n++) driver.draw({ key: `user ${n}` }).assignment?.end();
    driver.prepare({
      ...plain,
      select: (state: never, request, circumstances) => {
        size = JSON.stringify(state).length;
        return plain.select(state, request, circumstances);
      },
    } as Policy)();
    driver.draw({});
    // The state of three members, and of no key.
    expect(size).toBeLessThan(3_000);
  });
});

describe("a policy of one's own", () => {
  test("that names a stranger is told so", () => {
    const world = worldOf();
    const policy = pipeline("vague", {
      chooser: { name: "any", choose: () => ({ chosen: [{ name: "i9" }], how: "by whim" }) },
    });
    const driver = new PolicyDriver(policy, new Book("i1", "i2"), world, new Map());
    expect(() => driver.draw({})).toThrow(
      'the policy vague chose "i9", which is none of its candidates; a chooser must answer with those it is given (i1, i2)',
    );
    expect(driver.isIdle).toBe(true);
  });

  test("that throws when it is told something keeps no work from ending", () => {
    const world = worldOf();
    const policy: Policy = {
      ...(sgd() as Policy),
      name: "shy",
      on: (_state, { type }) => {
        throw new Error(`not ${type}`);
      },
    };
    const driver = new PolicyDriver(policy, new Book("i1"), world, new Map());
    const { assignment } = driver.draw({});
    expect(() => assignment?.end()).not.toThrow();
    expect(driver.isIdle).toBe(true);
    expect(world.failures).toEqual(["shy released not released"]);
  });

  test("that throws when it decides counts nothing", () => {
    const driver = new PolicyDriver(
      {
        ...(sgd() as Policy),
        select: () => {
          throw new Error("undecided");
        },
      },
      new Book("i1"),
      worldOf(),
      new Map(),
    );
    expect(() => driver.draw({})).toThrow("undecided");
    expect(driver.isIdle).toBe(true);
    expect(runningIn(driver)).toEqual({ i1: 0 });
  });
});

describe("the policies of a cluster", () => {
  test("a name pattern that is taken away and put back still knows its work", () => {
    const book = new Book("i1", "i2");
    const named = { ...noPolicies, contexts: glassfish(), byName: [["shop", sgd()]] } as const;
    const policies = new ClusterPolicies(named, ["contexts"], book, worldOf());
    const drawn = policies.driver("contexts", { name: "shop" })?.draw({});
    expect(drawn?.member).toBe("i1");
    policies.prepare({ ...named, byName: [] })();
    expect(policies.driver("contexts", { name: "shop" })?.policy.name).toBe("glassfish");
    expect(policies.latest()).toEqual([]);
    policies.prepare({ ...named, byName: [["shop", sapGateway()]] })();
    policies.prepare(named)();
    // One runs at i1 still.
    expect(policies.driver("contexts", { name: "shop" })?.draw({}).member).toBe("i2");
    expect(policies.latest()).toMatchObject([{ use: "contexts", pattern: "shop" }]);
  });

  test("a name pattern that is taken away is not kept for nothing", () => {
    const named = { ...noPolicies, byName: [["shop", sgd()]] } as const;
    const policies = new ClusterPolicies(named, ["contexts"], new Book("i1"), worldOf());
    const driver = policies.driver("contexts", { name: "shop" });
    const { assignment } = driver?.draw({}) ?? {};
    policies.prepare(noPolicies)();
    policies.prepare(named)();
    expect(policies.driver("contexts", { name: "shop" })).toBe(driver);
    assignment?.end();
    policies.prepare(noPolicies)();
    policies.prepare(named)();
    expect(policies.driver("contexts", { name: "shop" })).not.toBe(driver);
  });

  test("reports for strangers and for those who have left are not kept", () => {
    const book = new Book("i1", "i2");
    const told: string[] = [];
    const plain = sgd();
    const policy = {
      ...plain,
      on: (state: never, event: Feedback) => {
        if (event.type === "report") told.push(event.member);
        return plain.on(state, event);
      },
    } as Policy;
    const policies = new ClusterPolicies(
      { ...noPolicies, contexts: policy },
      ["contexts"],
      book,
      worldOf(),
    );
    for (let n = 0; n < 1_000; n++) policies.report(`stranger ${n}`, { sessions: n }, n);
    policies.report("i1", { sessions: 1 }, 1);
    policies.report("i2", { sessions: 1 }, 1);
    book.members = book.members.slice(0, 1);
    policies.report("i1", { sessions: 2 }, 2);
    policies.report("i1", { sessions: 1 }, 1);
    // The policy is made now, and told the latest of those who are there.
    policies.driver("contexts", {});
    expect(told).toEqual(["i1"]);
  });
});
