import { describe, expect, test } from "vitest";
import { almDefaults, almProseDefaults } from "../sgd/alm-properties.ts";
import type { ConfigurationResult } from "./configuration-result.ts";
import { configured, formatConfigurationProblem } from "./configuration-result.ts";
import {
  almPropertiesOf,
  parseTier3hostdata,
  parseTier3lb,
  parseTier3loadbalancing,
  sgdPropertiesOf,
  sgdWeightings,
} from "./sgd-properties.ts";
import { formatTier3hostdata, formatTier3lb } from "./sgd-properties-text.ts";

const fixed = "tarantella.config.type=server\ntarantella.config.name=tier3lb\n";
const array = "tarantella.config.tier3lb.";
const host = "tarantella.config.tier3hostdata.";

function problems<T>(result: ConfigurationResult<T>): readonly string[] {
  return result.ok ? [] : result.problems.map(formatConfigurationProblem);
}

function warnings<T>(result: ConfigurationResult<T>): readonly string[] {
  return result.ok ? result.warnings.map(formatConfigurationProblem) : [];
}

describe("tier3lb.properties", () => {
  test("nothing changed: the tables, ports and weighting as documented", () => {
    expect(parseTier3lb(fixed)).toEqual({
      ok: true,
      value: { ...almDefaults, listeningport: 3579, probeListeningport: 3579, weighting: 100 },
      warnings: [],
    });
  });

  test("the two sets of defaults can be chosen", () => {
    const tables = configured(parseTier3lb(fixed));
    expect([tables.connectretries, tables.longtimeout]).toEqual([3, 900]);
    const prose = configured(parseTier3lb(fixed, { base: almProseDefaults }));
    expect([prose.connectretries, prose.shorttimeout, prose.longtimeout]).toEqual([5, 20, 600]);
    const changed = parseTier3lb(`${fixed}${array}connectretries=4`, { base: almProseDefaults });
    expect([configured(changed).connectretries, configured(changed).longtimeout]).toEqual([4, 600]);
  });

  test("every property, with comments, blanks and both signs", () => {
    const values = {
      connectretries: 7,
      listeningport: 4001,
      longtimeout: 300,
      maxmissedsamples: 9,
      "probe.listeningport": 4002,
      "probe.percentchange": 15,
      "probe.replyfrequency": 2,
      "probe.samplerate": 1,
      "probe.windowsize": 6,
      scaninterval: 61,
      shorttimeout: 21,
      sockettimeout: 22,
      updatelimit: 4,
      weighting: 75,
    };
    const lines = Object.entries(values).map(([key, value], index) =>
      index % 2 === 0 ? `${array}${key} = ${value}` : `# a comment\n  ${array}${key}: ${value}  `,
    );
    const result = configured(parseTier3lb(`${fixed}${lines.join("\n")}`));
    expect(result).toEqual({
      connectretries: 7,
      listeningport: 4001,
      longtimeout: 300,
      maxmissedsamples: 9,
      probeListeningport: 4002,
      percentchange: 15,
      replyfrequency: 2,
      samplerate: 1,
      windowsize: 6,
      scaninterval: 61,
      shorttimeout: 21,
      sockettimeout: 22,
      updatelimit: 4,
      weighting: 75,
    });
    const { listeningport: _a, probeListeningport: _b, weighting: _c, ...alm } = result;
    expect(almPropertiesOf(result)).toEqual(alm);
  });

  test.each([
    [
      "tarantella.config.type=servers\ntarantella.config.name=tier3lb",
      'tier3lb.properties:1: "tarantella.config.type=servers" is a fixed line; write tarantella.config.type=server',
    ],
    [
      "\n\ntarantella.config.type=server\ntarantella.config.name = mine",
      'tier3lb.properties:4: "tarantella.config.name=mine" is a fixed line; write tarantella.config.name=tier3lb',
    ],
    [
      `${fixed}${array}longtimeouts=900`,
      'tier3lb.properties:3: "tarantella.config.tier3lb.longtimeouts" is no property; did you mean "longtimeout"?',
    ],
    [
      `${fixed}${array}samplerate=10`,
      'tier3lb.properties:3: "tarantella.config.tier3lb.samplerate" is no property; did you mean "probe.samplerate"?',
    ],
    [
      `${fixed}${array}constructor=10`,
      'tier3lb.properties:3: "tarantella.config.tier3lb.constructor" is no property; there are connectretries, listeningport, longtimeout, maxmissedsamples, probe.listeningport, probe.percentchange, probe.replyfrequency, probe.samplerate, probe.windowsize, scaninterval, shorttimeout, sockettimeout, updatelimit, weighting',
    ],
    [
      `${fixed}# c\n${array}probe.replyfrequency=1`,
      'tier3lb.properties:4: "1" is out of range for probe.replyfrequency; give a whole number from 2 to 1000000',
    ],
    [
      `${fixed}${array}probe.percentchange=101`,
      'tier3lb.properties:3: "101" is out of range for probe.percentchange; give a whole number from 1 to 100',
    ],
    [
      `${fixed}${array}listeningport=0x10`,
      'tier3lb.properties:3: "0x10" is out of range for listeningport; give a whole number from 1 to 65535',
    ],
    [
      `${fixed}${array}weighting=-1`,
      'tier3lb.properties:3: "-1" is out of range for weighting; give a whole number from 0 to 2147483647',
    ],
    [
      `${fixed}${array}weighting=\\u12`,
      'tier3lb.properties:3: "\\\\u12" is no character; \\u needs four hexadecimal digits',
    ],
  ])("%j", (text, message) => {
    expect(problems(parseTier3lb(text))).toEqual([message]);
  });

  test("all problems of a text, in the order of its lines, under the name of its file", () => {
    const text = `tarantella.config.name=x\n${array}weightin=1\n${array}weighting=x`;
    expect(problems(parseTier3lb(text, { file: "etc/lb.properties" }))).toEqual([
      'etc/lb.properties:1: "tarantella.config.name=x" is a fixed line; write tarantella.config.name=tier3lb',
      'etc/lb.properties:2: "tarantella.config.tier3lb.weightin" is no property; did you mean "weighting"?',
      'etc/lb.properties:3: "x" is out of range for weighting; give a whole number from 0 to 2147483647',
    ]);
  });

  test("keys of others, repetitions, missing lines and names of the running text are warnings", () => {
    const text = `tarantella.config.type=server
tarantella.config.other=1
${host}weighting=50
${array}weighting=10
${array}weighting=20
${array}percentagechange=11
${array}replyfrequency=31`;
    const result = parseTier3lb(text);
    expect(warnings(result)).toEqual([
      'tier3lb.properties:1: "tarantella.config.name" is a fixed line and is missing; write tarantella.config.name=tier3lb',
      'tier3lb.properties:2: "tarantella.config.other" does not begin with tarantella.config.tier3lb.; it has no effect here',
      'tier3lb.properties:3: "tarantella.config.tier3hostdata.weighting" does not begin with tarantella.config.tier3lb.; it has no effect here',
      'tier3lb.properties:5: "tarantella.config.tier3lb.weighting" is given on line 4 too; the last one counts',
      'tier3lb.properties:6: "tarantella.config.tier3lb.percentagechange" is not its name; write tarantella.config.tier3lb.probe.percentchange',
      'tier3lb.properties:7: "tarantella.config.tier3lb.replyfrequency" is not its name; write tarantella.config.tier3lb.probe.replyfrequency',
    ]);
    const { weighting, percentchange, replyfrequency } = configured(result);
    expect([weighting, percentchange, replyfrequency]).toEqual([20, 11, 31]);
  });

  test("who needs the value gets the first problem as an error", () => {
    expect(() => configured(parseTier3lb(`${fixed}${array}weighting=x\n${array}x=1`))).toThrow(
      'tier3lb.properties:3: "x" is out of range for weighting; give a whole number from 0 to 2147483647',
    );
  });
});

