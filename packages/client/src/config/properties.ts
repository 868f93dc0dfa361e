import type { Endpoint } from "@remora/cluster";
import { ConfigurationError } from "../errors.ts";
import { parseConnectionString } from "./connection-string.ts";
import { parseEndpoints } from "./endpoint-list.ts";
import {
  knownProperty,
  knownPropertyNames,
  looksLikeGlassFish,
  glassFishProperties as names,
} from "./glassfish-properties.ts";
import { parseJavaProperties } from "./java-properties.ts";
import { parsePolicy } from "./load-balancing-policy.ts";
import type {
  PartialSettings,
  Property,
  Setting,
  SettingOrigin,
  SettingValues,
  SettingWarning,
} from "./setting.ts";
import { didYouMean } from "./suggest.ts";

/** Settings while they are collected. */
type Draft = { -readonly [Name in keyof SettingValues]?: Setting<SettingValues[Name]> };

/**
 * Translates GlassFish's properties into settings, wherever they stand: `-D`, a properties file, the
 * `property` elements of an XML file, or the table given to `createInitialContext`.
 *
 * Inside one source, endpoints are looked for as the Java client does: those after the policy, the
 * endpoints property, the provider URL, the initial host and port. Of a repeated property the last
 * one counts, with a warning.
 *
 * @throws ConfigurationError naming the property, its place, its value and the accepted form.
 */
export function settingsFromProperties(properties: readonly Property[]): PartialSettings {
  const warnings: SettingWarning[] = [];
  const byName = lastOfEach(properties, warnings);
  for (const property of byName.values()) warnOf(property, warnings);
  const draft: Draft = {};
  const policyEndpoints = readPolicy(byName.get(names.policy), draft, warnings);
  readEndpoints(byName, policyEndpoints, draft, warnings);
  readTimes(byName, draft);
  readSecurity(byName, draft);
  return { ...draft, targets: [], properties: unusedOf(byName), warnings };
}

/** A Java-style properties text as a source of settings; see `settingsFromProperties`. */
export function settingsFromPropertiesText(text: string, file: string): PartialSettings {
  const lines = parseJavaProperties(text, file);
  return settingsFromProperties(
    lines.map(({ name, value, line }) => ({
      name,
      value,
      origin: { kind: "properties", detail: `${file}:${line}` },
    })),
  );
}

/**
 * A table of properties as a source of settings, for instance JNDI's environment of an InitialContext.
 * `describe` makes the detail of each origin; the default is the property's own name.
 */
export function settingsFromTable(
  table: Readonly<Record<string, string>>,
  kind: SettingOrigin["kind"] = "properties",
  describe: (name: string) => string = (name) => name,
): PartialSettings {
  return settingsFromProperties(
    Object.entries(table).map(([name, value]) => ({
      name,
      value,
      origin: { kind, detail: describe(name) },
    })),
  );
}

/** The place first, then the property, unless the place names it already. */
function refuse(property: Property, problem: string): never {
  const detail = property.place ?? property.origin.detail;
  const place = detail.includes(property.name) ? detail : `${detail}: ${property.name}`;
  throw new ConfigurationError(`${place}: ${problem}`);
}

/** The last one counts, as for Java; a repetition of one that matters deserves a word. */
function lastOfEach(
  properties: readonly Property[],
  warnings: SettingWarning[],
): ReadonlyMap<string, Property> {
  const byName = new Map<string, Property>();
  for (const property of properties) {
    const earlier = byName.get(property.name);
    if (earlier !== undefined && knownProperty(property.name) !== undefined) {
      const message = `${property.name} is set twice, first at ${earlier.origin.detail}; the last one counts`;
      warnings.push({ code: "property-repeated", message, origin: property.origin });
    }
    byName.set(property.name, property);
  }
  return byName;
}

/** Only near misses and names in GlassFish's own name spaces are reported: the rest is the client's. */
function warnOf(property: Property, warnings: SettingWarning[]): void {
  const { name, origin } = property;
  const known = knownProperty(name);
  if (known?.use === "none") {
    const message = `${name} is accepted and has no effect: ${known.note}`;
    warnings.push({ code: "property-ignored", message, origin });
  }
  if (known !== undefined) return;
  const near = didYouMean(name, knownPropertyNames());
  if (near === "" && !looksLikeGlassFish(name)) return;
  const message = `unknown property ${name}${near}; it has no effect`;
  warnings.push({ code: "property-unknown", message, origin });
}

/** Everything that did not become a setting is kept: it may be the client's own. */
function unusedOf(byName: ReadonlyMap<string, Property>): readonly Property[] {
  return [...byName.values()]
    .filter((property) => knownProperty(property.name)?.use !== "setting")
    .map(({ name, value, origin }) => ({ name, value, origin }));
}

/** The policy may be followed by endpoints: `ic-based-weighted,app1:3700,app2:3700`. */
function readPolicy(
  property: Property | undefined,
  draft: Draft,
  warnings: SettingWarning[],
): readonly Endpoint[] {
  // GlassFish takes an empty value as absent.
  if (property === undefined || property.value.trim() === "") return [];
  const [first = "", ...rest] = property.value.split(",");
  const parsed = parsePolicy(first);
  if (!parsed.ok) {
    // Java drops a first element that is no policy, and with it the first server.
    const isEndpoint = first.includes(":") && parseEndpoints(first).ok;
    const advice = `"${first.trim()}" stands where the policy belongs; write "ic-based,${property.value.trim()}"`;
    return refuse(property, isEndpoint ? advice : parsed.problem);
  }
  draft.loadBalancingPolicy = { value: parsed.policy, origin: property.origin };
  if (parsed.note !== undefined) {
    warnings.push({ code: "policy-misspelt", message: parsed.note, origin: property.origin });
  }
  const list = rest.join(",");
  if (list.trim() === "") return [];
  const endpoints = parseEndpoints(list);
  return endpoints.ok ? endpoints.endpoints : refuse(property, endpoints.problem);
}

