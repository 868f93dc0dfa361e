// `npm run example` lists the examples, `npm run example NAME` runs one.
import process from "node:process";

const examples: Readonly<Record<string, readonly [text: string, run: () => Promise<unknown>]>> = {
  "first-call": ["an Orb, a stub, a call", () => import("./first-call.ts")],
  "from-acc-xml": ["an Orb from a sun-acc.xml", () => import("./from-acc-xml.ts")],
  weights: ["600 contexts over three weights", () => import("./weights.ts")],
  "per-request": ["one reference, every call balanced", () => import("./per-request.ts")],
  failover: ["a member dies with calls in flight", () => import("./failover.ts")],
  "cluster-grows": ["members join and leave", () => import("./cluster-grows.ts")],
  "cancel-a-call": ["signals and deadlines", () => import("./cancel-a-call.ts")],
  "two-clusters": ["two clusters in one process", () => import("./two-clusters.ts")],
  "policy-glassfish": ["GlassFish: contexts by weight", () => import("./policy-glassfish.ts")],
  "policy-sgd": ["Secure Global Desktop: the least load", () => import("./policy-sgd.ts")],
  "policy-sap-gateway": ["SAP Gateway: by cost", () => import("./policy-sap-gateway.ts")],
  "policy-alteon-gslb": ["Alteon GSLB: sites", () => import("./policy-alteon-gslb.ts")],
  shop: ["an HTTP front for EJBs, with stubs from a jar", () => import("./shop.ts")],
};

const [name] = process.argv.slice(2);
const example = name !== undefined && Object.hasOwn(examples, name) ? examples[name] : undefined;
if (example !== undefined) {
  await example[1]();
} else {
  const list = Object.entries(examples).map(([key, [text]]) => `  ${key.padEnd(18)} ${text}\n`);
  const usage = `npm run example NAME, where NAME is one of\n${list.join("")}`;
  const wrong = name !== undefined && name !== "--help";
  if (wrong) process.stderr.write(`there is no example "${name}"\n${usage}`);
  else process.stdout.write(usage);
  process.exitCode = wrong ? 2 : 0;
}
