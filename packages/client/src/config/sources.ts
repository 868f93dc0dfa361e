import { ConfigurationError } from "../errors.ts";
import { noSettings, type PartialSettings, type SettingOrigin } from "./setting.ts";

/** One slot per kind of source; each is filled by the reader of that source. */
export interface SettingsSources {
  /** `createInitialContext({ … })`. */
  readonly context?: PartialSettings | undefined;
  /** `new Orb({ … })`. */
  readonly code?: PartialSettings | undefined;
  /** `corbaloc:…`, `iiop://…`, `host:port,…`. */
  readonly connectionString?: PartialSettings | undefined;
  /** `REMORA_ENDPOINTS` and its kin. */
  readonly environment?: PartialSettings | undefined;
  /** `-Dname=value` of the runner. */
  readonly commandLine?: PartialSettings | undefined;
  /** `-Dname=value` inside the environment variable `VMARGS`. */
  readonly vmArguments?: PartialSettings | undefined;
  /** A Java-style properties file or table. */
  readonly properties?: PartialSettings | undefined;
  /** `-targetserver`. */
  readonly targetServerOption?: PartialSettings | undefined;
  /** `sun-acc.xml` or `glassfish-acc.xml`. */
  readonly file?: PartialSettings | undefined;
}

/** The order of strength, strongest first; after all of them comes `localhost:3700`. */
export const settingsPrecedence: readonly (keyof SettingsSources)[] = [
  "context",
  "code",
  "connectionString",
  "environment",
  "commandLine",
  "vmArguments",
  "properties",
  "targetServerOption",
  "file",
];

/** The layers for `mergeSettings`, strongest first. */
export function settingsInPrecedence(sources: SettingsSources): readonly PartialSettings[] {
  return settingsPrecedence.map((name) => sources[name] ?? noSettings);
}

const defaultOrigin: SettingOrigin = {
  kind: "default",
  detail: "localhost:3700, because nothing was configured",
};

/**
 * Adds the endpoint `localhost:3700` when no source named one.
 *
 * A client that was given a file must not end up at its own machine: a file without any endpoint,
 * and nobody else naming one, is an error.
 *
 * @throws ConfigurationError when a file was read and no source names an endpoint.
 */
export function withDefaultEndpoint<S extends PartialSettings>(settings: S): S {
  if (settings.endpoints !== undefined) return settings;
  if (settings.file !== undefined) {
    throw new ConfigurationError(
      `${settings.file.value} has no target-server and nothing else names an endpoint; ` +
        'add <target-server name="…" address="…" port="3700"/>, or set REMORA_ENDPOINTS=host:port',
    );
  }
  const endpoint = { host: "localhost", port: 3700, security: "clear" } as const;
  return { ...settings, endpoints: { value: [endpoint], origin: defaultOrigin } };
}

/**
 * What the settings demand and Remora cannot do yet, in words, or `undefined`. The caller refuses to
 * start with it: a file that says TLS must never lead to clear text.
 */
export function unsupportedDemand(settings: PartialSettings): string | undefined {
  const tls = settings.endpoints?.value.find((endpoint) => endpoint.security === "tls");
  if (tls === undefined && settings.sslRequired?.value !== true) return undefined;
  const target = settings.targets.find((server) => server.ssl !== undefined);
  const origin =
    settings.sslRequired?.value === true ? settings.sslRequired.origin : target?.origin;
  const place = (origin ?? settings.endpoints?.origin)?.detail ?? "the configuration";
  return `TLS is not supported yet, and ${place} demands it; nothing is sent in clear text instead`;
}

/**
 * The words for credentials that were configured and are not sent yet, or `undefined`. A bean that demands
 * them answers with an error of its own; this tells the reason before that.
 */
export function unusedCredentials(settings: PartialSettings): string | undefined {
  const given = settings.user ?? settings.password;
  if (given === undefined || settings.sendPassword?.value === false) return undefined;
  return `user and password (${given.origin.detail}) are not sent: credentials are not supported yet`;
}
