import type { Endpoint, LoadBalancingPolicy } from "@remora/cluster";
import { endpointKey, formatEndpoint } from "@remora/cluster";

/** Where a setting may come from; the order of strength is `settingsPrecedence` in `sources.ts`. */
export type SettingOriginKind =
  | "context"
  | "code"
  | "connection-string"
  | "environment"
  | "command-line"
  | "properties"
  | "target-server-option"
  | "file"
  | "default";

/** The place that gave a value. */
export interface SettingOrigin {
  readonly kind: SettingOriginKind;
  /** What a person looks for: `sun-acc.xml:7`, `REMORA_ENDPOINTS`, `-Dcom.sun.appserv.iiop.endpoints`. */
  readonly detail: string;
}

/** A value together with the place that gave it. */
export interface Setting<T> {
  readonly value: T;
  readonly origin: SettingOrigin;
}

/** Names of `java.util.logging` levels as `log-service` accepts them, the most talkative first. */
export type LogLevel =
  | "FINEST"
  | "FINER"
  | "FINE"
  | "CONFIG"
  | "INFO"
  | "WARNING"
  | "SEVERE"
  | "ALERT"
  | "FATAL";

/** The `ssl` element of a `target-server`. Read and kept; TLS is not supported yet. */
export interface TargetServerSsl {
  readonly certNickname?: string;
  readonly ssl2Enabled: boolean;
  readonly ssl2Ciphers?: string;
  readonly ssl3Enabled: boolean;
  readonly ssl3TlsCiphers?: string;
  readonly tlsEnabled: boolean;
  readonly tlsRollbackEnabled: boolean;
}

/** The `cert-db` element of a `target-server`. Its password is a secret: `describeSettings` never shows it. */
export interface TargetServerCertDb {
  readonly path: string;
  readonly password: string;
}

/** One `target-server` element. */
export interface TargetServer {
  /** The instance's name; only a label, it need not be a name the server knows. */
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly description?: string;
  readonly ssl?: TargetServerSsl;
  readonly certDb?: TargetServerCertDb;
  readonly origin: SettingOrigin;
}

/** A name and its text, kept as it stood, for settings that nobody here understands. */
export interface Property {
  readonly name: string;
  readonly value: string;
  readonly origin: SettingOrigin;
}

/** Something that was accepted and deserves a word. `code` is stable, the message is for people. */
export interface SettingWarning {
  readonly code:
    | "policy-misspelt"
    | "property-unknown"
    | "property-ignored"
    | "property-repeated"
    | "element-ignored"
    | "endpoints-unused"
    | "target-repeated"
    | "no-target"
    | "variable-unknown"
    | "option-ignored";
  readonly message: string;
  readonly origin: SettingOrigin;
}

/** Every value that can be set outside of code, by its name. */
export interface SettingValues {
  /** Bootstrap endpoints in the order given. GlassFish: `com.sun.appserv.iiop.endpoints`, `target-server`. */
  readonly endpoints: readonly Endpoint[];
  /** GlassFish: `com.sun.appserv.iiop.loadbalancingpolicy`. */
  readonly loadBalancingPolicy: LoadBalancingPolicy;
  /** Ask the cluster for its members. `false` only under `strictGlassFish` with a single target, as Java does. */
  readonly discovery: boolean;
  /** Milliseconds for one call. GlassFish: `com.sun.corba.ee.transport.ORBWaitForResponseTimeout`. */
  readonly timeoutMs: number;
  /** Milliseconds for all connects of a call. GlassFish: the second part of `…transport.ORBTCPConnectTimeouts`. */
  readonly connectBudgetMs: number;
  /** Object key of a `corbaloc:` string, with its escapes resolved to octets. */
  readonly objectKey: Uint8Array;
  /** Name that a `corbaname:` or `iiop:` string carries after its addresses. */
  readonly initialName: string;
  /** Topics of readable debug lines. Ours: `REMORA_DEBUG`. */
  readonly debug: readonly string[];
  /** GlassFish: `log-service` `level`. */
  readonly logLevel: LogLevel;
  /** GlassFish: `log-service` `file`. */
  readonly logFile: string;
  /** GlassFish: `client-credential` `user-name`, `-user`. */
  readonly user: string;
  /** GlassFish: `client-credential` `password`, `-passwordfile`. Never shown. */
  readonly password: string;
  /** GlassFish: `client-credential` `realm`, else `auth-realm` `name`. */
  readonly realm: string;
  /** GlassFish: `client-container` `send-password`. */
  readonly sendPassword: boolean;
  /** All endpoints must be TLS. GlassFish: property `ssl`, `com.sun.CSIV2.ssl.client.required`. */
  readonly sslRequired: boolean;
  /** The client container file that was read. */
  readonly file: string;
}

/** The name of a value in `SettingValues`. */
export type SettingName = keyof SettingValues;

/** What one source says; everything may be missing. */
export interface PartialSettings
  extends Readonly<{ [Name in SettingName]?: Setting<SettingValues[Name]> | undefined }> {
  readonly targets: readonly TargetServer[];
  readonly properties: readonly Property[];
  readonly warnings: readonly SettingWarning[];
}

/** A value that a stronger source replaced. */
export interface OverriddenSetting {
  readonly name: SettingName;
  /** As it may be shown. */
  readonly value: string;
  readonly origin: SettingOrigin;
}

/** All sources together. */
export interface Settings extends PartialSettings {
  readonly overridden: readonly OverriddenSetting[];
}

/** One line of `orb.describeConfiguration()`. */
export interface SettingDescription {
  readonly name: string;
  /** As it may be shown: passwords never are. */
  readonly value: string;
  /** For instance `sun-acc.xml:7 (file)`. */
  readonly origin: string;
  /** Weaker values that this one replaced, for instance `app1:3700 from sun-acc.xml:3 (file)`. */
  readonly replaces?: readonly string[];
}

/** A source that says nothing. */
export const noSettings: PartialSettings = Object.freeze({
  targets: [],
  properties: [],
  warnings: [],
});

/** In the order in which `describeSettings` lists them. */
const settingNames: readonly SettingName[] = [
  "file",
  "endpoints",
  "loadBalancingPolicy",
  "discovery",
  "timeoutMs",
  "connectBudgetMs",
  "objectKey",
  "initialName",
  "debug",
  "logLevel",
  "logFile",
  "user",
  "password",
  "realm",
  "sendPassword",
  "sslRequired",
];

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
      else overridden.push({ name, value: shown(name, setting.value), origin: setting.origin });
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
      value: shown(name, setting.value),
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

function shown(name: SettingName, value: unknown): string {
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
