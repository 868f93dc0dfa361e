// The beans that judge values, on GlassFish 7 and on GlassFish 8, and what is asked of them for each value.
import type { Orb } from "@remora/client";
import { afterAll, beforeAll, beforeEach, describe, inject } from "vitest";
import type { GlassFishCluster } from "../../support/peers/glassfish-cluster.ts";
import { useGlassFishEight } from "../../support/peers/glassfish-eight.ts";
import { Greeter, names } from "./beans.ts";
import { watchedOrb } from "./evidence.ts";
import { describeValue } from "./judge-description.ts";
import { endpointsOf, glassFish } from "./peers.ts";
import { type Declared, declaredTypes, Echo, Judge, valueBeans } from "./shop-types-operations.ts";
import type { ValueCase } from "./value-case.ts";
import { differenceOf } from "./value-difference.ts";

/** One server and the stubs of its beans. */
export interface ValueServer {
  readonly label: string;
  readonly orb: Orb;
  readonly echo: Echo;
  readonly judge: Judge;
  readonly greeter: Greeter;
}

const callLimitMs = 60_000;

/** Defines the same tests for both servers. The second one is started when its first test comes, and ended with its last. */
export function onEachServer(define: (server: () => ValueServer, label: string) => void): void {
  describe.each(["GlassFish 7", "GlassFish 8"])("%s", (label) => {
    let server: ValueServer | undefined;
    let eight: GlassFishCluster | undefined;

    beforeAll(async () => {
      if ("missing" in inject("glassfish")) return;
      let cluster = await glassFish();
      if (label === "GlassFish 8") {
        const provided = inject("glassfish8");
        if ("missing" in provided) return;
        eight = await useGlassFishEight(provided);
        cluster = eight;
      }
      const orb = watchedOrb(label, { endpoints: endpointsOf(cluster), timeoutMs: callLimitMs });
      const context = await orb.createInitialContext();
      server = {
        label,
        orb,
        echo: await context.lookup(valueBeans.echo, Echo),
        judge: await context.lookup(valueBeans.judge, Judge),
        greeter: await context.lookup(names.greeter, Greeter),
      };
    });
    beforeEach((context) => {
      const provided = inject("glassfish8");
      if (label === "GlassFish 8" && "missing" in provided) context.skip(provided.missing);
    });
    afterAll(async () => {
      await server?.orb.close();
      await eight?.stop();
    });

    define(() => {
      if (server === undefined) throw new Error(`${label} is not there`);
      return server;
    }, label);
  });
}

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Calls an operation of a declared type; what it takes and gives is not known to the compiler here. */
export function perform(
  stub: object,
  name: string,
  declared: Declared | "",
  ...args: readonly unknown[]
): Promise<unknown> {
  const operation = `${name}${declared}`;
  const bean = stub as { readonly [operation: string]: Call };
  return bean[operation]!(...args);
}

/** What the server says of a value, how it comes back, and how the server's own one arrives. All that differs, in words. */
export async function problemsOf(
  { echo, judge }: ValueServer,
  { declared, value, description = describeValue(declaredTypes[declared], value) }: ValueCase,
): Promise<readonly string[]> {
  const text = JSON.stringify(description);
  const label = `${declared} ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`;
  const problems: string[] = [];
  const check = async (what: string, find: () => Promise<string | undefined>): Promise<void> => {
    try {
      const problem = await find();
      if (problem !== undefined) problems.push(`${label}: ${what}: ${problem}`);
    } catch (error) {
      problems.push(`${label}: ${what}: ${textOf(error)}`);
    }
  };
  await Promise.all([
    check("judged", async () => {
      const verdict = await perform(judge, "judge", declared, text, value);
      return verdict === "ok" ? undefined : String(verdict);
    }),
    check("echoed", async () => differenceOf(value, await perform(echo, "echo", declared, value))),
    check("built", async () => differenceOf(value, await perform(judge, "build", declared, text))),
  ]);
  return problems;
}

/** Message, and the server's cause behind it. */
export function textOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} ← ${textOf(cause)}` : message;
}

const atOnce = 8;

/** The problems of all cases, some of them at the same time. */
export async function allProblems(
  server: ValueServer,
  cases: readonly ValueCase[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const waiting = cases.values();
  const work = async (): Promise<void> => {
    for (const one of waiting) problems.push(...(await problemsOf(server, one)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return problems;
}
