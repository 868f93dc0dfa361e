import type { Endpoint, LoadBalancingPolicy } from "@remora/cluster";

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
  /** Which kind of source. */
  readonly kind: SettingOriginKind;
  /** What a person looks for: `sun-acc.xml:7`, `REMORA_ENDPOINTS`, `-Dcom.sun.appserv.iiop.endpoints`. */
  readonly detail: string;
}

/** A value together with the place that gave it. */
export interface Setting<T> {
  /** As it is used: checked and parsed. */
  readonly value: T;
  /** Who said it; `describeConfiguration` shows it. */
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
  /** `cert-nickname`: which certificate the client shows. */
  readonly certNickname?: string;
  /** `ssl2-enabled`. Default of the DTD: false. */
  readonly ssl2Enabled: boolean;
  /** `ssl2-ciphers`, as written. */
  readonly ssl2Ciphers?: string;
  /** `ssl3-enabled`. Default of the DTD: true. */
  readonly ssl3Enabled: boolean;
  /** `ssl3-tls-ciphers`, as written. */
  readonly ssl3TlsCiphers?: string;
  /** `tls-enabled`. Default of the DTD: true. */
  readonly tlsEnabled: boolean;
  /** `tls-rollback-enabled`. Default of the DTD: true. */
  readonly tlsRollbackEnabled: boolean;
}

/** The `cert-db` element of a `target-server`. Its password is a secret: `describeSettings` never shows it. */
export interface TargetServerCertDb {
  /** Folder of the certificates. */
  readonly path: string;
  /** A secret; kept, never shown, not used yet. */
  readonly password: string;
}

/** One `target-server` element. */
export interface TargetServer {
  /** The instance's name; only a label, it need not be a name the server knows. */
  readonly name: string;
  /** Host name or numeric address, IPv6 without brackets. */
  readonly address: string;
  /** 1 to 65535; the DTD demands it. */
  readonly port: number;
  /** Text of the `description` element. */
  readonly description?: string;
  /** Present: this target demands TLS, which is refused for now. */
  readonly ssl?: TargetServerSsl;
  /** Where the file keeps its certificates. */
  readonly certDb?: TargetServerCertDb;
  /** File and line. */
  readonly origin: SettingOrigin;
}

/** A name and its text, kept as it stood, for settings that nobody here understands. */
export interface Property {
  /** As written, case included. */
  readonly name: string;
  /** As written, white space included. */
  readonly value: string;
  /** Which source, and where in it. */
  readonly origin: SettingOrigin;
  /** Where the value stands to the column, for errors; an origin names only the line. */
  readonly place?: string;
}

/** Something that was accepted and deserves a word. `code` is stable, the message is for people. */
export interface SettingWarning {
  /** Listed in docs/errors.md. */
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
  /** A clause for people; it names the value. */
  readonly message: string;
  /** The place that a person has to look at. */
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
  /** GlassFish: `client-container` `send-password`; a file that does not say means `true`. */
  readonly sendPassword: boolean;
  /** All endpoints must be TLS. GlassFish: property `ssl`, `com.sun.CSIV2.ssl.client.required`. */
  readonly sslRequired: boolean;
  /** The client container file that was read. */
  readonly file: string;
}

/** The name of a value in `SettingValues`. */
export type SettingName = keyof SettingValues;

/**
 * What one source says; everything may be missing. Each value is one of `SettingValues` with its origin.
 *
 * @property connectBudgetMs - all connects of a call together, milliseconds
 * @property debug - topics of debug lines
 * @property discovery - whether the cluster is asked for its members
 * @property endpoints - bootstrap endpoints in order
 * @property file - the client container file that was read
 * @property initialName - the name that a connection string carries
 * @property loadBalancingPolicy - how new contexts get their members
 * @property logFile - `file` of `log-service`; shown only
 * @property logLevel - `level` of `log-service`; shown only
 * @property objectKey - the key of a `corbaloc:`
 * @property password - a secret, never shown; not sent yet
 * @property realm - the realm of the credentials
 * @property sendPassword - whether the file lets the password be sent
 * @property sslRequired - all endpoints must be TLS
 * @property timeoutMs - deadline of a call, milliseconds
 * @property user - the user name; not sent yet
 */
export interface PartialSettings
  extends Readonly<{ [Name in SettingName]?: Setting<SettingValues[Name]> | undefined }> {
  /** Every `target-server`, those included that a stronger source replaced: their names are labels. */
  readonly targets: readonly TargetServer[];
  /** Properties that are no settings here: the client may have its own. */
  readonly properties: readonly Property[];
  /** What deserves a word, in reading order. */
  readonly warnings: readonly SettingWarning[];
}

/** A value that a stronger source replaced. */
export interface OverriddenSetting {
  /** Which value lost. */
  readonly name: SettingName;
  /** As it may be shown. */
  readonly value: string;
  /** The weaker source. */
  readonly origin: SettingOrigin;
}

/**
 * All sources together: of each value the strongest, and those that it replaced.
 *
 * @property connectBudgetMs - all connects of a call together, milliseconds
 * @property debug - topics of debug lines
 * @property discovery - whether the cluster is asked for its members
 * @property endpoints - bootstrap endpoints in order
 * @property file - the client container file that was read
 * @property initialName - the name that a connection string carries
 * @property loadBalancingPolicy - how new contexts get their members
 * @property logFile - `file` of `log-service`; shown only
 * @property logLevel - `level` of `log-service`; shown only
 * @property objectKey - the key of a `corbaloc:`
 * @property password - a secret, never shown; not sent yet
 * @property realm - the realm of the credentials
 * @property sendPassword - whether the file lets the password be sent
 * @property sslRequired - all endpoints must be TLS
 * @property timeoutMs - deadline of a call, milliseconds
 * @property user - the user name; not sent yet
 */
export interface Settings extends PartialSettings {
  /** What weaker sources said in vain, for `describeConfiguration`. */
  readonly overridden: readonly OverriddenSetting[];
}

/** One line of `orb.describeConfiguration()`. */
export interface SettingDescription {
  /** Name of the option, of the target or of the property. */
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
export const settingNames: readonly SettingName[] = [
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
