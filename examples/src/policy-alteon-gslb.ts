// Data centres in the way of Alteon's global load balancing: a site is chosen first, then a member inside it.
import { AllEndpointsFailedError, type LoadSource, Orb } from "@remora/client";
import { type AlteonGslbOptions, alteonGslb } from "@remora/cluster";
import { countOf, Greeter, greeterName, startGreeters } from "./greeter.ts";

await using paris = await startGreeters(["paris-1", "paris-2"]);
await using london = await startGreeters(["london-1", "london-2"]);
await using tokyo = await startGreeters(["tokyo-1"]);
const sites = { paris: paris.endpoints, london: london.endpoints, tokyo: tokyo.endpoints };

{
  // The highest rank serves alone; among equals the next metric decides.
  const ranks = { paris: { rank: 48 }, london: { rank: 10 }, tokyo: { rank: 10 } };
  const rules = [{ metrics: ["availability", "random"] }];
  await using orb = new Orb({ sites, selectionPolicy: alteonGslb({ sites: ranks, rules }) });
  const contexts = async (count: number): Promise<string> => {
    const chosen: string[] = [];
    for (let n = 0; n < count; n++) {
      const context = await orb.createInitialContext();
      chosen.push(context.selection?.chosen[0]?.name ?? "");
    }
    return Object.entries(countOf(chosen))
      .map(([site, count]) => `${site} ${count}`)
      .join(", ");
  };
  console.log("ranks: paris 48, london 10, tokyo 10");
  console.log(`  20 contexts: ${await contexts(20)}`);
  const context = await orb.createInitialContext();
  const greeter = await context.lookup(greeterName, Greeter);
  await greeter.whoami();
  for (const member of paris.members) await member.crash();
  try {
    await greeter.whoami();
  } catch (error) {
    if (!(error instanceof AllEndpointsFailedError)) throw error;
    console.log(`paris dies, a call there: ${error.code}`);
  }
  console.log(`  20 contexts: ${await contexts(20)}`);
  const recovered = new Promise((resolve) => orb.events.once("endpointRecovered", resolve));
  for (const member of paris.members) await member.restart();
  await recovered;
  console.log("paris is back");
  console.log(`  20 contexts: ${await contexts(20)}`);
}

type Figures = Readonly<Record<string, number>>;

/** One context, where two sites report these figures: who was left out and why, and who was chosen. */
async function choose(
  title: string,
  options: AlteonGslbOptions,
  figures: { readonly paris: Figures; readonly london: Figures },
): Promise<void> {
  const source: LoadSource = {
    name: "the sites",
    start: (host) => {
      for (const [site, own] of Object.entries(figures)) host.report(site, own);
      return () => {};
    },
  };
  await using orb = new Orb({
    sites: { paris: sites.paris, london: sites.london },
    selectionPolicy: { contexts: alteonGslb(options), loadSources: [source] },
  });
  const context = await orb.createInitialContext();
  const { chosen, stages, candidates } = context.selection?.explanation ?? {
    chosen: [],
    stages: [],
    candidates: [],
  };
  const filtered = stages.flatMap(({ kind, removed }) => (kind === "filter" ? removed : []));
  console.log(`${title}: ${chosen.join()}`);
  for (const { name, reason } of filtered.length > 0 ? filtered : candidates) {
    console.log(`  ${name} ${reason}`);
  }
}

await choose(
  "session utilization at most 90 %",
  { thresholds: { sesscap: 90 } },
  { paris: { utilization: 91 }, london: { utilization: 90 } },
);
await choose(
  "processors at most 80 %",
  { thresholds: { cpucap: 80 } },
  { paris: { cpuPercent: 85 }, london: { cpuPercent: 60 } },
);
await choose(
  "at least 100 sessions left",
  { thresholds: { mincon: 100 } },
  {
    paris: { sessions: 900, maxSessions: 1_000 },
    london: { sessions: 901, maxSessions: 1_000 },
  },
);
const sizes = {
  paris: { sessions: 100, maxSessions: 1_000 },
  london: { sessions: 50, maxSessions: 200 },
};
console.log("paris has 100 of 1000 sessions, which are 10 %, london 50 of 200, which are 25 %");
await choose("least connections", { rules: [{ metrics: ["leastconns"] }] }, sizes);
await choose("absolutely fewest", { rules: [{ metrics: ["absleastconns"] }] }, sizes);
