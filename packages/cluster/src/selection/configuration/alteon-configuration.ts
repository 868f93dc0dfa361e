import type { AlteonGslbOptions } from "../alteon/alteon-gslb.ts";
import type { AlteonRule } from "../alteon/alteon-rule.ts";
import type { AlteonSite } from "../alteon/alteon-site.ts";
import { didYouMean } from "../nearest-word.ts";
import {
  type AlteonDraft,
  type NetworkDraft,
  newAlteonDraft,
  type RuleDraft,
} from "./alteon-draft.ts";
import { alteonCommands } from "./alteon-menus.ts";
import { alteonWords, readAlteonCommand } from "./alteon-readers.ts";
import { type ConfigurationResult, type Findings, newFindings } from "./configuration-result.ts";

/** What command lines say about choosing a site, ready for `alteonGslb(options)`. */
export interface AlteonConfiguration
  extends Pick<AlteonGslbOptions, "rules" | "networks" | "thresholds" | "smask" | "timeout"> {
  /** A virtual server is the local site, a real server a remote one; by name, where it has one, else by number. */
  readonly sites?: Readonly<Record<string, Pick<AlteonSite, "local" | "rank" | "weight">>>;
}

/** The rules in the order of their numbers. */
function rulesOf(findings: Findings, draft: AlteonDraft): readonly AlteonRule[] {
  const rules = [...draft.rules.values()]
    .filter(({ deleted }) => deleted !== true)
    .toSorted((a, b) => a.number - b.number);
  return rules.map((own, index) => {
    const { number, line, metrics, name, domain, start, end, required, enabled } = own;
    if (metrics.size === 0) {
      const hint = "write metric 1/gmetric and its name";
      findings.warning(line, `rule ${number}`, "has no metric: the first site is taken", hint);
    }
    const shown = name ?? (number === index + 1 ? undefined : String(number));
    return {
      ...(shown === undefined ? {} : { name: shown }),
      ...(domain === undefined ? {} : { domain }),
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
      metrics: [...metrics].toSorted(([a], [b]) => a - b).map(([, metric]) => metric),
      ...(required === undefined ? {} : { required }),
      ...(enabled === undefined ? {} : { enabled }),
    };
  });
}

/** Drops the real servers that are no sites: neither remote, nor ranked, nor in a network. */
function dropOtherServers({ servers, networks }: AlteonDraft): void {
  const used = new Set([...networks.values()].flatMap((network) => [...network.servers.keys()]));
  for (const [key, { local, remote = used.has(key), rank }] of servers) {
    if (!local && !remote && rank === undefined) servers.delete(key);
  }
}

/** The name of each server as a site, by its key; two of one name are a problem. */
function siteNames(findings: Findings, { servers }: AlteonDraft): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const keyOf = new Map<string, string>();
  for (const [key, { id, name = id, line }] of servers) {
    const other = keyOf.get(name);
    if (other !== undefined) {
      const hint = "give each a name of its own: virt by vname, real by name";
      findings.problem(line, name, `is the name of ${other} and of ${key}`, hint);
    }
    keyOf.set(name, key);
    names.set(key, name);
  }
  return names;
}

function sitesOf(
  { servers }: AlteonDraft,
  names: ReadonlyMap<string, string>,
): AlteonConfiguration["sites"] {
  const sites = [...servers].map(([key, { id, local, rank, weight, enabled }]) => [
    names.get(key) ?? id,
    {
      ...(local ? { local } : {}),
      ...(rank === undefined ? {} : { rank }),
      ...(enabled === false ? { weight: 0 } : weight === undefined ? {} : { weight }),
    },
  ]);
  return Object.fromEntries(sites);
}

/** The networks that count: those that rules add, all when none adds any. */
function networksInUse(
  findings: Findings,
  { networks }: AlteonDraft,
  rules: readonly RuleDraft[],
): readonly NetworkDraft[] {
  const added = rules.flatMap((rule) => rule.networks);
  for (const { id, line } of added) {
    if (!networks.has(id)) {
      const hint =
        networks.size === 0
          ? "write /cfg/slb/gslb/network first"
          : didYouMean(id, [...networks.keys()]);
      findings.problem(line, id, "is no network", hint);
    }
  }
  const lists = new Set(
    rules
      .filter((rule) => rule.networks.length > 0)
      .map((rule) => rule.networks.map(({ id }) => id).join(" ")),
  );
  const [first] = added;
  if (lists.size > 1 && first !== undefined) {
    const hint = "all networks that some rule adds count for each of them here";
    findings.warning(first.line, first.id, "is not added by every rule with networks", hint);
  }
  const wanted = new Set(added.map(({ id }) => id));
  return [...networks.values()].filter(
    ({ id, enabled }) => enabled && (wanted.size === 0 || wanted.has(id)),
  );
}

/** The sites of each network, the preferred ones first: the smaller number, 0 never. */
function networksOf(
  findings: Findings,
  draft: AlteonDraft,
  names: ReadonlyMap<string, string>,
): NonNullable<AlteonConfiguration["networks"]> {
  const rules = [...draft.rules.values()].filter(({ deleted }) => deleted !== true);
  const all = new Map<string, readonly string[]>();
  for (const { id, line, address, bits, servers } of networksInUse(findings, draft, rules)) {
    const whole = address.includes(":") ? 128 : 32;
    const network = `${address}/${bits ?? (address === "0.0.0.0" ? 0 : whole)}`;
    if ((bits ?? 0) > whole) {
      findings.problem(line, network, "is no network", `give a mask of up to ${whole} bits`);
    }
    if (all.has(network)) {
      findings.warning(line, `network ${id}`, `is ${network} again`, "the last one counts");
    }
    const sites = [...servers]
      .filter(([, { preference }]) => preference > 0)
      .toSorted(([, a], [, b]) => a.preference - b.preference)
      .map(([key, own]) => {
        const name = names.get(key);
        if (name === undefined) {
          findings.problem(
            own.line,
            key,
            "is no server",
            `write /cfg/slb/${key} and a setting of it`,
          );
        }
        return name ?? key;
      });
    all.set(network, sites);
  }
  return Object.fromEntries(all);
}

/**
 * Reads command lines of an Alteon: rules, metrics and networks of `/cfg/slb/gslb`, its thresholds, and ranks and weights of
 * virtual and real servers. Menus of other parts are passed over; settings that only the device can follow are warnings.
 *
 * A rule without `dis` is enabled. `rr` left out means one answer here, not the two of a DNS query.
 *
 * @param file - appears in problems
 */
export function parseAlteonConfiguration(
  text: string,
  file = "configuration",
): ConfigurationResult<AlteonConfiguration> {
  const findings = newFindings(file);
  const draft = newAlteonDraft();
  for (const command of alteonCommands(findings, text, alteonWords)) {
    readAlteonCommand(findings, command, draft);
  }
  dropOtherServers(draft);
  const names = siteNames(findings, draft);
  const { thresholds, smask, timeout } = draft;
  const rules = rulesOf(findings, draft);
  const networks = networksOf(findings, draft, names);
  return findings.result({
    ...(rules.length === 0 ? {} : { rules }),
    ...(draft.servers.size === 0 ? {} : { sites: sitesOf(draft, names) ?? {} }),
    ...(Object.keys(networks).length === 0 ? {} : { networks }),
    ...(Object.keys(thresholds).length === 0 ? {} : { thresholds }),
    ...(smask === undefined ? {} : { smask }),
    ...(timeout === undefined ? {} : { timeout }),
  });
}
