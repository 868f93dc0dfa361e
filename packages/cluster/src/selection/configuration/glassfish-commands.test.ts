import { expect, test } from "vitest";
import { glassfish } from "../glassfish/glassfish.ts";
import { plan } from "../plan.ts";
import { configured, formatConfigurationProblem } from "./configuration-result.ts";
import { formatGlassfishWeights, parseGlassfishCommands } from "./glassfish-commands.ts";

test("the example of the guide: 100, 200, 300 and the weighted policy", () => {
  const text = `# weights
asadmin set i1.lb-weight=100
asadmin set i2.lb-weight=200
asadmin set i3.lb-weight=300
-Dcom.sun.appserv.iiop.loadbalancingpolicy=ic-based-weighted`;
  const { options, weights } = configured(parseGlassfishCommands(text));
  expect({ options, weights }).toEqual({
    options: { policy: "ic-based-weighted" },
    weights: { i1: 100, i2: 200, i3: 300 },
  });
  const members = Object.entries(weights).map(([name, weight]) => ({ name, weight }));
  const { shares } = plan({
    policy: glassfish({ ...options, sequence: "smooth" }),
    members,
    contexts: 600,
  });
  expect(shares.map(({ count }) => count)).toEqual([100, 200, 300]);
});

test.each<[text: string, weights: Readonly<Record<string, number>>]>([
  ["asadmin configure-lb-weight --cluster cluster1 i1=1:i2=4", { i1: 1, i2: 4 }],
  ["asadmin> configure-lb-weight --cluster cluster1 \\\n  i1=1:i2=4", { i1: 1, i2: 4 }],
  ["i1=1:i2=4", { i1: 1, i2: 4 }],
  ["asadmin --user admin --secure set servers.server.i1.lb-weight=7", { i1: 7 }],
  ["asadmin set i1.lb-weight=7 i2.lb-weight=8", { i1: 7, i2: 8 }],
  ["asadmin set i1.lb-weight=7\nasadmin set i1.lb-weight=8", { i1: 8 }],
  ["", {}],
])("%j", (text, weights) => {
  const result = configured(parseGlassfishCommands(text));
  expect(result).toEqual({ options: {}, weights });
  // Written back and read again: the same.
  expect(configured(parseGlassfishCommands(formatGlassfishWeights(weights))).weights).toEqual(
    weights,
  );
});

test("weights are written as the list of the command", () => {
  expect(formatGlassfishWeights({ i1: 1, i2: 4 })).toBe("i1=1:i2=4");
});

test.each<[text: string, ok: boolean, message: string]>([
  [
    "com.sun.appserv.iiop.loadbalancingpolicy = ic-based-weighed",
    true,
    'commands:1: "ic-based-weighed" is taken as ic-based-weighted; correct the spelling: Java balances without weights then',
  ],
  [
    "com.sun.appserv.iiop.loadbalancingpolicy=ic-based,h1:3700,h2:3700",
    true,
    'commands:1: "h1:3700,h2:3700" are endpoints, which are not kept; give them as the endpoints of the Orb',
  ],
  [
    "\nasadmin list-instances",
    true,
    'commands:2: "list-instances" is not about balancing; it has no effect here',
  ],
  [
    "asadmin set i1.enabled=true",
    true,
    'commands:1: "i1.enabled=true" is not about balancing; it has no effect here',
  ],
  [
    "com.sun.appserv.iiop.loadbalancingpolicy=ic-base",
    false,
    'commands:1: "ic-base" is no policy; did you mean "ic-based"?',
  ],
  [
    "com.sun.appserv.iiop.loadbalancingpolicy=round-robin",
    false,
    'commands:1: "round-robin" is no policy; there are ic-based, ic-based-weighted',
  ],
  [
    "com.sun.appserv.iiop.loadbalancing=ic-based",
    false,
    'commands:1: "com.sun.appserv.iiop.loadbalancing" is no property; did you mean "com.sun.appserv.iiop.loadbalancingpolicy"?',
  ],
  [
    "# c\nasadmin set i1.lb-weight=0",
    false,
    'commands:2: "0" is out of range for the weight of i1; give a whole number from 1 to 2147483647',
  ],
  [
    "i1=1:i2=x",
    false,
    'commands:1: "x" is out of range for the weight of i2; give a whole number from 1 to 2147483647',
  ],
  ["i1=1:i2", false, 'commands:1: "i2" is no weight of an instance; write i1=1:i2=4'],
  [
    "asadmin set i1.lb-wieght=5",
    false,
    'commands:1: "lb-wieght" is no attribute; did you mean "lb-weight"?',
  ],
  [
    "asadmin set lb-weight",
    false,
    'commands:1: "lb-weight" is nothing that can be set; write INSTANCE.lb-weight=100',
  ],
  ["asadmin set", false, 'commands:1: "set" sets nothing; write i1.lb-weight=100, or i1=1:i2=4'],
  [
    "asadmin configure-lb-weigth i1=1",
    false,
    'commands:1: "configure-lb-weigth" is no command; did you mean "configure-lb-weight"?',
  ],
  [
    "asadmin configure-lb-weight --clusters c i1=1",
    false,
    'commands:1: "--clusters" is no option; did you mean "--cluster"?',
  ],
])("%j", (text, ok, message) => {
  const result = parseGlassfishCommands(text);
  expect(result.ok).toBe(ok);
  const found = result.ok ? result.warnings : result.problems;
  expect(found.map(formatConfigurationProblem)[0]).toBe(message);
});
