import { type Endpoint, formatEndpoint } from "@remora/cluster";
import { ConfigurationError } from "../errors.ts";
import type { OrbOptions } from "../options.ts";
import { parseConnectionString } from "./connection-string.ts";
import {
  noSettings,
  type PartialSettings,
  type Setting,
  type SettingOriginKind,
  type SettingValues,
} from "./setting.ts";

/**
 * The options that can also come from outside of code, as a source of settings. Types are not checked
 * here: `checkOptions` has done that.
 *
 * @throws ConfigurationError when an endpoint text is wrong.
 */
export function settingsFromOptions(
  options: OrbOptions,
  kind: SettingOriginKind = "code",
): PartialSettings {
  const { endpoints, loadBalancingPolicy, discovery, timeoutMs, connectBudgetMs, debug } = options;
  const given = <T>(name: string, value: T): Setting<T> => ({
    value,
    origin: { kind, detail: name },
  });
  const draft: { -readonly [Name in keyof SettingValues]?: Setting<SettingValues[Name]> } = {};
  if (endpoints !== undefined) {
    const texts = typeof endpoints === "string" ? [endpoints] : endpoints;
    draft.endpoints = given("endpoints", texts.flatMap(endpointsOf));
  }
  if (loadBalancingPolicy !== undefined) {
    draft.loadBalancingPolicy = given("loadBalancingPolicy", loadBalancingPolicy);
  }
  if (discovery !== undefined) draft.discovery = given("discovery", discovery);
  if (timeoutMs !== undefined) draft.timeoutMs = given("timeoutMs", timeoutMs);
  if (connectBudgetMs !== undefined) {
    draft.connectBudgetMs = given("connectBudgetMs", connectBudgetMs);
  }
  if (debug !== undefined) draft.debug = given("debug", topicsOf(debug));
  return { ...noSettings, ...draft };
}

function endpointsOf(text: string): readonly Endpoint[] {
  const parsed = parseConnectionString(text);
  if (!parsed.ok) throw new ConfigurationError(`option endpoints: ${parsed.problem}`);
  const object = objectNameOf(parsed);
  if (object !== undefined) {
    throw new ConfigurationError(
      `option endpoints: ${JSON.stringify(text)} names the object ${JSON.stringify(object)} and not only servers; give the whole text to orb.stringToObject, or leave that part out`,
    );
  }
  return parsed.endpoints;
}

/** The object that a connection string names beside its servers; every server has a `NameService`, so that is none. */
export function objectNameOf(parsed: {
  readonly name?: string;
  readonly objectKey?: Uint8Array;
}): string | undefined {
  const key = parsed.objectKey === undefined ? "" : new TextDecoder().decode(parsed.objectKey);
  return [parsed.name ?? "", key].find((text) => text !== "" && text !== "NameService");
}

/** Topics of debug lines, separated by commas or white space. */
export function topicsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((topic) => topic !== "");
}

/**
 * Settings as the options of an Orb: the values without their origins. TLS and credentials have no
 * option yet; ask `unsupportedDemand` first.
 */
export function orbOptionsOf(settings: PartialSettings): OrbOptions {
  const { endpoints, loadBalancingPolicy, discovery, timeoutMs, connectBudgetMs, debug } = settings;
  return {
    ...(endpoints === undefined ? {} : { endpoints: endpoints.value.map(formatEndpoint) }),
    ...(loadBalancingPolicy === undefined
      ? {}
      : { loadBalancingPolicy: loadBalancingPolicy.value }),
    ...(discovery === undefined ? {} : { discovery: discovery.value }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: timeoutMs.value }),
    ...(connectBudgetMs === undefined ? {} : { connectBudgetMs: connectBudgetMs.value }),
    ...(debug === undefined ? {} : { debug: debug.value.join(",") }),
  };
}

/** A connection string that names an object says more than an Orb can keep: the rest must not be lost silently. */
export function refuseObjectNames({ initialName, objectKey }: PartialSettings): void {
  const odd = objectNameOf({
    ...(initialName === undefined ? {} : { name: initialName.value }),
    ...(objectKey === undefined ? {} : { objectKey: objectKey.value }),
  });
  if (odd === undefined) return;
  const { detail } = (initialName ?? objectKey)?.origin ?? { detail: "the connection string" };
  throw new ConfigurationError(
    `${detail} names the object ${JSON.stringify(odd)} and not only servers; give the whole text to orb.stringToObject, or leave that part out`,
  );
}
