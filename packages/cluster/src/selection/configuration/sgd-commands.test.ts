import { expect, test } from "vitest";
import { plan } from "../plan.ts";
import { sgdPlacement } from "../sgd/session-placement.ts";
import { sgd } from "../sgd/sgd.ts";
import { configured, formatConfigurationProblem } from "./configuration-result.ts";
import { formatSgdCommands, parseSgdCommands } from "./sgd-commands.ts";

const text = `# the array
$ tarantella config edit --launch-loadbalancing-algorithm cpu \\
    --tarantella-config-applaunch-appserveraffinity 0
tarantella config edit --sessions-loadbalancing-algorithm .../_beans/com.sco.tta.server.loadbalancing.tier2.CpuLoadBalancingPolicy

tarantella object edit --name ".../_ens/o=Example/cn=shop" --loadbal memory
tarantella object edit --name "java:global/stock/*" --loadbal default
tarantella object edit --name ".../_ens/o=Example Inc/cn=paris" --maxcount 3 --userassign "(&(job=manager)(dept=Sales))"
tarantella object new_host --name .../_dns/london.example.com --available false --description "in the cellar"
--name .../_ens/o=Example/cn=paris --available true
--name rome --userassign "(cn=a b)" "ldap:///??sub?(cn=c d)" scottasessionowner=*x
`;

const expected = {
  options: {
    method: "cpu",
    affinity: 0,
    byName: { shop: "memory", "java:global/stock/*": "default" },
    members: {
      paris: { maxCount: 3, userAssignment: "(&(job=manager)(dept=Sales))", available: true },
      "london.example.com": { available: false },
      rome: { userAssignment: '(cn=a b) "ldap:///??sub?(cn=c d)" scottasessionowner=*x' },
    },
  },
  placement: "Cpu",
};

test("all options, with comments, quotes, continued lines", () => {
  const result = parseSgdCommands(text);
  expect(configured(result)).toEqual(expected);
  expect(result.ok ? result.warnings.map(formatConfigurationProblem) : []).toEqual([
    'commands:9: "--description" is not about balancing; it has no effect here',
  ]);
});

test("what is read makes policies", () => {
  const { options, placement } = configured(parseSgdCommands(text));
  expect(sgdPlacement(placement).name).toBe("sgdPlacement");
  const members = [{ name: "paris" }, { name: "london.example.com" }, { name: "berlin" }];
  const { shares } = plan({ policy: sgd(options), members, contexts: 10 });
  // Paris is for managers, London is out.
  expect(shares.map(({ count }) => count)).toEqual([0, 0, 10]);
});

test("written back and read again: the same", () => {
  const written = formatSgdCommands(configured(parseSgdCommands(text)));
  expect(written.split("\n")[0]).toBe(
    "tarantella config edit --launch-loadbalancing-algorithm cpu --tarantella-config-applaunch-appserveraffinity 0 --sessions-loadbalancing-algorithm .../_beans/com.sco.tta.server.loadbalancing.tier2.CpuLoadBalancingPolicy",
  );
  expect(configured(parseSgdCommands(written))).toEqual(expected);
  expect(formatSgdCommands(configured(parseSgdCommands("")))).toBe("");
});

test.each([
  [
    "--launch-loadbalancing-algorithm cpus",
    'commands:1: "cpus" is no value of --launch-loadbalancing-algorithm; did you mean "cpu"?',
  ],
  [
    "\n--launch-loadbalancing-algorithm default",
    'commands:2: "default" is no value of --launch-loadbalancing-algorithm; there are cpu, memory, sessions',
  ],
  [
    "--tarantella-config-applaunch-appserveraffinity 50",
    'commands:1: "50" is no value of --tarantella-config-applaunch-appserveraffinity; there are 0, 100',
  ],
  [
    "--sessions-loadbalancing-algorithm Cpu",
    'commands:1: "Cpu" is no value of --sessions-loadbalancing-algorithm; there are .../_beans/com.sco.tta.server.loadbalancing.tier2.LocalLoadBalancingPolicy, .../_beans/com.sco.tta.server.loadbalancing.tier2.CpuLoadBalancingPolicy, .../_beans/com.sco.tta.server.loadbalancing.tier2.SessionLoadBalancingPolicy',
  ],
  [
    "--name x --loadbal session",
    'commands:1: "session" is no value of --loadbal; did you mean "sessions"?',
  ],
  ["--name x --loadball cpu", 'commands:1: "--loadball" is no option; did you mean "--loadbal"?'],
  ["--name x --maxcount=3", 'commands:1: "--maxcount=3" is no option; did you mean "--maxcount"?'],
  [
    "--name x --maxcount many",
    'commands:1: "many" is out of range for --maxcount; give a whole number from 0 to 2147483648',
  ],
  ["--name x --available no", 'commands:1: "no" is no value of --available; there are true, false'],
  [
    "--name x --available",
    'commands:1: "" is no value of --available; write one word, or quotes around it',
  ],
  [
    "--name x --maxcount 3 4",
    'commands:1: "3 4" is no value of --maxcount; write one word, or quotes around it',
  ],
  [
    "--maxcount 3",
    'commands:1: "--maxcount" is about no object; write --name and the name of the object',
  ],
  [
    "tarantella config edit --loadbal cpu\n",
    'commands:1: "--loadbal" is an option of another command; write tarantella object edit --name … --loadbal',
  ],
  [
    "tarantella object edit --name x --launch-loadbalancing-algorithm cpu",
    'commands:1: "--launch-loadbalancing-algorithm" is an option of another command; write tarantella config edit --launch-loadbalancing-algorithm',
  ],
  [
    "tarantella config edit --server-login enabled",
    'commands:1: "--server-login" is not about balancing; it has no effect here',
  ],
  [
    '--name x --userassign "(job=manager"',
    'commands:1: "(job=manager" does not close the parenthesis at column 1; write a ")" there',
  ],
  [
    "tarantella object list --name x",
    'commands:1: "tarantella object list" is no command that sets anything; write tarantella config edit --…, or tarantella object edit --name … --…',
  ],
  [
    '--name "x --maxcount 3',
    'commands:1: "--name \\"x --maxcount 3" cannot be split into words; the quote (") at column 8 is not closed',
  ],
])("%s", (line, message) => {
  const result = parseSgdCommands(line);
  const found = result.ok ? result.warnings : result.problems;
  expect(found.map(formatConfigurationProblem)).toEqual([message]);
  // Only what is of another part of the product is a warning.
  expect(result.ok).toBe(message.includes("not about balancing"));
});