/** The Java client's order; what loses is said, since two sources mostly mean a mistake. */
function readEndpoints(
  byName: ReadonlyMap<string, Property>,
  policyEndpoints: readonly Endpoint[],
  draft: Draft,
  warnings: SettingWarning[],
): void {
  const policy = byName.get(names.policy);
  const found: { readonly endpoints: readonly Endpoint[]; readonly property: Property }[] = [];
  if (policy !== undefined && policyEndpoints.length > 0) {
    found.push({ endpoints: policyEndpoints, property: policy });
  }
  const list = nonEmpty(byName.get(names.endpoints));
  if (list !== undefined) {
    const parsed = parseEndpoints(list.value);
    if (!parsed.ok) refuse(list, parsed.problem);
    else found.push({ endpoints: parsed.endpoints, property: list });
  }
  const url = nonEmpty(byName.get(names.providerUrl));
  if (url !== undefined) {
    const parsed = parseConnectionString(url.value);
    if (!parsed.ok) refuse(url, parsed.problem);
    else found.push({ endpoints: parsed.endpoints, property: url });
  }
  const initial = initialEndpoint(byName);
  if (initial !== undefined) found.push(initial);
  const [strongest, ...others] = found;
  if (strongest === undefined) return;
  draft.endpoints = { value: strongest.endpoints, origin: strongest.property.origin };
  for (const { property } of others) {
    const message = `${property.name} is not used, because ${strongest.property.name} names endpoints too`;
    warnings.push({ code: "endpoints-unused", message, origin: property.origin });
  }
}

/** ORBInitialHost and ORBInitialPort; each may stand alone. */
function initialEndpoint(
  byName: ReadonlyMap<string, Property>,
): { readonly endpoints: readonly Endpoint[]; readonly property: Property } | undefined {
  const host = nonEmpty(byName.get(names.initialHost));
  const port = nonEmpty(byName.get(names.initialPort));
  const property = host ?? port;
  if (property === undefined) return undefined;
  const number = port === undefined ? 3700 : Number(port.value);
  if (port !== undefined && (!/^\s*\d+\s*$/.test(port.value) || number < 1 || number > 65535)) {
    refuse(port, `port "${port.value}" is not a whole number from 1 to 65535`);
  }
  // Java takes the machine's own name for a missing host; `localhost` is the same place, and resolvable.
  const name = host?.value.trim() ?? "localhost";
  const bracketed = name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
  const parsed = parseEndpoints(`${bracketed}:${number}`);
  if (!parsed.ok || parsed.endpoints.length !== 1) {
    return refuse(property, `"${name}" is not one host name or address`);
  }
  return { endpoints: parsed.endpoints, property };
}

/** GlassFish takes an empty value of these as absent. */
function nonEmpty(property: Property | undefined): Property | undefined {
  return property === undefined || property.value.trim() === "" ? undefined : property;
}

const longestMs = 2 ** 31 - 1;

/** The two times of the Java ORB that have an equal here. */
function readTimes(byName: ReadonlyMap<string, Property>, draft: Draft): void {
  const response = nonEmpty(byName.get(names.responseTimeout));
  if (response !== undefined) {
    const value = milliseconds(response, response.value, "a number of milliseconds");
    draft.timeoutMs = { value, origin: response.origin };
  }
  const connect = nonEmpty(byName.get(names.connectTimeouts));
  if (connect !== undefined) {
    // initial:max:backoff%[:maxSingle]; the second is what all attempts may take together.
    const form =
      '"initial:max:backoff[:maxSingle]" in milliseconds, for instance 250:60000:100:5000';
    const parts = connect.value.split(":");
    if (parts.length < 3 || parts.length > 4) refuse(connect, `"${connect.value}" is not ${form}`);
    const [, max = 0] = parts.map((part) => milliseconds(connect, part, form));
    draft.connectBudgetMs = { value: max, origin: connect.origin };
  }
}

/** Java takes these as integers; fractions and signs are slips. */
function milliseconds(property: Property, text: string, form: string): number {
  const value = Number(text);
  if (!/^\s*\d+\s*$/.test(text) || value < 1 || value > longestMs) {
    refuse(property, `"${text}" is not a whole number from 1 to ${longestMs}; expected ${form}`);
  }
  return value;
}

/** Read although nothing can be done with them yet: a demand for TLS must not be overlooked. */
function readSecurity(byName: ReadonlyMap<string, Property>, draft: Draft): void {
  const user = nonEmpty(byName.get(names.principal));
  if (user !== undefined) draft.user = { value: user.value, origin: user.origin };
  const password = byName.get(names.credentials);
  if (password !== undefined) {
    draft.password = { value: password.value, origin: password.origin };
  }
  for (const name of [names.sslRequired, names.sslStandaloneRequired]) {
    const property = nonEmpty(byName.get(name));
    if (property === undefined || draft.sslRequired?.value === true) continue;
    const word = property.value.trim().toLowerCase();
    if (word !== "true" && word !== "false")
      refuse(property, `"${property.value}" is not true or false`);
    draft.sslRequired = { value: word === "true", origin: property.origin };
  }
}
