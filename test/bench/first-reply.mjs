// A whole program from its start to its first reply, as users run it: plain Node.js and built packages.
// The words: the endpoints, then the name of the bean.
import { java, method, Orb, remoteInterface } from "@remora/client";

const [endpoints, name] = process.argv.slice(2);
const Bench = remoteInterface("bench.Bench", { greet: method([java.string], java.string) });
const orb = new Orb({ endpoints });
const context = await orb.createInitialContext();
const bench = await context.lookup(name, Bench);
const answer = await bench.greet("Ada");
process.stdout.write(
  `${JSON.stringify({ answer, sinceStartMs: performance.now(), maxRssKib: process.resourceUsage().maxRSS })}\n`,
);
await orb.close();