describe("the file of one server", () => {
  const paris = String.raw`# paris
${host}name=".../_ens/o\=Example/cn\=paris"
${host}weighting=75
#${host}probe.samplerate=5
${host}probe.windowsize=3
`;

  test("a name in quotes with backslashes; only what is no comment counts", () => {
    expect(parseTier3hostdata(paris)).toEqual({
      ok: true,
      value: { name: ".../_ens/o=Example/cn=paris", changed: { weighting: 75, windowsize: 3 } },
      warnings: [],
    });
  });

  test("it counts over the array; weightings by the name of the server, or of the file", () => {
    const all = configured(parseTier3lb(`${fixed}${array}weighting=50`));
    const london = configured(parseTier3hostdata(`${host}probe.samplerate=4`));
    const hosts = {
      "paris.example.com.properties": configured(parseTier3hostdata(paris)),
      "t3hostdata/london.example.com.properties": london,
    };
    expect(sgdWeightings(all, hosts)).toEqual({
      paris: { weighting: 75 },
      "london.example.com": { weighting: 50 },
    });
    expect(sgdPropertiesOf(all, london)).toEqual({ ...all, samplerate: 4 });
  });

  test("a name without quotes", () => {
    const result = parseTier3hostdata(String.raw`${host}name=.../_ens/o\=Example/cn\=x`);
    expect(configured(result).name).toBe(".../_ens/o=Example/cn=x");
  });

  test("what only the array may set does not act, with a word", () => {
    const result = parseTier3hostdata(
      `${host}updatelimit=4\n${array}weighting=9`,
      "paris.properties",
    );
    expect(configured(result).changed).toEqual({});
    expect(warnings(result)).toEqual([
      'paris.properties:1: "tarantella.config.tier3hostdata.updatelimit" cannot differ from server to server; it has no effect here; overridable are probe.listeningport, probe.percentchange, probe.replyfrequency, probe.samplerate, probe.windowsize, weighting',
      'paris.properties:2: "tarantella.config.tier3lb.weighting" does not begin with tarantella.config.tier3hostdata.; it has no effect here',
    ]);
  });

  test.each([
    [
      `\n${host}name=".../_ens/o\\=Example`,
      'p.properties:2: "\\".../_ens/o=Example" has a quote that is not closed; write it as "…"',
    ],
    [
      `${host}weighing=1`,
      'p.properties:1: "tarantella.config.tier3hostdata.weighing" is no property; did you mean "weighting"?',
    ],
  ])("%j", (text, message) => {
    expect(problems(parseTier3hostdata(text, "p.properties"))).toEqual([message]);
  });
});

