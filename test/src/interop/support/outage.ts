// References on a member that is about to go, a load on them, and what must hold of it afterwards.
import type { Orb } from "@remora/client";
import { expect } from "vitest";
import type { GlassFishCluster } from "../../support/peers/glassfish-cluster.ts";
import { until } from "../../support/peers/processes.ts";
import { Clock, Greeter, Ledger, names } from "./beans.ts";
import { failedOf, type LoadCall } from "./load.ts";
import type { WireLog } from "./wire.ts";

type InitialContext = Awaited<ReturnType<Orb["createInitialContext"]>>;

/** A context and references that were obtained in it. */
export interface Held {
  readonly context: InitialContext;
  readonly ledger: Ledger;
  readonly greeter: Greeter;
  readonly clock: Clock;
}

const mostDraws = 400;

/** A context that stands on a member: the rotation is asked until it gives it. */
export async function heldAt(orb: Orb, member: string): Promise<Held> {
  for (let draw = 0; draw < mostDraws; draw++) {
    const context = await orb.createInitialContext();
    if (context.member !== member) continue;
    const ledger = await context.lookup(names.ledger, Ledger);
    const greeter = await context.lookup(names.greeter, Greeter);
    const clock = await context.lookup(names.clock, Clock);
    expect(await ledger.whoami()).toBe(member);
    return { context, ledger, greeter, clock };
  }
  throw new Error(`${mostDraws} contexts, none of them on ${member}`);
}

/** Waits until the view of an Orb has exactly the members that the cluster has. */
export async function knowsAll(orb: Orb, cluster: GlassFishCluster): Promise<void> {
  const wanted = cluster.instances.map(({ name }) => name).sort();
  await until(`the Orb knows ${wanted.join(", ")}`, 60_000, () => {
    const members = orb.explain().clusters[0]?.members.map(({ name }) => name) ?? [];
    return members.sort().join(" ") === wanted.join(" ");
  });
}

/** All references of a context, those included that were not called since, are answered by one member; its name. */
export async function oneMemberOf({ context, ledger, greeter, clock }: Held): Promise<string> {
  const answers = [await clock.whoami(), await greeter.whoami(), await ledger.whoami()];
  expect(answers).toEqual(answers.map(() => context.member));
  return context.member;
}

/** Executions of every call against what its caller was told. */
export async function expectExecutions(
  cluster: GlassFishCluster,
  calls: readonly LoadCall[],
): Promise<{ readonly replayed: number; readonly ranThoughFailed: number }> {
  const ledger = await cluster.ledger();
  let replayed = 0;
  let ranThoughFailed = 0;
  for (const { id, marked, error } of calls) {
    const executions = ledger.get(id)?.length ?? 0;
    if (!marked) expect(executions, `executions of ${id}`).toBeLessThanOrEqual(1);
    if (error === undefined) expect(executions, `executions of ${id}`).toBeGreaterThanOrEqual(1);
    if (marked && executions > 1) replayed += 1;
    if (error !== undefined && executions > 0) ranThoughFailed += 1;
  }
  return { replayed, ranThoughFailed };
}

/** Every failed call had been passed to its socket before that closed, and says `maybe`; none of them was marked. */
export function expectOnlyCallsInFlight(
  wire: WireLog,
  calls: readonly LoadCall[],
  endpoint: string,
): void {
  for (const { id, marked, error } of failedOf(calls)) {
    expect(marked, `${id} is marked and failed: ${error.message}`).toBe(false);
    expect(error.completed, error.message).toBe("maybe");
    const sent = wire.requests("record").filter(({ text }) => text === id);
    expect(
      sent.map((entry) => entry.endpoint),
      id,
    ).toEqual([endpoint]);
    const [request] = sent;
    const close = request === undefined ? undefined : wire.closeOf(request);
    expect(close?.order ?? -1, `close after ${id}`).toBeGreaterThan(request?.order ?? 0);
  }
}
