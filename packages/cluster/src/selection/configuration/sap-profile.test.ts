import { describe, expect, test } from "vitest";
import { plan } from "../plan.ts";
import { sapGateway } from "../sap-gateway/sap-gateway.ts";
import type { ConfigurationResult } from "./configuration-result.ts";
import { configured, formatConfigurationProblem } from "./configuration-result.ts";
import { changeSapProfile, formatSapProfile, parseSapProfile } from "./sap-profile.ts";

function found<T>(result: ConfigurationResult<T>): readonly string[] {
  return (result.ok ? result.warnings : result.problems).map(formatConfigurationProblem);
}

const documented = `# balancing
SAPSYSTEMNAME = ABC
gw/reg_lb_level = 2
gw/reg_lb_default=20
  gw/reg_lb_ip = 194.56.48.*=1 194.56.49.*=3
gw/monitor = 1
`;

test("the three parameters among others", () => {
  expect(parseSapProfile(documented)).toEqual({
    ok: true,
    value: {
      level: 2,
      defaultCost: 20,
      costs: [
        { key: "194.56.48.*", cost: 1 },
        { key: "194.56.49.*", cost: 3 },
      ],
    },
    warnings: [],
  });
});

test("what is read makes the policy: 830 requests over costs 1, 3, 20", () => {
  const members = ["194.56.48.9", "194.56.49.9", "10.0.0.1"].map((address, index) => ({
    name: `p${index}`,
    address,
  }));
  const policy = sapGateway(configured(parseSapProfile(documented)));
  const { shares } = plan({ policy, members, contexts: 830 });
  expect(shares.map(({ count }) => count)).toEqual([600, 200, 30]);
});

test.each([
  ["gw/reg_lb_level = 1", { level: 1 }],
  ["gw/reg_lb_ip =", { costs: [] }],
  [
    "gw/reg_lb_ip = a=1,LinuxLab=2",
    {
      costs: [
        { key: "a", cost: 1 },
        { key: "LinuxLab", cost: 2 },
      ],
    },
  ],
  ["", {}],
  [documented, configured(parseSapProfile(documented))],
])("written back and read again: %j", (text, value) => {
  const profile = configured(parseSapProfile(text));
  expect(profile).toEqual(value);
  expect(configured(parseSapProfile(formatSapProfile(profile)))).toEqual(value);
});

test("the text that is written", () => {
  const costs = [
    { key: "server1", cost: 2 },
    { key: "10.0.0.*", cost: 3 },
  ];
  expect(formatSapProfile({ level: 2, defaultCost: 20, costs })).toBe(
    "gw/reg_lb_level = 2\ngw/reg_lb_default = 20\ngw/reg_lb_ip = server1=2 10.0.0.*=3",
  );
});

describe("problems and warnings", () => {
  test.each<[text: string, ok: boolean, messages: readonly string[]]>([
    [
      "gw/reg_lb_level = 3",
      false,
      ['profile:1: "3" is out of range for gw/reg_lb_level; give a whole number from 0 to 2'],
    ],
    [
      "\ngw/reg_lb_default = 0",
      false,
      [
        'profile:2: "0" is out of range for gw/reg_lb_default; give a whole number from 1 to 2147483647',
      ],
    ],
    [
      "gw/reg_lb_levle = 2",
      false,
      ['profile:1: "gw/reg_lb_levle" is no parameter; did you mean "gw/reg_lb_level"?'],
    ],
    [
      "gw/reg_lb_something_else = 2",
      false,
      [
        'profile:1: "gw/reg_lb_something_else" is no parameter; there are gw/reg_lb_level, gw/reg_lb_default, gw/reg_lb_ip',
      ],
    ],
    [
      "gw/re_lb_ip = a=1",
      false,
      ['profile:1: "gw/re_lb_ip" is no parameter; did you mean "gw/reg_lb_ip"?'],
    ],
    ["# c\nlevel 2", false, ['profile:2: "level 2" is no parameter; write name = value']],
    [
      "gw/reg_lb_ip = a=1 10.*.0.1=2",
      false,
      [
        'profile:1: "10.*.0.1=2" has a * before other numbers; write a host name, 10.0.0.7 or 10.0.0.*, with * at the end only',
      ],
    ],
    [
      "gw/reg_lb_ip = a=0",
      false,
      [
        'profile:1: "a=0" has a cost that cannot be; give a whole number from 1, for the strongest, to 2147483647',
      ],
    ],
    [
      "gw/reg_lb_level = 1\ngw/reg_lb_level = 2",
      true,
      ['profile:2: "gw/reg_lb_level" is given on line 1 too; the last one counts'],
    ],
    [
      "gw/reg_lb_ip = 10.0.0.*=5 10.0.0.7=1 Server1=2 server1=3 10.0.*.*=4",
      true,
      [
        'profile:1: "10.0.0.7=1" never counts: 10.0.0.*=5 before it matches first; write the narrower entry first',
        'profile:1: "server1=3" never counts: Server1=2 before it matches first; write the narrower entry first',
      ],
    ],
  ])("%j", (text, ok, messages) => {
    const result = parseSapProfile(text);
    expect(result.ok).toBe(ok);
    expect(found(result)).toEqual(messages);
  });
});

describe("changes while running", () => {
  const before = configured(
    parseSapProfile("gw/reg_lb_ip = server1=2 server2=3 server3=4 server4=4"),
  );

  test("the three of the document", () => {
    const result = changeSapProfile(before, "Server1=3\nServer2=0\nLinuxLab=1\n");
    expect(formatSapProfile(configured(result))).toBe(
      "gw/reg_lb_ip = server1=3 server3=4 server4=4 LinuxLab=1",
    );
    expect(found(result)).toEqual([]);
  });

  test("with the name of the parameter, and the other parameters", () => {
    const text = "gw/reg_lb_ip = server4=0\ngw/reg_lb_level = 2\ngw/reg_lb_default = 30";
    expect(formatSapProfile(configured(changeSapProfile(before, text)))).toBe(
      "gw/reg_lb_level = 2\ngw/reg_lb_default = 30\ngw/reg_lb_ip = server1=2 server2=3 server3=4",
    );
  });

  test.each<[text: string, ok: boolean, messages: readonly string[]]>([
    [
      "server1=3 server2=0",
      false,
      ['changes:1: "server1=3 server2=0" is not of the form "key=cost"; write 10.0.0.*=2'],
    ],
    [
      "\nserver1=-1",
      false,
      [
        'changes:2: "server1=-1" has a cost that cannot be; give a whole number: 0 deletes, 1 is the strongest, the largest is 2147483647',
      ],
    ],
    [
      "gw/reg_lb_leve = 2",
      false,
      ['changes:1: "gw/reg_lb_leve" is no parameter; did you mean "gw/reg_lb_level"?'],
    ],
    [
      "server9=0",
      true,
      ['changes:1: "server9=0" deletes an entry that is not there; nothing is changed'],
    ],
  ])("%j", (text, ok, messages) => {
    const result = changeSapProfile(before, text);
    expect(result.ok).toBe(ok);
    expect(found(result)).toEqual(messages);
  });
});
