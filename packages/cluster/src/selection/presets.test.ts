import { describe, expect, test } from "vitest";
import { plan } from "./plan.ts";
import { InvalidPolicyError } from "./policy.ts";
import { presetNames, presetOptions } from "./preset-shapes.ts";
import { policyNamed } from "./presets.ts";
import { sgd } from "./sgd/sgd.ts";

const members = [{ name: "i1" }, { name: "i2", weight: 300 }];

function problemOf(name: string, options?: unknown): string {
  try {
    policyNamed(name, options);
  } catch (error) {
    if (error instanceof InvalidPolicyError) return error.message;
    throw error;
  }
  throw new Error("accepted");
}

test("each name makes the policy of that name", () => {
  for (const name of presetNames) expect(policyNamed(name).name).toBe(name);
  expect(presetNames).toHaveLength(4);
});

test("options go to the policy", () => {
  const shares = (name: string, options: unknown): readonly number[] =>
    plan({ policy: policyNamed(name, options), members, contexts: 400 }).shares.map(
      ({ count }) => count,
    );
  // 1/cost: 1 to 1/3; weights 100 to 300.
  expect(shares("sapGateway", { level: 2, costs: "i1=1 i2=3" })).toEqual([300, 100]);
  expect(shares("sgd", { affinity: 0, members: { i1: { weighting: 300 } } })).toEqual([200, 200]);
  expect(shares("alteonGslb", { sites: { i2: { rank: 48 } } })).toEqual([0, 400]);
  expect(shares("glassfish", { policy: "ic-based-weighted", sequence: "smooth" })).toEqual([
    100, 300,
  ]);
});

test("a wrong name: the nearest one, or all", () => {
  expect(problemOf("sgt")).toBe('policy: "sgt" is not known; did you mean "sgd"?');
  expect(problemOf("sapgateway")).toBe(
    'policy: "sapgateway" is not known; did you mean "sapGateway"?',
  );
  expect(problemOf("round-robin")).toBe(
    'policy: "round-robin" is not known; there are glassfish, sgd, sapGateway, alteonGslb',
  );
  expect(problemOf("constructor")).toContain("there are glassfish");
});

describe("values of a wrong shape are refused before a policy looks into them", () => {
  test.each<[name: string, options: unknown, message: string]>([
    ["sgd", 5, "sgd options: 5 is no object; give {…}"],
    ["sgd", null, "sgd options: null is no object; give {…}"],
    ["sgd", [], "sgd options: [] is no object; give {…}"],
    ["sgd", { metod: "cpu" }, 'sgd: "metod" is no option; did you mean "method"?'],
    ["sgd", { method: "cpus" }, 'sgd.method: "cpus" is not known; did you mean "cpu"?'],
    ["sgd", { method: 5 }, "sgd.method: 5 has the wrong type; give a text"],
    ["sgd", { affinity: "0" }, 'sgd.affinity: "0" has the wrong type; give a number'],
    ["sgd", { strict: "no" }, 'sgd.strict: "no" has the wrong type; give true or false'],
    ["sgd", { choose: "i1" }, "give a function, which only a program can"],
    ["sgd", { members: "i1" }, 'sgd.members: "i1" has the wrong type; give an object'],
    ["sgd", { members: { i1: null } }, 'sgd.members["i1"]: null has the wrong type'],
    ["sgd", { members: { i1: { userAssignment: 1 } } }, 'sgd.members["i1"].userAssignment: 1 has'],
    ["sgd", { groups: ["east", 7] }, "sgd.groups[1]: 7 has the wrong type; give a text"],
    ["sgd", { members: { i1: { groups: [7] } } }, 'sgd.members["i1"].groups[0]: 7 has'],
    ["sapGateway", { hosts: { a: [7] } }, 'sapGateway.hosts["a"][0]: 7 has'],
    ["alteonGslb", { networks: { "10.0.0.0/8": [7] } }, 'networks["10.0.0.0/8"][0]: 7 has'],
    ["alteonGslb", { rules: [{ metrics: [7] }] }, "alteonGslb.rules[0].metrics[0]: 7 has"],
    ["sgd", { groups: 7 }, "sgd.groups: 7 has the wrong type; give a text or a list"],
    [
      "sapGateway",
      { costs: [{ key: "i1", cost: -1 }] },
      'sapGateway.costs: "i1=-1" has a cost that cannot be',
    ],
    ["alteonGslb", { rules: [{}] }, "alteonGslb.rules[0]: {} has no metrics"],
    ["sapGateway", { costs: [3] }, "sapGateway.costs[0]: 3 has the wrong type; give an object"],
    ["sapGateway", { hosts: { a: "10.0.0.1" } }, 'sapGateway.hosts["a"]: "10.0.0.1" has'],
    [
      "alteonGslb",
      { rules: { metrics: ["local"] } },
      'alteonGslb.rules: {"metrics":["local"]} has the wrong type; give a list',
    ],
    ["alteonGslb", { rules: [{ metrics: "random" }] }, "alteonGslb.rules[0].metrics: "],
    ["alteonGslb", { sites: { a: 1 } }, 'alteonGslb.sites["a"]: 1 has the wrong type'],
    ["alteonGslb", { networks: { "10.0.0.0/8": "a" } }, 'alteonGslb.networks["10.0.0.0/8"]: "a"'],
    ["alteonGslb", { regions: { "10.0.0.0/8": 1 } }, 'alteonGslb.regions["10.0.0.0/8"]: 1 has'],
    ["glassfish", { policy: "ic-based-weighed" }, 'did you mean "ic-based-weighted"?'],
  ])("%s %j", (name, options, message) => {
    expect(problemOf(name, options)).toContain(message);
  });
});

test("a program without types is told the same, and sees the value it gave", () => {
  const problem = (options: object): string => {
    try {
      sgd(options);
    } catch (error) {
      if (error instanceof InvalidPolicyError) return error.message;
    }
    return "no InvalidPolicyError";
  };
  expect(problem({ members: { i1: null } })).toBe(
    'sgd.members["i1"]: null has the wrong type; give an object: {"name": …}',
  );
  expect(problem({ members: ["i1"] })).toContain('sgd.members: ["i1"] has the wrong type');
  expect(problem({ byName: "cpu" })).toContain('sgd.byName: "cpu" has the wrong type');
  expect(problem({ method: { cpu: 1 } })).toContain('sgd.method: {"cpu":1} has the wrong type');
  expect(problem({ method: () => "cpu" })).toContain("sgd.method: a function has the wrong type");
  expect(problem({ assignmentShare: "1" })).toContain('sgd.assignmentShare: "1" has the wrong');
  expect(problem({ members: { i1: { maxCount: "1" } } })).toContain('.maxCount: "1" is no number');
  const endless: { self?: unknown } = {};
  endless.self = endless;
  expect(problem({ method: endless })).toContain("sgd.method: an object has the wrong type");
  const long = problem({ method: { words: "x".repeat(500) } });
  expect(long).toContain(`{"words":"${"x".repeat(70)}… has the wrong type`);
});

test("every option that is listed is one of its policy", () => {
  for (const name of presetNames) {
    for (const option of Object.keys(presetOptions[name])) {
      // A value of no kind at all: refused for its kind, never as an unknown option.
      expect(problemOf(name, { [option]: Symbol.iterator })).toContain(`${name}.${option}: `);
      expect(() => policyNamed(name, { [option]: undefined })).not.toThrow();
    }
  }
});
