import { splitShellWords } from "@remora/cluster";
import { ConfigurationError } from "../errors.ts";
import { parseConnectionString } from "./connection-string.ts";
import { parsePolicy } from "./load-balancing-policy.ts";
import { topicsOf } from "./orb-options.ts";
import { settingsFromProperties } from "./properties.ts";
import {
  noSettings,
  type PartialSettings,
  type Property,
  type Setting,
  type SettingOrigin,
  type SettingValues,
  type SettingWarning,
} from "./setting.ts";
import { suggest } from "./suggest.ts";

/** Environment variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are read. */
export const environmentVariables: readonly string[] = [
  "REMORA_ENDPOINTS",
  "REMORA_POLICY",
  "REMORA_DEBUG",
];

/**
 * The environment as a source of settings: `REMORA_ENDPOINTS` (any connection string), `REMORA_POLICY`
 * and `REMORA_DEBUG` (topics, comma between). An empty variable counts as absent.
 *
 * @throws ConfigurationError naming the variable, its value and the accepted form.
 */
export function settingsFromEnvironment(environment: Environment): PartialSettings {
  const draft: { -readonly [Name in keyof SettingValues]?: Setting<SettingValues[Name]> } = {};
  const warnings: SettingWarning[] = [];
  const endpoints = given(environment, "REMORA_ENDPOINTS");
  if (endpoints !== undefined) {
    const parsed = parseConnectionString(endpoints);
    if (!parsed.ok) throw new ConfigurationError(`REMORA_ENDPOINTS: ${parsed.problem}`);
    draft.endpoints = { value: parsed.endpoints, origin: variable("REMORA_ENDPOINTS") };
  }
  const policy = given(environment, "REMORA_POLICY");
  if (policy !== undefined) {
    const origin = variable("REMORA_POLICY");
    const parsed = parsePolicy(policy);
    if (!parsed.ok) throw new ConfigurationError(`REMORA_POLICY: ${parsed.problem}`);
    draft.loadBalancingPolicy = { value: parsed.policy, origin };
    if (parsed.note !== undefined) {
      warnings.push({ code: "policy-misspelt", message: parsed.note, origin });
    }
  }
  const debug = given(environment, "REMORA_DEBUG");
  if (debug !== undefined) {
    draft.debug = { value: topicsOf(debug), origin: variable("REMORA_DEBUG") };
  }
  warnings.push(...misspeltVariables(environment));
  return { ...noSettings, ...draft, warnings };
}

/** A variable that is set to nothing is how scripts say "not set". */
function given(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value.trim() === "" ? undefined : value;
}

function variable(name: string): SettingOrigin {
  return { kind: "environment", detail: name };
}

const prefix = "REMORA_";

/** Only near misses are reported: other programs may have variables with our prefix. */
function misspeltVariables(environment: Environment): readonly SettingWarning[] {
  const warnings: SettingWarning[] = [];
  // Compared without the prefix: with it, any two short names would be near.
  const known = environmentVariables.map((name) => name.slice(prefix.length));
  for (const name of Object.keys(environment)) {
    if (!name.startsWith(prefix) || environmentVariables.includes(name)) continue;
    const near = suggest(name.slice(prefix.length), known);
    if (near === undefined) continue;
    const message = `the environment variable ${name} is not read (did you mean ${prefix}${near}?)`;
    warnings.push({ code: "variable-unknown", message, origin: variable(name) });
  }
  return warnings;
}

/** `-Dname=value` or `-Dname` (which Java gives an empty value) as a property, or `undefined`. */
export function parseDefinition(
  word: string,
): { readonly name: string; readonly value: string } | undefined {
  const match = /^--?D([^=]+)(?:=(.*))?$/s.exec(word);
  if (match === null) return undefined;
  return { name: match[1] ?? "", value: match[2] ?? "" };
}

/** What `VMARGS` says. */
export interface VmArguments {
  /** The `-D` definitions in order. */
  readonly definitions: readonly Property[];
  /** Options for a Java virtual machine, which have no meaning here. */
  readonly ignored: readonly string[];
}

/**
 * Reads `VMARGS`, the variable in which GlassFish's scripts expect options for the virtual machine, with
 * a shell's quoting. `-Dname=value` counts; anything else is for a JVM and is returned as ignored.
 *
 * @throws ConfigurationError when a quote is not closed.
 */
export function parseVmArguments(text: string): VmArguments {
  const split = splitShellWords(text);
  if (!split.ok) throw new ConfigurationError(`VMARGS: ${split.problem}`);
  const definitions: Property[] = [];
  const ignored: string[] = [];
  for (const word of split.words) {
    const definition = parseDefinition(word);
    if (definition === undefined) ignored.push(word);
    else {
      const detail = `-D${definition.name} in VMARGS`;
      definitions.push({ ...definition, origin: { kind: "environment", detail } });
    }
  }
  return { definitions, ignored };
}

/** `VMARGS` as a source of settings. */
export function settingsFromVmArguments(text: string): PartialSettings {
  const { definitions, ignored } = parseVmArguments(text);
  const settings = settingsFromProperties(definitions);
  if (ignored.length === 0) return settings;
  const warning: SettingWarning = {
    code: "option-ignored",
    message: `options for a Java virtual machine have no effect: ${ignored.join(" ")}`,
    origin: variable("VMARGS"),
  };
  return { ...settings, warnings: [...settings.warnings, warning] };
}

/** The runner's `-Dname=value` options as a source of settings. */
export function settingsFromDefinitions(
  definitions: readonly { readonly name: string; readonly value: string }[],
): PartialSettings {
  return settingsFromProperties(
    definitions.map(({ name, value }) => ({
      name,
      value,
      origin: { kind: "command-line", detail: `-D${name}` },
    })),
  );
}
