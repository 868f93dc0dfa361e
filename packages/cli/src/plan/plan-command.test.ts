import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { presetNames } from "@remora/cluster";
import { afterAll, describe, expect, test } from "vitest";
import { remora } from "../testing/remora.ts";

const folder = mkdtempSync(join(tmpdir(), "remora-plan-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Data {
  readonly policy: string;
  readonly contexts: number;
  readonly shares: readonly { readonly name: string; readonly count: number }[];
  readonly deaths: readonly unknown[];
  readonly herd: unknown;
  readonly nobody: number;
  readonly options: unknown;
  readonly explanation?: { readonly chosen: readonly string[]; readonly tied: readonly string[] };
  readonly warnings: readonly string[];
}

async function data(policy: string, members: string, ...more: string[]): Promise<Data> {
  const found = await remora("plan", "--policy", policy, "--members", members, "--json", ...more);
  expect([found.status, found.err]).toEqual([0, ""]);
  return JSON.parse(found.out) as Data;
}

async function counts(policy: string, members: string, ...more: string[]) {
  return (await data(policy, members, ...more)).shares.map(({ count }) => count);
}

const costs = "sapGateway:level=2;costs=10.0.0.*=1 10.0.1.*=3";

describe("docs/plan.md", () => {
  const text = readFileSync(new URL("../../../../docs/plan.md", import.meta.url), "utf8");
  const examples = [
    ...text.matchAll(
      /^```sh\nnpm run plan -- (.*)\n```\n[^`]*(?:`[^`]+`[^`]*)*?^```(text|json)\n([\s\S]*?)^```/gm,
    ),
  ].map(([, command = "", language = "", output = ""]) => ({ command, language, output }));

  test.each(examples)("$command", async ({ command, language, output }) => {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? "");
    const { status, out, err } = await remora("plan", ...words);
    if (language === "text") expect(out + err).toBe(output);
    // Of the data only a part is shown.
    else expect(JSON.parse(out)).toMatchObject(JSON.parse(`{${output}}`) as object);
    expect(status).toBe(err === "" ? 0 : 2);
  });

  test("has an example of each kind, and every word of the command", async () => {
    expect(examples.map(({ language }) => language)).toEqual(["text", "text", "json", "text"]);
    const { out } = await remora("plan", "--help");
    const words = [...out.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, word = ""]) => word);
    expect(words.length).toBeGreaterThan(10);
    for (const word of words) if (word !== "--help") expect(text).toContain(word);
  });
});

describe("the policy and its options", () => {
  test("each preset, by its name alone", async () => {
    for (const name of presetNames) {
      const { policy, contexts } = await data(name, "a,b", "--contexts", "10");
      expect([policy, contexts]).toEqual([name, 10]);
    }
  });

  test("weights, addresses and requests reach it", async () => {
    // 1/cost is 1 to 1/3.
    const words = ["--contexts", "400"];
    expect(await counts(costs, "a@10.0.0.1,b=7@10.0.1.1", ...words)).toEqual([300, 100]);
    expect(await counts("sgd", "a=100,b=300", ...words)).toEqual([100, 300]);
    const networks = "alteonGslb:networks.10.1.0.0/16=b;networks.10.0.0.0/8=a b";
    const one = JSON.stringify([{ clientAddress: "10.1.0.7" }, { clientAddress: "10.2.0.7" }]);
    expect(await counts(networks, "a,b", ...words, "--requests", one)).toEqual([200, 200]);
    const key = JSON.stringify({ key: "alice" });
    expect(await counts("sgd", "a,b", ...words, "--requests", key)).toEqual([400, 0]);
  });

  test("options by commas, by semicolons, nested, as JSON, from a file; the word counts", async () => {
    const path = file("options.json", '{"level": 2, "costs": "a=1 b=3"}');
    const words = ["--contexts", "400"];
    expect(await counts("sapGateway", "a,b", "--options", path, ...words)).toEqual([300, 100]);
    expect(await counts("sapGateway:level=1", "a,b", "--options", path, ...words)).toEqual([
      200, 200,
    ]);
    const weighting = '{"members": {"a": {"weighting": 300, "groups": "7"}}}';
    const given = await data("sgd:affinity=0,members.a.maxCount=9", "a,b", "--options", weighting);
    expect(given.options).toEqual({
      affinity: 0,
      members: { a: { weighting: 300, groups: "7", maxCount: 9 } },
    });
    const ranks = "alteonGslb:sites.b.rank=48,sites.a.local=true,thresholds.sesscap=90,strict=true";
    expect((await data(ranks, "a,b", ...words)).options).toEqual({
      sites: { a: { local: true }, b: { rank: 48 } },
      thresholds: { sesscap: 90 },
      strict: true,
    });
    const rules = 'alteonGslb:rules=[{"metrics":["availability","random"]}],onOverflow=discard';
    expect((await data(rules, "a,b", ...words)).options).toEqual({
      rules: [{ metrics: ["availability", "random"] }],
      onOverflow: "discard",
    });
    const hosts =
      "sapGateway:level=2;costs=linux1=1 linux2=3;hosts.linux1=10.0.0.1 10.0.0.9;hosts.linux2=10.0.0.2";
    expect(await counts(hosts, "a@10.0.0.9,b@10.0.0.2", ...words)).toEqual([300, 100]);
  });

  test("a rule by time of day", async () => {
    const rules = [
      { start: "8:00", end: "17:00", metrics: ["availability"] },
      { metrics: ["roundrobin"] },
    ];
    const words = ["--contexts", "10", "--options", JSON.stringify({ rules })];
    expect(await counts("alteonGslb:sites.b.rank=9", "a,b", ...words)).toEqual([5, 5]);
    expect(await counts("alteonGslb:sites.b.rank=9", "a,b", ...words, "--at", "8:00")).toEqual([
      0, 10,
    ]);
  });
});

describe("options in a system's own words", () => {
  const words = ["--contexts", "400"];

  test("an SAP profile; the word wins over it", async () => {
    const lines = ["SAPSYSTEMNAME = ABC", "gw/reg_lb_level = 2", "gw/reg_lb_ip = a=1 b=3"];
    const path = file("DEFAULT.PFL", `${lines.join("\n")}\n`);
    expect(await counts("sapGateway", "a,b", "--config", path, ...words)).toEqual([300, 100]);
    expect(await counts("sapGateway:level=1", "a,b", "--config", path, ...words)).toEqual([
      200, 200,
    ]);
  });

  test("weights and policy in asadmin's words; weights of the members win", async () => {
    const lines = ["asadmin set a.lb-weight=100", "asadmin set b.lb-weight=300"];
    const path = file("weights.txt", `${lines.join("\n")}\n`);
    const smooth = "glassfish:policy=ic-based-weighted,sequence=smooth";
    expect(await counts(smooth, "a,b", "--config", path, ...words)).toEqual([100, 300]);
    expect(await counts(smooth, "a=300,b", "--config", path, ...words)).toEqual([200, 200]);
  });

  test("lines of tarantella, lines of an Alteon", async () => {
    const affinity = file(
      "sgd.txt",
      "tarantella config edit --tarantella-config-applaunch-appserveraffinity 0\n",
    );
    const { options } = await data("sgd:method=memory", "a,b", "--config", affinity, ...words);
    expect(options).toEqual({ affinity: 0, method: "memory" });
    const rule = file("gslb.txt", "/cfg/slb/gslb/rule 1/metric 2/gmetric random\n");
    const gslb = await data("alteonGslb", "a,b", "--config", rule, ...words);
    expect(gslb.options).toMatchObject({ rules: [{ metrics: ["random"] }] });
  });

  test("the first wrong line, and how many more there are", async () => {
    const lines = ["gw/reg_lb_level = 3", "gw/reg_lb_default = 0"];
    const path = file("wrong.PFL", `${lines.join("\n")}\n`);
    const { status, err } = await remora("plan", "--policy", "sapGateway", "--config", path);
    expect(status).toBe(2);
    expect(err).toContain('wrong.PFL:1: "3" is out of range');
    expect(err).toMatch(/\(and 1 more\)\n$/);
    const missing = await remora("plan", "--policy", "sapGateway", "--config", "none.PFL");
    expect(missing.err).toBe('remora plan: --config: "none.PFL": there is no such file\n');
  });
});

test("settings of members that are not there are told", async () => {
  const { warnings } = await data("sgd:members.a1.maxCount=3", "a,b", "--contexts", "10");
  expect(warnings).toEqual(["a1 is in the settings, but no member"]);
  const sites = await data("alteonGslb:sites.paris.rank=48", "a,b", "--contexts", "10");
  expect(sites.warnings).toEqual(["paris is in the settings, but no member"]);
});

describe("members and figures", () => {
  test("a list as JSON or in a file, names alone included", async () => {
    const list = '["a", {"name": "b", "weight": 300, "address": "10.0.0.2"}]';
    const path = file("members.json", list);
    for (const word of [list, path]) {
      expect(await counts("sgd", word, "--contexts", "400")).toEqual([100, 300]);
    }
  });

  test("figures decide, and the first decision is explained by them", async () => {
    // 500 * 25 * 75 / 100 = 9375 against 100 * 50 = 5000.
    const figures = "london:idlePercent=25,bogoMips=500;paris:idlePercent=50 bogoMips=100";
    const words = ["plan", "--policy", "sgd:method=cpu", "--members", "london=75,paris"];
    const { out } = await remora(...words, "--figures", figures, "--explain");
    expect(out).toContain("values: london 9375, paris 5000\n  → london: highest cpu (9375)");
    const members = JSON.stringify([
      { name: "london", weight: 75, figures: { idlePercent: 25, bogoMips: 500 } },
      { name: "paris", figures: { idlePercent: 50, bogoMips: 100 } },
    ]);
    const same = await remora(
      "plan",
      "--policy",
      "sgd:method=cpu",
      "--members",
      members,
      "--explain",
    );
    expect(same.out).toBe(out);
    const without = await data("sgd:method=cpu", "london=75,paris", "--explain");
    expect(without.warnings).toContain("cpu is known of nobody, so it does not count");
    expect(without.explanation?.tied).toEqual(["london", "paris"]);
  });

  test("many members: their deaths only when asked for", async () => {
    const many = Array.from({ length: 21 }, (_, index) => `m${index}`).join(",");
    const words = ["plan", "--policy", "sgd", "--members", many, "--contexts", "42"];
    const short = await remora(...words);
    expect(short.out).not.toContain("without m0:");
    expect(short.out).toContain("--deaths does it");
    expect((await remora(...words, "--deaths")).out).toContain("without m20:");
  });

  test("many clients: a herd, or that there is none", async () => {
    const words = ["--clients", "20", "--contexts", "10"];
    const often = await data("sgd:sessions=reported;affinity=0", "a,b,c", ...words);
    const seldom = await data(
      "sgd:sessions=reported;affinity=0",
      "a,b,c",
      ...words,
      "--report-ms",
      "60000",
    );
    const worst = ({ herd }: Data): number =>
      (herd as { readonly worstOfFair: number }).worstOfFair;
    // With six times as long between two reports more work goes to the member that was best.
    expect(worst(seldom)).toBeGreaterThan(worst(often));
    const calm = await remora("plan", "--policy", "glassfish", "--members", "a,b", ...words);
    expect(calm.out).toContain("20 clients: no herd, for this rule does not go by reports");
  });
});

describe("the features and their tiers", () => {
  test("what is set has a star, and metrics have the tiers of the page on Alteon", async () => {
    const url = new URL("../../../../docs/policies/alteon-gslb.md", import.meta.url);
    const rows = [
      ...readFileSync(url, "utf8").matchAll(
        /^\| (`\w+`(?:, `\w+`)*) \| .* \| (live|reference) \|$/gm,
      ),
    ];
    const tiers = new Map(
      rows.flatMap(([, names = "", tier]) =>
        names.split(", ").map((name) => [`metric ${name.slice(1, -1)}`, tier] as const),
      ),
    );
    tiers.delete("metric none");
    expect(tiers.size).toBe(18);
    const { out } = await remora("plan", "--policy", "alteonGslb", "--members", "a", "--json");
    const { features } = JSON.parse(out) as {
      features: Record<"live" | "reference" | "set", string[]>;
    };
    for (const [metric, tier] of tiers) {
      expect([metric, features.live.includes(metric)]).toEqual([metric, tier === "live"]);
      expect([metric, features.reference.includes(metric)]).toEqual([metric, tier === "reference"]);
    }
    const hash = 'alteonGslb:rules=[{"metrics":["phash"]}]';
    const text = await remora("plan", "--policy", hash, "--members", "a,b");
    expect(text.out).toContain(
      "features of alteonGslb (* in use here):\n  live      *rules, sites,",
    );
    expect(text.out).toContain("*metric phash");
    expect(text.out).not.toContain("*metric leastconns");
    expect(text.out.replace(/\s+/g, " ")).toMatch(
      /model DNS answers, model redirects, model site updates, model client proximity $/,
    );
    const models = await remora("plan", "--policy", "sgd", "--members", "a");
    expect(models.out.replace(/\s+/g, " ")).toContain(
      "reference strict, model session placement, model Advanced Load Management",
    );
  });

  test("no line is wider than 80 columns, nothing is coloured", async () => {
    for (const name of presetNames) {
      const { out } = await remora("plan", "--policy", name, "--members", "a,b");
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
      expect(out).not.toContain("\u001b");
    }
    const { out } = await remora("plan", "--help");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe("wrong words: one line, status 2", () => {
  const sgd = ["--policy", "sgd", "--members", "i1,i2"];
  test.each<[words: string[], message: string]>([
    [[], "--policy must be given: glassfish, sgd, sapGateway or alteonGslb; --help shows more"],
    [["--policy", "sgt"], 'policy: "sgt" is not known; did you mean "sgd"?'],
    [["--policy"], "--policy needs a value; --help shows which"],
    [["--policy", "sgd"], "--members must be given: i1=100,i2=200; --help shows more"],
    [["--policy", "sgd:metod=cpu"], 'sgd: "metod" is no option; did you mean "method"?'],
    [["--policy", "sgd:method=cpus"], 'sgd.method: "cpus" is not known; did you mean "cpu"?'],
    [
      ["--policy", "sgd:method"],
      '--policy: "method" is no option; write key=value, with ";" between options',
    ],
    [["--policy", "sgd:affinity=all"], 'sgd.affinity: "all" has the wrong type; give a number'],
    [["--policy", "sgd:strict=yes"], 'sgd.strict: "yes" has the wrong type; give true or false'],
    [
      ["--policy", "sgd:members.i1=3"],
      '--policy: "members.i1=3" says no option of i1; write members.NAME.OPTION=VALUE',
    ],
    [
      ["--policy", "sgd:members.i1.maxCont=3"],
      'sgd.members["i1"]: "maxCont" is no option; did you mean "maxCount"?',
    ],
    [["--policy", "sgd:__proto__=3"], 'sgd: "__proto__" is no option; there are method'],
    [
      ["--policy", "sapGateway:level=2,costs=a=1,b=2"],
      'sapGateway: "b" is no option; there are level, defaultCost, costs, reapply, busy, hosts; where a value has commas, write ";" between the options',
    ],
    [
      ["--policy", "sapGateway:costs=a"],
      'sapGateway.costs: "a" is not of the form "key=cost"; write 10.0.0.*=2',
    ],
    [["--policy", "alteonGslb:rules=[{"], "rules: the value is no JSON: "],
    [
      ["--policy", "sgd", "--options", "[1]"],
      '--options: an object is wanted, such as {"method": "cpu"}',
    ],
    [
      ["--policy", "sgd", "--options", "none.json"],
      '--options: "none.json": there is no such file',
    ],
    [
      ["--policy", "sgd", "--members", "i1=x"],
      '--members: "x" is no weight of i1; give a number from 0 to 2147483648, 100 is the usual one',
    ],
    [["--policy", "sgd", "--members", "i1=2147483649"], "--members: 2147483649 is no weight of i1"],
    [
      ["--policy", "sgd", "--members", "i1,,i2"],
      '--members: "i1,,i2" has an empty place; write i1=100,i2=200',
    ],
    [[...sgd, "--policy", "sapGateway"], "--policy is there twice; give it once"],
    [
      ["--policy", "sgd:method=cpu;method=memory"],
      '--policy: "method" is there twice; give it once',
    ],
    [
      ["--policy", "sgd:members.i1.maxCount=1;members.i1.maxCount=2"],
      '--policy: "maxCount" is there twice; give it once',
    ],
    [
      ["--policy", "sgd", "--config", tmpdir()],
      `--config: ${JSON.stringify(tmpdir())}: is a folder, and no file`,
    ],
    [
      ["--policy", "sgd", "--members", "i1@host"],
      '--members: "host" is no IP address of i1; write 10.0.0.2 or 2001:db8::2',
    ],
    [
      ["--policy", "sgd", "--members", "i1,i1"],
      '--members: "i1" is there twice; every member has its own name',
    ],
    [["--policy", "sgd", "--members", ","], '--members: "," names nobody; write i1=100,i2=200'],
    [["--policy", "sgd", "--members", "=5"], '--members: "=5" has no name; write i1=100@10.0.0.1'],
    [
      ["--policy", "sgd", "--members", "{}"],
      '--members: a list is wanted, such as [{"name": "i1"}]',
    ],
    [
      ["--policy", "sgd", "--members", "[5]"],
      '--members: 5 is no member; write {"name": "i1", "weight": 100}',
    ],
    [
      ["--policy", "sgd", "--members", '[{"weight":1}]'],
      "--members: null is no name of a member; give a text",
    ],
    [
      ["--policy", "sgd", "--members", '[{"name":"a","wieght":1}]'],
      '--members: "wieght" is nothing of a member; did you mean "weight"?',
    ],
    [
      ["--policy", "sgd", "--members", '[{"name":"a","figures":5}]'],
      '--members: 5 are no figures of a; write {"idlePercent": 25}',
    ],
    [[...sgd, "--figures", "i3:sessions=1"], '--figures: "i3" is no member; did you mean "i1"?'],
    [
      [...sgd, "--figures", "i1:idlePercnt=1"],
      '--figures: "idlePercnt" is no figure of i1; did you mean "idlePercent"?',
    ],
    [
      [...sgd, "--figures", "i1:sessions=-1"],
      '--figures: "-1" is no sessions of i1; give a number from 0',
    ],
    [[...sgd, "--figures", "i1"], '--figures: "i1" has no figure; write i1:idlePercent=25'],
    [
      [...sgd, "--requests", '[{"kay":1}]'],
      '--requests: "kay" is nothing of a request; did you mean "key"?',
    ],
    [[...sgd, "--requests", '[{"key":1}]'], "--requests: 1 is no key; give a text"],
    [
      [...sgd, "--requests", '[{"clientAddress":"10.0.0"}]'],
      '--requests: "10.0.0" is no IP address; write 10.0.0.7 or 2001:db8::7',
    ],
    [[...sgd, "--requests", '[{"tenant":1}]'], "--requests: 1 is no tenant; give an object"],
    [
      [...sgd, "--requests", '[{"required":0}]'],
      "--requests: 0 is no required; give a number from 1",
    ],
    [[...sgd, "--requests", "[]"], "--requests: there is none in the list"],
    [[...sgd, "--at", "25:00"], '--at: "25:00" is no time of day; write 8:30 or 17:00'],
    [
      [...sgd, "--contexts", "0"],
      '--contexts: "0" is out of range; give a whole number from 1 to 1000000',
    ],
    [
      [...sgd, "--contexts", "1e3"],
      '--contexts: "1e3" is no whole number; give a whole number from 1 to 1000000',
    ],
    [
      [...sgd, "--seed", "-1"],
      '--seed: "-1" is out of range; give a whole number from 0 to 4294967295',
    ],
    [[...sgd, "--report-ms", "1000"], "--report-ms acts with --clients only; add --clients 100"],
    [[...sgd, "--report-every", "10"], "--report-every acts with figures only; add --figures"],
    [[...sgd, "--jsn"], 'there is no option --jsn; did you mean "--json"?'],
    [[...sgd, "--json=yes"], '--json: "yes" is not wanted; it is a switch'],
    [["sgd"], 'there is no place for "sgd"; write --policy sgd or --members sgd'],
  ])("%j", async (words, message) => {
    const { status, out, err } = await remora("plan", ...words);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toContain(`remora plan: ${message}`);
    expect(err.trimEnd()).not.toContain("\n");
  });

  test("the help, and the list of commands", async () => {
    expect((await remora("plan", "--help")).out).toMatch(/^usage: remora plan --policy POLICY/);
    expect((await remora("plan", "-h")).status).toBe(0);
    expect((await remora("--help")).out).toContain("plan       forecast");
    expect((await remora("plann")).err).toContain('did you mean "plan"?');
  });
});
