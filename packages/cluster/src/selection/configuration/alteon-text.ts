import type { AlteonRule } from "../alteon/alteon-rule.ts";
import type { AlteonConfiguration } from "./alteon-configuration.ts";

/** Each site's place in the text: `virt 1` for a local one, `real 2` for another. */
function keysOf({ sites = {}, networks = {} }: AlteonConfiguration): ReadonlyMap<string, string> {
  const names = new Set([...Object.keys(sites), ...Object.values(networks).flat()]);
  return new Map(
    [...names].map((name, index) => [
      name,
      `${sites[name]?.local === true ? "virt" : "real"} ${index + 1}`,
    ]),
  );
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function ruleLines(rule: AlteonRule, number: number): readonly string[] {
  const { name, domain, start, end, required, enabled, metrics } = rule;
  const time = (text: string): string => text.replace(":", " ");
  const path = `/cfg/slb/gslb/rule ${number}`;
  return [
    path,
    ...(enabled === undefined ? [] : [enabled ? "\tena" : "\tdis"]),
    ...(name === undefined ? [] : [`\tname ${quoted(name)}`]),
    ...(domain === undefined ? [] : [`\tdname ${quoted(domain)}`]),
    ...(start === undefined ? [] : [`\tstart ${time(start)}`]),
    ...(end === undefined ? [] : [`\tend ${time(end)}`]),
    ...(required === undefined ? [] : [`\trr ${required}`]),
    ...metrics.map((metric, index) => `${path}/metric ${index + 1}/gmetric ${metric}`),
  ];
}

/** Settings as command lines that `parseAlteonConfiguration` reads again. Servers are numbered in their order. */
export function formatAlteonConfiguration(configuration: AlteonConfiguration): string {
  const { rules = [], sites = {}, networks = {}, thresholds = {}, smask, timeout } = configuration;
  const keys = keysOf(configuration);
  const all = Object.entries({ ...thresholds, smask, timeout }).filter(
    ([, value]) => value !== undefined,
  );
  const servers = [...keys].flatMap(([name, key]) => {
    const { rank, weight } = sites[name] ?? {};
    return [
      `/cfg/slb/${key}`,
      `\t${key.startsWith("virt") ? "vname" : "name"} ${quoted(name)}`,
      ...(key.startsWith("virt") ? [] : ["\tremote ena"]),
      ...(rank === undefined ? [] : [`\tavail ${rank}`]),
      ...(weight === undefined ? [] : [weight === 0 ? "\tdis" : `\tweight ${weight}`]),
    ];
  });
  const preferences = Object.entries(networks).flatMap(([network, names], index) => {
    const [address = "", bits = ""] = network.split("/");
    return [
      `/cfg/slb/gslb/network ${index + 1}`,
      "\tena",
      `\tsip ${address}`,
      ...(bits === "" ? [] : [`\tmask ${bits}`]),
      ...names.map((name, place) => `\tadd${keys.get(name) ?? name} ${place + 1}`),
    ];
  });
  return [
    ...servers,
    ...(all.length === 0 ? [] : ["/cfg/slb/gslb"]),
    ...all.map(([word, value]) => `\t${word} ${value}`),
    ...preferences,
    ...rules.flatMap((rule, index) => ruleLines(rule, index + 1)),
  ].join("\n");
}
