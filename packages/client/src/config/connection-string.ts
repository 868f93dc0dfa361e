import type { Endpoint } from "@remora/cluster";
import { glassFishDefaults, parseCorbaloc, parseCorbaname } from "@remora/protocol/internal";
import { ConfigurationError } from "../errors.ts";
import { parseEndpoints } from "./endpoint-list.ts";
import { noSettings, type PartialSettings, type SettingOrigin } from "./setting.ts";
import { suggest } from "./suggest.ts";

/** What a connection string says, or what is wrong with it. */
export type ParsedConnectionString =
  | {
      readonly ok: true;
      readonly endpoints: readonly Endpoint[];
      /** Only `corbaloc:` names an object by its key. */
      readonly objectKey?: Uint8Array;
      /** What `corbaname:` has after `#`, and `iiop:` after its addresses. */
      readonly name?: string;
    }
  | { readonly ok: false; readonly problem: string };

/** The accepted forms, as errors show them. */
export const connectionStringForms: string =
  '"host:port,[v6]:port", "iiop://host:port/name", "corbaloc:iiop:1.2@host:port/key" or ' +
  '"corbaname:iiop:1.2@host:port#name"';

const schemes = ["iiop", "iiops", "iiopname", "corbaloc", "corbaname"];

/**
 * Reads a connection string. Left-out ports are 3700 and left-out GIOP versions 1.2 in every form: these
 * strings name GlassFish servers, and the standards' own defaults (2809, 900, GIOP 1.0) reach none of them.
 */
export function parseConnectionString(text: string): ParsedConnectionString {
  const trimmed = text.trim();
  if (trimmed === "") return refused(trimmed, "is empty");
  // More hexadecimal digits than a port can have: nobody's host is called IOR.
  if (/^IOR:[0-9a-f]{6}/i.test(trimmed)) {
    return refused(trimmed, "is an object reference; give it to orb.stringToObject");
  }
  // A host name has no ":" before "//", and "host:3700" has digits after its colon.
  const scheme = /^([A-Za-z][\w.+-]*):(?=\D|$)/.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === undefined) return fromList(trimmed);
  switch (scheme) {
    case "corbaloc":
    case "corbaname":
      return fromCorbaUrl(trimmed, scheme);
    case "iiop":
    case "iiopname":
      return fromIiopUrl(trimmed, scheme);
    case "iiops":
      return refused(trimmed, "asks for TLS, which is not supported yet");
    default:
      return trimmed.includes("//") || trimmed.includes("@")
        ? unknownScheme(trimmed, scheme)
        : fromList(trimmed);
  }
}

/** The text is shown, shortened: it may be a pasted reference of thousands of digits. */
function refused(text: string, problem: string): ParsedConnectionString {
  const shown = text.length > 120 ? `${text.slice(0, 117)}…` : text;
  return { ok: false, problem: `connection string "${shown}" ${problem}` };
}

function unknownScheme(text: string, scheme: string): ParsedConnectionString {
  const near = suggest(scheme, schemes);
  const hint = near === undefined ? "" : ` (did you mean "${near}:"?)`;
  return refused(
    text,
    `has the unknown scheme "${scheme}:"${hint}; accepted: ${connectionStringForms}`,
  );
}

/** Everything without a scheme; the forms are listed, since a scheme may be what was meant. */
function fromList(text: string): ParsedConnectionString {
  const parsed = parseEndpoints(text);
  if (parsed.ok) return parsed;
  return { ok: false, problem: `${parsed.problem}; accepted: ${connectionStringForms}` };
}

/** The syntax is the standard's; only what it leaves out is GlassFish's. */
function fromCorbaUrl(text: string, scheme: "corbaloc" | "corbaname"): ParsedConnectionString {
  let parsed: ReturnType<typeof parseCorbaloc> & { readonly name?: string };
  try {
    parsed =
      scheme === "corbaloc"
        ? parseCorbaloc(text, glassFishDefaults)
        : parseCorbaname(text, glassFishDefaults);
  } catch (error) {
    // The protocol's message already names the text, the place and the accepted form.
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const endpoints: Endpoint[] = [];
  for (const address of parsed.addresses) {
    if (address.protocol !== "iiop") {
      return refused(
        text,
        'names an initial reference ("rir:") and no server; give a host and a port',
      );
    }
    endpoints.push({ host: address.host, port: address.port, security: "clear" });
  }
  if (scheme === "corbaloc") return { ok: true, endpoints, objectKey: parsed.objectKey };
  const name = text.includes("#") ? text.slice(text.indexOf("#") + 1) : "";
  return { ok: true, endpoints, ...decodedName(name) };
}

/** JNDI's form `iiop://host:port,host:port/name`, also with `iiop://` repeated before every address. */
function fromIiopUrl(text: string, scheme: string): ParsedConnectionString {
  const rest = text.slice(scheme.length + 1).replace(/^\/\//, "");
  const list = rest.replace(new RegExp(`,\\s*${scheme}:(?://)?`, "gi"), ",");
  const slash = list.indexOf("/");
  const addresses = slash < 0 ? list : list.slice(0, slash);
  if (addresses.trim() === "") return refused(text, "names no host");
  const parsed = parseEndpoints(addresses);
  if (!parsed.ok) return { ok: false, problem: `${parsed.problem} (in "${text}")` };
  return { ...parsed, ...decodedName(slash < 0 ? "" : list.slice(slash + 1)) };
}

/** Names in URLs may be escaped, and mostly are not. */
function decodedName(escaped: string): { readonly name?: string } {
  if (escaped === "") return {};
  try {
    return { name: decodeURIComponent(escaped) };
  } catch {
    // A lone "%" is legal in a name that was never meant as a URL.
    return { name: escaped };
  }
}

/**
 * A connection string as a source of settings.
 *
 * @throws ConfigurationError naming the string and the accepted forms.
 */
export function settingsFromConnectionString(
  text: string,
  origin: SettingOrigin = { kind: "connection-string", detail: text },
): PartialSettings {
  const parsed = parseConnectionString(text);
  if (!parsed.ok) throw new ConfigurationError(parsed.problem);
  const { endpoints, objectKey, name } = parsed;
  return {
    ...noSettings,
    endpoints: { value: endpoints, origin },
    ...(objectKey === undefined ? {} : { objectKey: { value: objectKey, origin } }),
    ...(name === undefined ? {} : { initialName: { value: name, origin } }),
  };
}

/**
 * The runner's `-targetserver host[:port][,host[:port]…]` as a source of settings; it replaces the
 * file's `target-server` elements.
 *
 * @throws ConfigurationError naming the wrong entry.
 */
export function settingsFromTargetServers(list: string): PartialSettings {
  const parsed = parseEndpoints(list);
  if (!parsed.ok) throw new ConfigurationError(`-targetserver: ${parsed.problem}`);
  const origin = { kind: "target-server-option", detail: "-targetserver" } as const;
  return { ...noSettings, endpoints: { value: parsed.endpoints, origin } };
}
