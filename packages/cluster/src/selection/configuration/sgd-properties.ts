import { didYouMean } from "../nearest-word.ts";
import { type AlmProperties, almDefaults, almRange } from "../sgd/alm-properties.ts";
import type { SgdMember } from "../sgd/sgd-member.ts";
import {
  type ConfigurationResult,
  type Findings,
  newFindings,
  wholeNumber,
} from "./configuration-result.ts";
import { type PropertyLine, readJavaProperties } from "./java-properties.ts";
import { sgdObjectName } from "./sgd-object-name.ts";

/** Everything that the property files of Secure Global Desktop say about one application server. */
export interface SgdProperties extends AlmProperties {
  /** UDP port where reports come in. Default 3579. Nothing listens here. */
  readonly listeningport: number;
  /** TCP port of the probe. Default 3579. Nothing listens here. */
  readonly probeListeningport: number;
  /** Relative power in percent. Default 100. */
  readonly weighting: number;
}

/** What the file of one application server changes. */
export interface SgdHostProperties {
  /** Its name in the properties, quotes and backslashes resolved; `undefined` when the file does not say it. */
  readonly name: string | undefined;
  /** The properties that differ from those of the array. */
  readonly changed: Partial<SgdProperties>;
}

/** Where a text of properties comes from. */
export interface SgdPropertiesOptions {
  /** Name of the file, for problems. Default: the usual name. */
  readonly file?: string;
  /** Values of what the file leaves out: `almDefaults` (3 attempts, 900 s) or `almProseDefaults` (5, 20 s, 600 s). */
  readonly base?: AlmProperties;
}

type Field = keyof SgdProperties;

/** Every property by its own name. */
export const sgdFields: Readonly<Record<string, Field>> = {
  connectretries: "connectretries",
  listeningport: "listeningport",
  longtimeout: "longtimeout",
  maxmissedsamples: "maxmissedsamples",
  "probe.listeningport": "probeListeningport",
  "probe.percentchange": "percentchange",
  "probe.replyfrequency": "replyfrequency",
  "probe.samplerate": "samplerate",
  "probe.windowsize": "windowsize",
  scaninterval: "scaninterval",
  shorttimeout: "shorttimeout",
  sockettimeout: "sockettimeout",
  updatelimit: "updatelimit",
  weighting: "weighting",
};

/** Names that the running text of the document uses for others. */
const ALIASES: Readonly<Record<string, string>> = {
  percentagechange: "probe.percentchange",
  percentchange: "probe.percentchange",
  replyfrequency: "probe.replyfrequency",
};

/** What the file of one server may change. */
const OVERRIDABLE = [
  ...Object.keys(sgdFields).filter((key) => key.startsWith("probe.")),
  "weighting",
];

/** The lines of `tier3lb.properties` that nobody may change. */
export const sgdFixedLines: Readonly<Record<string, string>> = {
  "tarantella.config.type": "server",
  "tarantella.config.name": "tier3lb",
};

function rangeOf(field: Field): readonly [number, number] {
  switch (field) {
    case "listeningport":
    case "probeListeningport":
      return [1, 65_535];
    case "weighting":
      return [0, 2_147_483_647];
    default:
      return almRange(field);
  }
}

/** The entries of a text, the last of each key, and a warning for the others. */
function lastOfEach(findings: Findings, text: string, file: string): readonly PropertyLine[] {
  const byName = new Map<string, PropertyLine>();
  for (const entry of findings.valueOf(readJavaProperties(text, file)) ?? []) {
    const earlier = byName.get(entry.name);
    if (earlier !== undefined) {
      const problem = `is given on line ${earlier.line} too`;
      findings.warning(entry.line, entry.name, problem, "the last one counts");
    }
    byName.delete(entry.name);
    byName.set(entry.name, entry);
  }
  return [...byName.values()];
}

/** The property that a key means; `undefined`, and a problem, when there is none. */
function knownKey(
  findings: Findings,
  line: number,
  prefix: string,
  key: string,
): string | undefined {
  if (Object.hasOwn(sgdFields, key)) return key;
  const alias = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined;
  if (alias !== undefined) {
    findings.warning(line, `${prefix}${key}`, "is not its name", `write ${prefix}${alias}`);
    return alias;
  }
  const names = Object.keys(sgdFields);
  const longer = names.find((name) => name.endsWith(`.${key}`));
  const hint = longer === undefined ? didYouMean(key, names) : `did you mean "${longer}"?`;
  return findings.problem(line, `${prefix}${key}`, "is no property", hint);
}

function valueInto(
  findings: Findings,
  changed: Partial<Record<Field, number>>,
  key: string,
  { value, line }: PropertyLine,
): void {
  const field = sgdFields[key] as Field;
  const number = wholeNumber(findings, line, key, value.trim(), rangeOf(field));
  if (number !== undefined) changed[field] = number;
}

/** A key of another part of the product: the files hold more than this. */
function foreign(findings: Findings, { name, line }: PropertyLine, prefix: string): undefined {
  return findings.warning(line, name, `does not begin with ${prefix}`, "it has no effect here");
}

