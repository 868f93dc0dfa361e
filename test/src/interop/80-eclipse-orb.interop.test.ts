// The ORB inside GlassFish in plain Java processes, with its real cluster machinery: what a whole application server
// cannot be made to do at will.
import { type Orb, type OrbOptions, SystemException, UserException } from "@remora/client";
import { afterAll, describe, expect, test } from "vitest";
import { errorOf } from "../support/outcome.ts";
import { type EclipseOrbOptions, EclipseOrbPeer } from "../support/peers/eclipse-orb-peer.ts";
import { until } from "../support/peers/processes.ts";
import { watchedOrb } from "./support/evidence.ts";
import { figure } from "./support/figures.ts";
import { PeerGreeter } from "./support/peer-greeter.ts";
import { needsPeers } from "./support/peers.ts";
import { countsOf, expectShares, shownCounts } from "./support/shares.ts";
import { WireLog } from "./support/wire.ts";

needsPeers();

const limitMs = 20_000;

function orbOf(peer: EclipseOrbPeer, options: OrbOptions = {}): Orb {
  const endpoints = peer.members.map(({ host, port }) => `${host}:${port}`);
  const orb = watchedOrb("peer", { endpoints, ...options });
  return orb;
}

async function startPeer(options: EclipseOrbOptions = {}): Promise<EclipseOrbPeer> {
  return await EclipseOrbPeer.start({ memberHost: "localhost", ...options });
}

describe("first calls", () => {
  test("host:port → naming → greet; strings, numbers, attributes, references, fragments", async () => {
    await using peer = await startPeer();
    await using orb = orbOf(peer);
    const context = await orb.createInitialContext();
    const greeter = await context.lookup("Greeter", PeerGreeter);
    expect(await greeter.whoami()).toBe(context.member);
    expect(await greeter.greet("Ada")).toBe(`Hello, Ada! (${context.member})`);
    expect(await greeter.add(2, 3)).toBe(5);
    expect(await greeter.echo_boolean(true)).toBe(true);
    expect(await greeter.echo_long(2n ** 62n)).toBe(2n ** 62n);
    expect(await greeter.echo_double(Math.PI)).toBe(Math.PI);
    expect(await greeter.echo_String("世界 😀")).toBe("世界 😀");
    expect(await greeter.text(5000)).toHaveLength(5000);
    await greeter.setTitle("a title");
    expect(await greeter.title()).toBe("a title");
    const self = await greeter.self();
    expect(await self.add(1, 1)).toBe(2);
    const compound = await context.lookup("ejb.ctx/Greeter.remote", PeerGreeter);
    expect(await compound.add(1, 2)).toBe(3);
  });

  test("IOR: and corbaname: of each member", async () => {
    await using peer = await startPeer();
    await using orb = orbOf(peer);
    for (const { name, ior, plainIor, corbaname } of peer.members) {
      for (const [text, label] of [
        [ior, name],
        [corbaname, name],
        [plainIor, `${name}/plain`],
      ] as const) {
        const greeter = await orb.stringToObject(text, PeerGreeter);
        expect(await greeter.whoami()).toBe(label);
      }
    }
  });

  test.each(["1.0", "1.1", "1.2"])("references of GIOP %s", async (version) => {
    const properties = { "com.sun.corba.ee.giop.ORBGIOPVersion": version };
    await using peer = await startPeer({ members: 1, properties });
    await using orb = orbOf(peer);
    const greeter = await orb.stringToObject(peer.member(0).plainIor, PeerGreeter);
    expect(await greeter.add(40, 2)).toBe(42);
    expect(await greeter.echo_long(7n)).toBe(7n);
    if (version !== "1.0") expect(await greeter.text(5000)).toHaveLength(5000);
  });

  test.each(["GROW", "STRM"])("a server that writes its replies with %s", async (strategy) => {
    const properties = { "com.sun.corba.ee.giop.ORBGIOP12BuffMgr": strategy };
    await using peer = await startPeer({ members: 1, properties });
    await using orb = orbOf(peer);
    const greeter = await orb.stringToObject(peer.member(0).ior, PeerGreeter);
    const texts = await Promise.all([5000, 1, 20_000, 3].map((length) => greeter.text(length)));
    expect(texts.map((text) => text.length)).toEqual([5000, 1, 20_000, 3]);
  });
});

