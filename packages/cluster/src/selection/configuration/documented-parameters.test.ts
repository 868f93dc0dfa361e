import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type PresetName, presetNames, presetOptions } from "../preset-shapes.ts";
import { alteonWords } from "./alteon-readers.ts";
import { configured } from "./configuration-result.ts";
import { parseSgdCommands } from "./sgd-commands.ts";
import {
  parseTier3hostdata,
  parseTier3lb,
  type SgdProperties,
  sgdFields,
} from "./sgd-properties.ts";

const files: Readonly<Record<PresetName, string>> = {
  glassfish: "glassfish",
  sgd: "sgd",
  sapGateway: "sap-gateway",
  alteonGslb: "alteon-gslb",
};

function page(name: PresetName): string {
  const url = new URL(`../../../../../docs/policies/${files[name]}.md`, import.meta.url);
  return readFileSync(url, "utf8");
}

/** Whether a page has a word in a piece of code: alone, with a value, or as a part of a path. */
function hasCode(text: string, word: string): boolean {
  const codes = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  const words = codes.flatMap((code) => code.split(/[^\w.-]+/));
  return words.some((each) => each === word || each.split(".").includes(word));
}

describe("the page of each policy", () => {
  test.each(presetNames.map((name) => [name] as const))("%s: every option", (name) => {
    const text = page(name);
    const missing = Object.keys(presetOptions[name]).filter((option) => !hasCode(text, option));
    expect(missing).toEqual([]);
  });

  test("alteonGslb: every command that is read", () => {
    const text = page("alteonGslb");
    const words = new Set(Object.values(alteonWords).flat());
    expect([...words].filter((word) => !hasCode(text, word))).toEqual([]);
  });

  test("sgd: every option of a command line", () => {
    const hints = ["--loadbaI", "--avaiIable", "--maxcuont", "--userasign"].map((slip) => {
      const result = parseSgdCommands(`--name x ${slip} 1`);
      return result.ok ? "" : (/"(--\w+)"/.exec(result.problems[0]?.hint ?? "")?.[1] ?? "");
    });
    expect(hints).toEqual(["--loadbal", "--available", "--maxcount", "--userassign"]);
    const array = ["--launch-loadbalancing-algorithm", "--sessions-loadbalancing-algorithm"];
    const all = [...hints, ...array, "--tarantella-config-applaunch-appserveraffinity"];
    expect(all.filter((option) => !hasCode(page("sgd"), option))).toEqual([]);
  });

  test("sapGateway: every parameter", () => {
    const text = page("sapGateway");
    for (const name of ["level", "default", "ip"]) expect(text).toContain(`\`gw/reg_lb_${name}\`:`);
  });
});

describe("the table of Advanced Load Management's properties", () => {
  const rows = [
    ...page("sgd").matchAll(/^\| `([\w.]+)` \| (\d+)[^|]* \| (\d+) \| (yes|no) \|/gm),
  ].map(([, name = "", value, least, override]) => ({
    name,
    value: Number(value),
    least: Number(least),
    override: override === "yes",
  }));
  const defaults = configured(parseTier3lb(""));

  test("it has all of them", () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(sgdFields));
  });

  test.each(rows)("$name: default, least value, whether a server may differ", (row) => {
    const { name, value, least, override } = row;
    expect(defaults[sgdFields[name] as keyof SgdProperties]).toBe(value);
    const line = (number: number): string => `tarantella.config.tier3lb.${name}=${number}`;
    expect(parseTier3lb(line(least)).ok).toBe(true);
    expect(parseTier3lb(line(least - 1)).ok).toBe(false);
    const host = parseTier3hostdata(`tarantella.config.tier3hostdata.${name}=${value}`);
    expect(Object.values(configured(host).changed)).toEqual(override ? [value] : []);
  });
});