/**
 * Reads `tier3lb.properties`: the properties of the whole array, under the prefix `tarantella.config.tier3lb.`.
 *
 * The two fixed lines must be as they were. Keys of others and repetitions are warnings.
 */
export function parseTier3lb(
  text: string,
  { file = "tier3lb.properties", base = almDefaults }: SgdPropertiesOptions = {},
): ConfigurationResult<SgdProperties> {
  const findings = newFindings(file);
  const prefix = "tarantella.config.tier3lb.";
  const changed: Partial<Record<Field, number>> = {};
  const entries = lastOfEach(findings, text, file);
  for (const entry of entries) {
    const { name, value, line } = entry;
    const fixed = Object.hasOwn(sgdFixedLines, name) ? sgdFixedLines[name] : undefined;
    if (fixed !== undefined) {
      const hint = `write ${name}=${fixed}`;
      if (value !== fixed) findings.problem(line, `${name}=${value}`, "is a fixed line", hint);
    } else if (name.startsWith(prefix)) {
      const key = knownKey(findings, line, prefix, name.slice(prefix.length));
      if (key !== undefined) valueInto(findings, changed, key, entry);
    } else {
      foreign(findings, entry, prefix);
    }
  }
  for (const [name, value] of Object.entries(sgdFixedLines)) {
    if (!entries.some((entry) => entry.name === name)) {
      findings.warning(1, name, "is a fixed line and is missing", `write ${name}=${value}`);
    }
  }
  const ports = { listeningport: 3579, probeListeningport: 3579, weighting: 100 };
  return findings.result({ ...ports, ...base, ...changed });
}

/** The name of a host as its file has it: in quotes, which must be two or none. */
function hostName(findings: Findings, { value, line }: PropertyLine): string | undefined {
  const text = value.trim();
  const quoted = /^"([^"]*)"$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  if (!text.includes('"')) return text;
  return findings.problem(line, text, "has a quote that is not closed", 'write it as "…"');
}

function parseOverrides(
  text: string,
  file: string,
  prefix: string,
): ConfigurationResult<SgdHostProperties> {
  const findings = newFindings(file);
  const changed: Partial<Record<Field, number>> = {};
  let name: string | undefined;
  for (const entry of lastOfEach(findings, text, file)) {
    if (!entry.name.startsWith(prefix)) {
      foreign(findings, entry, prefix);
      continue;
    }
    if (entry.name === `${prefix}name`) {
      name = hostName(findings, entry);
      continue;
    }
    const key = knownKey(findings, entry.line, prefix, entry.name.slice(prefix.length));
    if (key === undefined) continue;
    if (OVERRIDABLE.includes(key)) {
      valueInto(findings, changed, key, entry);
    } else {
      const problem = "cannot differ from server to server";
      const hint = `it has no effect here; overridable are ${OVERRIDABLE.join(", ")}`;
      findings.warning(entry.line, entry.name, problem, hint);
    }
  }
  return findings.result({ name, changed });
}

/**
 * Reads the file of one application server (`t3hostdata/HOST.properties`): its name, and what it changes, under the
 * prefix `tarantella.config.tier3hostdata.`. Properties that only the array may set are warnings.
 */
export function parseTier3hostdata(
  text: string,
  file = "t3hostdata/template.properties",
): ConfigurationResult<SgdHostProperties> {
  return parseOverrides(text, file, "tarantella.config.tier3hostdata.");
}

/**
 * Reads `tier3loadbalancing.properties`, the file that a probe itself starts with, under the prefix
 * `tarantella.config.tier3loadbalancing.`. The same properties can be changed in it as in the file of a server.
 */
export function parseTier3loadbalancing(
  text: string,
  file = "tier3loadbalancing.properties",
): ConfigurationResult<SgdHostProperties> {
  return parseOverrides(text, file, "tarantella.config.tier3loadbalancing.");
}

/** What holds for one application server: its own file over that of the array. */
export function sgdPropertiesOf(
  array: SgdProperties,
  ...files: readonly SgdHostProperties[]
): SgdProperties {
  return files.reduce((all, { changed }) => ({ ...all, ...changed }), array);
}

/** The part of the properties that `almProbe` and its like take. */
export function almPropertiesOf(properties: SgdProperties): AlmProperties {
  const { listeningport: _l, probeListeningport: _p, weighting: _w, ...alm } = properties;
  return alm;
}

/**
 * The weightings of application servers, ready for `sgd({ members })`, by the last part of each server's name.
 *
 * @param hosts - what the files of the servers say, by name of the file; it is the name of a server whose file has none
 */
export function sgdWeightings(
  array: SgdProperties,
  hosts: Readonly<Record<string, SgdHostProperties>>,
): Readonly<Record<string, SgdMember>> {
  const members = Object.entries(hosts).map(([file, host]): [string, SgdMember] => {
    const ofFile = file.replace(/^.*\//, "").replace(/\.properties$/, "");
    const name = host.name === undefined ? ofFile : sgdObjectName(host.name);
    return [name, { weighting: sgdPropertiesOf(array, host).weighting }];
  });
  return Object.fromEntries(members);
}