test("the file of a probe has a prefix of its own", () => {
  const prefix = "tarantella.config.tier3loadbalancing.";
  const result = parseTier3loadbalancing(`${prefix}probe.listeningport=4000\n${host}weighting=1`);
  expect(configured(result)).toEqual({ name: undefined, changed: { probeListeningport: 4000 } });
  expect(warnings(result)).toEqual([
    'tier3loadbalancing.properties:2: "tarantella.config.tier3hostdata.weighting" does not begin with tarantella.config.tier3loadbalancing.; it has no effect here',
  ]);
});

describe("written back and read again: the same", () => {
  test("the properties of the array", () => {
    const text = `${fixed}${array}probe.windowsize=6\n${array}probe.listeningport=4000`;
    const properties = configured(parseTier3lb(text, { base: almProseDefaults }));
    const written = formatTier3lb(properties);
    expect(written.startsWith(fixed)).toBe(true);
    expect(parseTier3lb(written)).toEqual({ ok: true, value: properties, warnings: [] });
  });

  test("the file of a server", () => {
    const file = { name: ".../_ens/o=A \\ B/cn=paris", changed: { weighting: 75, windowsize: 3 } };
    const written = formatTier3hostdata(file);
    expect(written).toBe(
      String.raw`${host}name=".../_ens/o\=A \\ B/cn\=paris"
${host}probe.windowsize=3
${host}weighting=75`,
    );
    expect(configured(parseTier3hostdata(written))).toEqual(file);
    expect(formatTier3hostdata({ name: undefined, changed: {} })).toBe("");
  });
});