describe("exceptions", () => {
  let shared: EclipseOrbPeer | undefined;
  const peerOf = async (): Promise<EclipseOrbPeer> => {
    shared ??= await startPeer();
    return shared;
  };
  afterAll(async () => {
    await shared?.close();
  });

  const completions = ["yes", "no", "maybe"] as const;
  const triedElsewhere = new Set(["TRANSIENT", "OBJ_ADAPTER"]);
  // Trouble inside a server, whatever it says of completion: a marked call goes to one other member.
  const oneOther = new Set([
    "COMM_FAILURE",
    "NO_RESOURCES",
    "IMP_LIMIT",
    "UNKNOWN",
    ...triedElsewhere,
  ]);

  test.each([
    ["COMM_FAILURE", 0],
    ["TRANSIENT", 1],
    ["OBJ_ADAPTER", 1],
    ["NO_RESOURCES", 0],
    ["IMP_LIMIT", 0],
    ["UNKNOWN", 0],
    ["INTERNAL", 3],
    ["BAD_PARAM", 3],
    ["MARSHAL", 3],
    ["NO_PERMISSION", 3],
    ["NO_IMPLEMENT", 3],
    ["TIMEOUT", 3],
    ["BAD_OPERATION", 3],
  ])("%s (minor %i) with every completion, marked and not", async (name, minor) => {
    const peer = await peerOf();
    const wire = new WireLog();
    await using orb = orbOf(peer, { transport: wire, retryBudget: { calls: 1_000 } });
    const context = await orb.createInitialContext();
    const greeter = await context.lookup("Greeter", PeerGreeter);
    for (const [code, completed] of completions.entries()) {
      for (const idempotent of [false, true]) {
        const before = wire.requests("raise").length;
        const options = { idempotent, timeoutMs: 1_000 };
        const error = await errorOf(greeter.raise(name, minor, code, options));
        const sent = wire.requests("raise").slice(before);
        const members = new Set(sent.map(({ endpoint }) => endpoint)).size;
        const what = `${name} ${completed} ${idempotent ? "marked" : "unmarked"}: ${error.message}`;
        if (triedElsewhere.has(name) && completed === "no") {
          // It did not run: every member is asked, then all again after pauses, until the time is over.
          expect(members, what).toBe(3);
        } else {
          expect(error, what).toBeInstanceOf(SystemException);
          expect(error.code, what).toBe(name);
          expect(sent.length, what).toBe(oneOther.has(name) && idempotent ? 2 : 1);
        }
        if (completed === "yes" && !oneOther.has(name)) expect(error.completed, what).toBe("yes");
        if (completed === "maybe") expect(error.completed, what).toBe("maybe");
      }
    }
  });

  test("declared, and unchecked with the server's text", async () => {
    const peer = await peerOf();
    await using orb = orbOf(peer);
    const greeter = await orb.stringToObject(peer.member(0).ior, PeerGreeter);
    const refused = await errorOf(greeter.withdraw(500));
    expect(refused).toBeInstanceOf(UserException);
    expect(refused).toMatchObject({ repositoryId: "IDL:remora/peer/InsufficientFundsEx:1.0" });
    expect(refused.message).toContain("only 100 left");
    const crashed = await errorOf(greeter.crash("on purpose"));
    expect(crashed).toMatchObject({ code: "UNKNOWN", completed: "maybe" });
    expect(`${crashed.message} ${(crashed as SystemException).serverText}`).toContain("on purpose");
    expect(await greeter.add(1, 1)).toBe(2);
  });
});

