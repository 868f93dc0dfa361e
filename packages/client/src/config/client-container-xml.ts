import { type Endpoint, endpointKey, parseEndpoint } from "@remora/cluster";
import { ConfigurationError } from "../errors.ts";
import { requireClientContainer } from "./client-container-dtd.ts";
import { glassFishProperties } from "./glassfish-properties.ts";
import { settingsFromProperties } from "./properties.ts";
import type {
  LogLevel,
  PartialSettings,
  Property,
  Setting,
  SettingOrigin,
  SettingValues,
  SettingWarning,
  TargetServer,
  TargetServerCertDb,
  TargetServerSsl,
} from "./setting.ts";
import { formatPosition } from "./text-position.ts";
import { replaceTokens, type TokenSources } from "./tokens.ts";
import {
  loadXmlLibrary,
  parseXml,
  type RefuseXml,
  refusalsFor,
  type XmlElement,
  type XmlLibrary,
} from "./xml-document.ts";
import { decodeXml } from "./xml-encoding.ts";

/** How a client container file is read. */
export interface ClientContainerOptions extends TokenSources {
  /** Name for messages and origins. Default: `sun-acc.xml`. */
  readonly file?: string | undefined;
  /** Larger files are refused before they are parsed. Default: 1,048,576 bytes. */
  readonly maxConfigBytes?: number | undefined;
  /**
   * Read the file exactly as the Java client does: properties and credentials have no effect, TLS on any
   * target is TLS on all, and a single target is called without discovery. Default: `false`.
   */
  readonly strictGlassFish?: boolean | undefined;
}

/** The default of `maxConfigBytes`. */
export const defaultMaxConfigBytes: number = 1024 * 1024;

/**
 * Reads `sun-acc.xml` or `glassfish-acc.xml`: every element and attribute of the 1.2 and 1.3 DTDs.
 * Nothing is fetched, and entities cannot be declared. The policy and endpoints properties count (the
 * Java runner ignores them); an endpoints property replaces the `target-server` elements as bootstrap.
 *
 * A promise, since what reads XML is loaded when it is first needed.
 *
 * @throws ConfigurationError with `file:line:column`, the value and the accepted form.
 */
export async function settingsFromClientContainerXml(
  content: string | Uint8Array,
  options: ClientContainerOptions = {},
): Promise<PartialSettings> {
  return clientContainerSettings(content, options, await loadXmlLibrary());
}

/** The same with the library at hand. */
export function clientContainerSettings(
  content: string | Uint8Array,
  options: ClientContainerOptions,
  library: XmlLibrary,
): PartialSettings {
  const file = options.file ?? "sun-acc.xml";
  requireSize(content, options.maxConfigBytes ?? defaultMaxConfigBytes, file);
  const text = typeof content === "string" ? content : decodeXml(content, file);
  const refuse = refusalsFor(file);
  const root = withTokens(parseXml(text, file, library), options, refuse);
  requireClientContainer(root, refuse);
  return new ContainerReader(root, file, refuse, options.strictGlassFish === true).settings();
}

/** Before parsing: a huge file must not cost memory for a tree first. */
function requireSize(content: string | Uint8Array, limit: number, file: string): void {
  // A text has at most three octets of UTF-8 in each unit: most need not be measured.
  const octets =
    typeof content !== "string" || content.length > limit
      ? content.length
      : content.length * 3 <= limit
        ? content.length
        : new TextEncoder().encode(content).length;
  if (octets > limit) {
    throw new ConfigurationError(
      `${file}: ${octets} bytes are more than maxConfigBytes (${limit}); the file was not parsed`,
    );
  }
}

/** Message security concerns web services and is ignored whole: its tokens name places on a server. */
function withTokens(element: XmlElement, sources: TokenSources, refuse: RefuseXml): XmlElement {
  if (element.name === "message-security-config") return element;
  const replace = (text: string, position: XmlElement["position"]): string => {
    const replaced = text.includes("${")
      ? replaceTokens(text, sources)
      : { ok: true as const, text };
    return replaced.ok ? replaced.text : refuse(position, replaced.problem);
  };
  return {
    ...element,
    attributes: element.attributes.map((attribute) => ({
      ...attribute,
      value: replace(attribute.value, attribute.position),
    })),
    text: replace(element.text, element.position),
    children: element.children.map((child) => withTokens(child, sources, refuse)),
  };
}

/** Settings while they are collected. */
type Draft = { -readonly [Name in keyof SettingValues]?: Setting<SettingValues[Name]> };

/** Walks a document that has passed the check against the DTD. */
class ContainerReader {
  readonly #root: XmlElement;
  readonly #file: string;
  readonly #refuse: RefuseXml;
  readonly #strict: boolean;
  readonly #warnings: SettingWarning[] = [];
  readonly #draft: Draft = {};

  constructor(root: XmlElement, file: string, refuse: RefuseXml, strict: boolean) {
    this.#root = root;
    this.#file = file;
    this.#refuse = refuse;
    this.#strict = strict;
  }

