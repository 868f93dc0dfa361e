// The examples of Secure Global Desktop's manual with its own numbers, then what else its rules do: zones, users,
// maximum counts, maintenance.
import { type LoadSource, NoCandidateError, Orb } from "@remora/client";
import { type SgdOptions, sgd } from "@remora/cluster";
import { countOf, startGreeters } from "./greeter.ts";

type Figures = Readonly<Record<string, number>>;

await using cluster = await startGreeters(["london", "paris"]);

/** What the two servers report, once. */
function figures(london: Figures, paris: Figures): LoadSource {
  return {
    name: "the manual",
    start: (host) => {
      host.report("london", london);
      host.report("paris", paris);
      return () => {};
    },
  };
}

/** Starts so many applications, and tells the loads and the choice of each. */
async function start(options: SgdOptions, source: LoadSource, count: number): Promise<void> {
  await using orb = new Orb({
    endpoints: cluster.endpoints,
    selectionPolicy: { contexts: sgd(options), loadSources: [source] },
  });
  // A context that nobody holds any more would count as ended.
  const contexts = [];
  for (let n = 0; n < count; n++) {
    const context = await orb.createInitialContext();
    contexts.push(context);
    const { candidates, tied } = context.selection?.explanation ?? { candidates: [], tied: [] };
    const values = ["london", "paris"].map(
      (name) => `${name} ${candidates.find((each) => each.name === name)?.value}`,
    );
    const choice = tied.length > 1 ? "equal: either" : `to ${context.member}`;
    console.log(`  ${values.join(", ")}: ${choice}`);
  }
}

const sessions = figures({ sessions: 10 }, { sessions: 12 });
console.log("fewest sessions: 10 in London, 12 in Paris");
await start({ sessions: "reported" }, sessions, 3);
console.log("the same with weight 50 for London");
await start({ sessions: "reported", members: { london: { weighting: 50 } } }, sessions, 9);
console.log("least processor usage: 500 BogoMips idle for 25 % at weight 75, 100 idle for 50 %");
await start(
  { method: "cpu", members: { london: { weighting: 75 } } },
  figures({ bogoMips: 500, idlePercent: 25 }, { bogoMips: 100, idlePercent: 50 }),
  1,
);
console.log("most free memory: 250 MB, and 500 MB at weight 75");
await start(
  { method: "memory", members: { paris: { weighting: 75 } } },
  figures({ freeMemory: 250 }, { freeMemory: 500 }),
  1,
);

await using zones = await startGreeters(["london", "paris", "tokyo"]);

/** The members of so many new contexts; the contexts are kept by whoever asks. */
async function members(orb: Orb, count: number, key?: string) {
  const contexts = [];
  for (let n = 0; n < count; n++) {
    contexts.push(await orb.createInitialContext(key === undefined ? {} : { request: { key } }));
  }
  return { contexts, counts: JSON.stringify(countOf(contexts.map(({ member }) => member))) };
}

{
  const europe = { groups: "europe" };
  await using orb = new Orb({
    endpoints: zones.endpoints,
    selectionPolicy: sgd({ groups: "europe", members: { london: europe, paris: europe } }),
  });
  orb.events.on("memberDrained", ({ member }) => console.log(`  event: ${member} is empty`));
  const near = await members(orb, 10);
  console.log(`a client in Europe, 10 contexts: ${near.counts}`);
  const alice = await members(orb, 5, "alice");
  console.log(
    `5 contexts of one user are on ${new Set(alice.contexts.map((c) => c.member)).size} member`,
  );
  await orb.drain("paris");
  await orb.drain("london");
  const far = await members(orb, 3);
  console.log(`both are drained, 3 contexts: ${far.counts}`);
  orb.undrain("london");
  const back = await members(orb, 3);
  console.log(`london is back, 3 contexts: ${back.counts}`);
}
{
  const one = { maxCount: 1 };
  await using orb = new Orb({
    endpoints: zones.endpoints,
    selectionPolicy: sgd({ members: { london: one, paris: one, tokyo: one } }),
  });
  const { contexts, counts } = await members(orb, 3);
  console.log(`at most one each, 3 contexts: ${counts}`);
  try {
    await orb.createInitialContext();
  } catch (error) {
    if (!(error instanceof NoCandidateError)) throw error;
    console.log(`the fourth: ${error.code}`);
    for (const { name, reason } of [...error.candidates].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      console.log(`  ${name} ${reason}`);
    }
  }
  const [first] = contexts;
  first?.close();
  const again = await orb.createInitialContext();
  console.log(`one is closed: its place is used again: ${again.member === first?.member}`);
}
