import { type Endpoint, endpointKey } from "@remora/cluster";
import { shownValue } from "./describe-settings.ts";
import {
  type OverriddenSetting,
  type PartialSettings,
  type Property,
  type Setting,
  type Settings,
  settingNames,
} from "./setting.ts";

export type { PartialSettings, SettingDescription, Settings } from "./setting.ts";

/**
 * Joins sources: of each value the strongest source that has it wins, whole; lists are not mixed.
 * Layers are given strongest first, see `settingsInPrecedence`.
 */
export function mergeSettings(layersStrongestFirst: readonly PartialSettings[]): Settings {
  const merged: Record<string, Setting<unknown>> = {};
  const overridden: OverriddenSetting[] = [];
  for (const layer of layersStrongestFirst) {
    // A layer may itself be the result of a merge.
    if ("overridden" in layer) overridden.push(...(layer as Settings).overridden);
    for (const name of settingNames) {
      const setting = layer[name];
      if (setting === undefined) continue;
      if (merged[name] === undefined) merged[name] = setting;
      else
        overridden.push({ name, value: shownValue(name, setting.value), origin: setting.origin });
    }
  }
  const targets = layersStrongestFirst.flatMap((layer) => layer.targets);
  const settings: Settings = {
    ...(merged as Omit<PartialSettings, "targets" | "properties" | "warnings">),
    targets,
    properties: strongestProperties(layersStrongestFirst),
    warnings: layersStrongestFirst.flatMap((layer) => layer.warnings),
    overridden,
  };
  return withSecurity(settings);
}

/**
 * A stronger source that names an endpoint by `host:port` cannot say "TLS"; the file's `target-server`
 * for the same address can. Without this step `-targetserver` would silently turn TLS into clear text.
 */
function withSecurity(settings: Settings): Settings {
  const { endpoints, targets, sslRequired } = settings;
  if (endpoints === undefined) return settings;
  const secured = new Set(
    targets
      .filter((target) => target.ssl !== undefined)
      .map((target) => addressKey(target.address, target.port)),
  );
  const value = endpoints.value.map((endpoint): Endpoint => {
    const tls =
      sslRequired?.value === true || secured.has(addressKey(endpoint.host, endpoint.port));
    return tls ? { ...endpoint, security: "tls" } : endpoint;
  });
  return { ...settings, endpoints: { value, origin: endpoints.origin } };
}

/** The same listener in clear and in TLS has the same key here. */
function addressKey(host: string, port: number): string {
  return endpointKey({ host, port, security: "clear" });
}

/** By name, like settings. */
function strongestProperties(layers: readonly PartialSettings[]): readonly Property[] {
  const byName = new Map<string, Property>();
  for (const layer of layers) {
    for (const property of layer.properties) {
      if (!byName.has(property.name)) byName.set(property.name, property);
    }
  }
  return [...byName.values()];
}

/** The label of an endpoint: the `name` of the `target-server` with the same address, if there is one. */
export function targetName(settings: PartialSettings, endpoint: Endpoint): string | undefined {
  const key = addressKey(endpoint.host, endpoint.port);
  return settings.targets.find((target) => addressKey(target.address, target.port) === key)?.name;
}