  /** All of the document, in the order in which warnings should be read. */
  settings(): PartialSettings {
    const draft = this.#draft;
    draft.file = this.#setting(this.#file, this.#root);
    const sendPassword = attribute(this.#root, "send-password");
    if (sendPassword !== undefined) {
      draft.sendPassword = this.#setting(isOn(sendPassword), this.#root, "send-password");
    }
    const targets = childrenOf(this.#root, "target-server").map((element) => this.#target(element));
    this.#endpoints(targets);
    this.#credentials();
    this.#log();
    this.#ignored();
    const fromProperties = this.#properties();
    if (this.#strict) this.#strictDifferences(targets);
    // A property of the container is an explicit choice; `target-server` elements must be there anyway.
    if (fromProperties.endpoints !== undefined && draft.endpoints !== undefined) {
      const message =
        "the target-server elements are not used, because the endpoints property is set";
      this.#warn("endpoints-unused", message, draft.endpoints.origin);
    }
    return {
      ...draft,
      ...fromProperties,
      targets,
      warnings: [...this.#warnings, ...fromProperties.warnings],
    };
  }

  /** The name is a label; GlassFish never looks at it either. */
  #target(element: XmlElement): TargetServer {
    const endpoint = this.#endpointOf(element);
    const description = childrenOf(element, "description")[0]?.text;
    const security = childrenOf(element, "security")[0];
    return {
      name: (attribute(element, "name") ?? "").trim(),
      address: endpoint.host,
      port: endpoint.port,
      ...(description === undefined ? {} : { description }),
      ...(security === undefined ? {} : this.#security(security)),
      origin: this.#origin(element),
    };
  }

  /** The DTD takes any text; both attributes are checked here, at their own columns. */
  #endpointOf(element: XmlElement): Endpoint {
    const address = (attribute(element, "address") ?? "").trim();
    const portText = attribute(element, "port") ?? "";
    const port = Number(portText);
    if (!/^\s*\d{1,10}\s*$/.test(portText) || port < 1 || port > 65535) {
      const problem = `port="${portText}" is not a whole number from 1 to 65535`;
      this.#refuse(positionOf(element, "port"), problem);
    }
    const refuse = (problem: string): never =>
      this.#refuse(positionOf(element, "address"), `address="${address}": ${problem}`);
    if (address.includes(",")) refuse("one address only; write a target-server for each");
    // The attribute holds an address alone: an IPv6 literal needs no brackets here, but may have them.
    const bare = /^\[.*\]$/.test(address) ? address.slice(1, -1) : address;
    const colons = bare.split(":").length - 1;
    if (colons === 1) refuse("the port belongs in the attribute port");
    const host = colons > 1 ? `[${bare}]` : bare;
    const parsed = parseEndpoint(`${host}:${port}`, { defaultPort: 3700 });
    if (!parsed.ok)
      return refuse(`${parsed.problem}; accepted: a host name, an IPv4 or an IPv6 address`);
    return parsed.endpoint;
  }

  /** Kept whole, so that TLS needs no other file later; until then it makes the Orb refuse to start. */
  #security(element: XmlElement): { ssl: TargetServerSsl; certDb?: TargetServerCertDb } {
    const ssl = childrenOf(element, "ssl")[0];
    if (ssl === undefined) {
      return this.#refuse(element.position, "<security> lacks its <ssl/> element");
    }
    const certDb = childrenOf(element, "cert-db")[0];
    const optional = (name: string): string | undefined => attribute(ssl, name);
    const certNickname = optional("cert-nickname");
    const ssl2Ciphers = optional("ssl2-ciphers");
    const ssl3TlsCiphers = optional("ssl3-tls-ciphers");
    return {
      ssl: {
        ...(certNickname === undefined ? {} : { certNickname }),
        // The defaults are the DTD's.
        ssl2Enabled: isOn(optional("ssl2-enabled") ?? "false"),
        ...(ssl2Ciphers === undefined ? {} : { ssl2Ciphers }),
        ssl3Enabled: isOn(optional("ssl3-enabled") ?? "true"),
        ...(ssl3TlsCiphers === undefined ? {} : { ssl3TlsCiphers }),
        tlsEnabled: isOn(optional("tls-enabled") ?? "true"),
        tlsRollbackEnabled: isOn(optional("tls-rollback-enabled") ?? "true"),
      },
      ...(certDb === undefined
        ? {}
        : {
            certDb: {
              path: attribute(certDb, "path") ?? "",
              password: attribute(certDb, "password") ?? "",
            },
          }),
    };
  }

  /** Bootstrap endpoints are the targets in their order; a repeated address counts once. */
  #endpoints(targets: readonly TargetServer[]): void {
    const first = targets[0];
    if (first === undefined) {
      const message = "no target-server element; the file names no server";
      this.#warn("no-target", message, this.#origin(this.#root));
      return;
    }
    const endpoints = new Map<string, Endpoint>();
    for (const { address: host, port, name, ssl, origin } of targets) {
      const key = endpointKey({ host, port, security: "clear" });
      if (endpoints.has(key)) {
        const message = `target-server "${name}" repeats ${host} port ${port}; it counts once`;
        this.#warn("target-repeated", message, origin);
      } else {
        endpoints.set(key, { host, port, security: ssl === undefined ? "clear" : "tls" });
      }
    }
    const lines = targets.map((target) => target.origin.detail.slice(this.#file.length + 1));
    const detail = `${this.#file}:${[...new Set(lines)].join(",")}`;
    this.#draft.endpoints = { value: [...endpoints.values()], origin: { kind: "file", detail } };
  }

  /** The realm of the credential wins over the one of `auth-realm`. */
  #credentials(): void {
    const realm = childrenOf(this.#root, "auth-realm")[0];
    const realmName = realm && attribute(realm, "name");
    if (realm && realmName !== undefined)
      this.#draft.realm = this.#setting(realmName, realm, "name");
    const credential = childrenOf(this.#root, "client-credential")[0];
    if (credential === undefined || this.#strict) return;
    const user = attribute(credential, "user-name") ?? "";
    const password = attribute(credential, "password") ?? "";
    const ownRealm = attribute(credential, "realm");
    this.#draft.user = this.#setting(user, credential, "user-name");
    this.#draft.password = this.#setting(password, credential, "password");
    if (ownRealm !== undefined) this.#draft.realm = this.#setting(ownRealm, credential, "realm");
  }

  /** Shown, never acted on: a library does not write log files. */
  #log(): void {
    const log = childrenOf(this.#root, "log-service")[0];
    if (log === undefined) return;
    const level = (attribute(log, "level") ?? "SEVERE") as LogLevel;
    this.#draft.logLevel = this.#setting(level, log, "level");
    const file = attribute(log, "file") ?? "";
    if (file !== "") this.#draft.logFile = this.#setting(file, log, "file");
  }

  /** What is accepted without effect is said, once per element. */
  #ignored(): void {
    for (const element of childrenOf(this.#root, "message-security-config")) {
      const message = "message-security-config is ignored: it is for web services, not for IIOP";
      this.#warn("element-ignored", message, this.#origin(element));
    }
    if (!this.#strict) return;
    for (const element of childrenOf(this.#root, "client-credential")) {
      const message = "client-credential has no effect in the Java client (strictGlassFish)";
      this.#warn("element-ignored", message, this.#origin(element));
    }
  }

  /** `property` elements mean the same as `-D`, with file and line as their origin. */
  #properties(): PartialSettings {
    const properties: Property[] = [];
    for (const element of childrenOf(this.#root, "property")) {
      const name = attribute(element, "name") ?? "";
      const value = attribute(element, "value") ?? "";
      const origin = this.#origin(element, "value");
      if (name === "ssl") this.#sslProperty(element, value);
      else if (this.#strict) this.#strictProperty({ name, value, origin });
      else {
        const place = formatPosition(this.#file, positionOf(element, "value"));
        properties.push({ name, value, origin, place });
      }
    }
    return settingsFromProperties(properties);
  }

  /** The only property that the Java container itself reads. */
  #sslProperty(element: XmlElement, value: string): void {
    const word = value.trim().toLowerCase();
    if (!["required", "optional", "true", "false"].includes(word)) {
      const problem = `property ssl has the value "${value}"; accepted: required, true, optional, false`;
      this.#refuse(positionOf(element, "value"), problem);
    }
    const required = word === "required" || word === "true";
    this.#draft.sslRequired = this.#setting(required, element, "value");
  }

  /** Java passes none of them on; the two that people expect to work get a word. */
  #strictProperty(property: Property): void {
    const known = [glassFishProperties.policy, glassFishProperties.endpoints] as readonly string[];
    if (!known.includes(property.name)) return;
    const message = `property ${property.name} has no effect in the Java client (strictGlassFish)`;
    this.#warn("property-ignored", message, property.origin);
  }

  /** Quirks of the Java container that change where calls go. */
  #strictDifferences(targets: readonly TargetServer[]): void {
    const secured = targets.find((target) => target.ssl !== undefined);
    if (secured !== undefined) this.#draft.sslRequired = { value: true, origin: secured.origin };
    // With one target Java sets only the initial host and port: no endpoint list, hence no discovery.
    const [single, second] = targets;
    if (single === undefined || second !== undefined) return;
    this.#draft.discovery = { value: false, origin: single.origin };
  }

  #setting<T>(value: T, element: XmlElement, attributeName?: string): Setting<T> {
    return { value, origin: this.#origin(element, attributeName) };
  }

  #origin(element: XmlElement, attributeName?: string): SettingOrigin {
    const { line } = positionOf(element, attributeName);
    return { kind: "file", detail: `${this.#file}:${line}` };
  }

  #warn(code: SettingWarning["code"], message: string, origin: SettingOrigin): void {
    this.#warnings.push({ code, message, origin });
  }
}

function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

function attribute(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((candidate) => candidate.name === name)?.value;
}

/** A missing attribute is reported at its element. */
function positionOf(element: XmlElement, attributeName?: string): XmlElement["position"] {
  const found = element.attributes.find((candidate) => candidate.name === attributeName);
  return found?.position ?? element.position;
}

/** The DTD's words for true. */
function isOn(word: string): boolean {
  return ["yes", "on", "1", "true"].includes(word);
}
