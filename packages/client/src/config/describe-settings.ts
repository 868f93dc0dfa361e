import { type Endpoint, formatEndpoint } from "@remora/cluster";
import {
  type PartialSettings,
  type SettingDescription,
  type SettingName,
  type SettingOrigin,
  type Settings,
  settingNames,
} from "./setting.ts";

/** Every setting with its value and origin, as `orb.describeConfiguration()` and `appclient -verbose` show it. */
export function describeSettings(
  settings: PartialSettings | Settings,
): readonly SettingDescription[] {
  const rows: SettingDescription[] = [];
  const overridden = "overridden" in settings ? settings.overridden : [];
  for (const name of settingNames) {
    const setting = settings[name];
    if (setting === undefined) continue;
    const replaces = overridden
      .filter((weaker) => weaker.name === name)
      .map((weaker) => `${weaker.value} from ${formatOrigin(weaker.origin)}`);
    rows.push({
      name,
      value: shownValue(name, setting.value),
      origin: formatOrigin(setting.origin),
      ...(replaces.length > 0 ? { replaces } : {}),
    });
  }
  for (const target of settings.targets) {
    const security = target.ssl === undefined ? "" : " (TLS)";
    const address = formatEndpoint({ host: target.address, port: target.port, security: "clear" });
    const value = `${address}${security}`;
    rows.push({ name: `target ${target.name}`, value, origin: formatOrigin(target.origin) });
  }
  for (const property of settings.properties) {
    const value = isSecretName(property.name) ? notShown : property.value;
    rows.push({ name: property.name, value, origin: formatOrigin(property.origin) });
  }
  return rows;
}

/** `sun-acc.xml:7 (file)`, `REMORA_ENDPOINTS (environment)`. */
export function formatOrigin(origin: SettingOrigin): string {
  return origin.detail === ""
    ? origin.kind
    : `${origin.detail} (${origin.kind.replaceAll("-", " ")})`;
}

const notShown = "(set, not shown)";

/** Properties of a client may hold secrets of other libraries: JNDI's credentials, key store passwords. */
function isSecretName(name: string): boolean {
  return /passw|passphrase|secret|credential|token/i.test(name);
}

/** A value as it may be shown: passwords never are. */
export function shownValue(name: SettingName, value: unknown): string {
  if (name === "password") return notShown;
  if (name === "endpoints") {
    return (value as readonly Endpoint[])
      .map((endpoint) => formatEndpoint(endpoint) + (endpoint.security === "tls" ? " (TLS)" : ""))
      .join(",");
  }
  if (value instanceof Uint8Array) return shownOctets(value);
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** Printable keys (`NameService`) as text, others in the escapes of `corbaloc:`. */
function shownOctets(octets: Uint8Array): string {
  return Array.from(octets, (octet) =>
    octet > 0x20 && octet < 0x7f && octet !== 0x25
      ? String.fromCharCode(octet)
      : `%${octet.toString(16).padStart(2, "0")}`,
  ).join("");
}