describe("a member dies between the execution and the reply", () => {
  test("unmarked: executed once, and the error says maybe; marked: once more elsewhere", async () => {
    await using peer = await startPeer({ processes: true });
    await using orb = orbOf(peer);
    const context = await orb.createInitialContext();
    const greeter = await context.lookup("Greeter", PeerGreeter);
    const victim = peer.members.findIndex(({ name }) => name === context.member);
    const unmarked = errorOf(greeter.onceSlow("unmarked", 10_000));
    const marked = greeter.onceSlow("marked", 2_500, { idempotent: true });
    await until("both run", limitMs, async () => {
      const counts = [await greeter.executions("unmarked"), await greeter.executions("marked")];
      return counts.every((count) => count === 1);
    });
    const killedAt = performance.now();
    await peer.kill(victim);
    const error = await unmarked;
    figure(
      "Eclipse ORB, kill: error of the call in flight",
      `${Math.round(performance.now() - killedAt)} ms after it`,
    );
    expect(error).toMatchObject({ completed: "maybe", operation: "onceSlow" });
    // Counted on the other member: its first execution there.
    expect(await marked).toBe(1);
    expect(context.member).not.toBe(peer.member(victim).name);
    for (const [index, { ior }] of peer.members.entries()) {
      if (index === victim) continue;
      const other = await orb.stringToObject(ior, PeerGreeter);
      expect(await other.executions("unmarked")).toBe(0);
    }
    const second = context.member;
    expect(await greeter.whoami()).toBe(second);
    await peer.start(victim);
    expect(await greeter.whoami()).toBe(second);
  });
});

describe("planned stop", () => {
  test("a FIN without CloseConnection: no call of a loop fails that was not in flight", async () => {
    await using peer = await startPeer({ processes: true });
    await using orb = orbOf(peer);
    const context = await orb.createInitialContext();
    const greeter = await context.lookup("Greeter", PeerGreeter);
    const victim = peer.members.findIndex(({ name }) => name === context.member);
    const answers = new Set<string>([await greeter.whoami()]);
    const stopped = peer.stop(victim);
    await until(
      "another member answers",
      limitMs,
      async () => {
        answers.add(await greeter.whoami());
        return answers.size === 2;
      },
      1,
    );
    await stopped;
    expect(context.member).not.toBe(peer.member(victim).name);
    await peer.start(victim);
    expect(await greeter.whoami()).toBe(context.member);
  });
});

describe("the group's view changes", () => {
  test("leave, join and weight are followed by what replies tell, with one update per member", async () => {
    await using peer = await startPeer({ weights: [100, 200, 300] });
    const wire = new WireLog();
    await using orb = orbOf(peer, {
      loadBalancingPolicy: "ic-based-weighted",
      discoveryIntervalMs: 600_000,
      transport: wire,
    });
    const greeter = await orb.lookup("Greeter", PeerGreeter, { balance: "request" });
    const names = peer.members.map(({ name }) => name);
    const calls = async (count: number): Promise<Record<string, number>> => {
      const answers: string[] = [];
      for (let i = 0; i < count; i++) answers.push(await greeter.whoami());
      return countsOf(answers);
    };
    const settled = async (wanted: Readonly<Record<string, number>>): Promise<void> => {
      await until(
        "the Orb has heard of it",
        limitMs,
        async () => {
          await greeter.whoami();
          const members = orb.explain().clusters[0]?.members ?? [];
          const known = members.filter(({ weight }) => weight > 0);
          const shown = (entries: readonly (readonly [string, number])[]): string =>
            entries
              .map(([name, weight]) => `${name} ${weight}`)
              .sort()
              .join(", ");
          return (
            shown(known.map(({ name, weight }) => [name, weight] as const)) ===
            shown(Object.entries(wanted))
          );
        },
        1,
      );
    };
    const weights = Object.fromEntries(names.map((name, i) => [name, (i + 1) * 100]));
    await settled(weights);
    expectShares(await calls(600), weights);

    await peer.leave(1);
    const { [names[1] ?? ""]: _, ...without } = weights;
    await settled(without);
    const after = await calls(400);
    figure("Eclipse ORB, 400 calls after a member left", shownCounts(after));
    expectShares(after, without);

    await peer.join(1);
    await settled(weights);
    expectShares(await calls(600), weights);

    await peer.weight(0, 900);
    const changed = { ...weights, [names[0] ?? ""]: 900 };
    await settled(changed);
    await calls(100);
    const last = wire.entries.length;
    const counts = await calls(600);
    figure("Eclipse ORB, 600 calls after weight 900 for the first", shownCounts(counts));
    expectShares(counts, changed);
    expect(wire.replies(last).filter(({ update }) => update)).toEqual([]);
    const updates = wire.replies().filter(({ update }) => update).length;
    figure("Eclipse ORB, updates in all (3 members, 4 views)", String(updates));
    expect(updates).toBeLessThanOrEqual(12);
  });
});
