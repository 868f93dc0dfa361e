import { canonicalIpv6, parseIpv4, parseIpv6, splitZone } from "./internet-address.ts";

/** How the octets of an endpoint travel: in the clear, or inside TLS. */
export type EndpointSecurity = "clear" | "tls";

/** One IIOP listener: where it is and how it is spoken to. */
export interface Endpoint {
  /** Host name, IPv4 literal or IPv6 literal without brackets, with its zone if it has one. */
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
  /** Whether the connection is wrapped in TLS. */
  readonly security: EndpointSecurity;
}

/** What an endpoint text leaves open. */
export interface EndpointDefaults {
  /** Port of a text without one. Default 3700, GlassFish's clear IIOP listener. */
  readonly defaultPort?: number;
  /** Security of the endpoint; the text cannot say. Default `clear`. */
  readonly defaultSecurity?: EndpointSecurity;
}

/** Why a text is no endpoint. */
export interface EndpointProblem {
  /** It is none. */
  readonly ok: false;
  /** The text as given, white space trimmed. */
  readonly value: string;
  /** What is wrong, as a lower-case clause without a full stop. */
  readonly problem: string;
  /** What to write instead, as a lower-case clause. */
  readonly hint: string;
}

/** What {@link parseEndpoint} answers for a good text. */
export interface EndpointFound {
  /** It is one. */
  readonly ok: true;
  /** The endpoint, host as written. */
  readonly endpoint: Endpoint;
}

/** What {@link parseEndpoint} answers. */
export type EndpointResult = EndpointFound | EndpointProblem;

/** What {@link parseEndpointList} answers for a good list. */
export interface EndpointListFound {
  /** All elements are endpoints. */
  readonly ok: true;
  /** At least one, in the order written. */
  readonly endpoints: readonly Endpoint[];
}

/** Why a text is no list of endpoints. */
export interface EndpointListProblem extends EndpointProblem {
  /** Which element is wrong, counted from 0. */
  readonly index: number;
}

/** What {@link parseEndpointList} answers. */
export type EndpointListResult = EndpointListFound | EndpointListProblem;

/** GlassFish's port for IIOP in the clear. */
export const DEFAULT_IIOP_PORT = 3700;

function problem(value: string, what: string, hint: string): EndpointProblem {
  return { ok: false, value, problem: what, hint };
}

/** The problem with an IPv6 literal that lacks its brackets, with the form it should have. */
function unbracketed(value: string, defaultPort: number): EndpointProblem {
  const cut = value.lastIndexOf(":");
  const [address, port] = [value.slice(0, cut), value.slice(cut + 1)];
  const what = "an IPv6 address needs brackets";
  const whole = parseIpv6(splitZone(value).address) !== undefined;
  // "2001:db8::1:3700" is a valid address as a whole; a reader most likely meant the port.
  if (/^\d{1,5}$/.test(port) && parseIpv6(splitZone(address).address) !== undefined) {
    const other = whole ? `, or "[${value}]" if "${port}" belongs to the address` : "";
    return problem(value, what, `write "[${address}]:${port}"${other}`);
  }
  if (whole) return problem(value, what, `write "[${value}]:${defaultPort}"`);
  return problem(
    value,
    "it has more than one colon and is no IPv6 address",
    `write "host:${defaultPort}" or "[2001:db8::1]:${defaultPort}"`,
  );
}

/** What is wrong with a host that stands without brackets, if anything. */
function hostProblem(host: string): string | undefined {
  if (host === "") return "the host is missing";
  if (/\s/.test(host)) return "there is white space inside the host";
  const bad = /[^a-z0-9._-]/iu.exec(host);
  if (bad !== null) return `"${bad[0]}" cannot be part of a host`;
  // Digits and dots only: meant as an IPv4 address, so it must be one (RFC 3986, 3.2.2).
  if (/^[\d.]+$/.test(host) && parseIpv4(host) === undefined) return "it is no IPv4 address";
  const labels = host.endsWith(".") ? host.slice(0, -1).split(".") : host.split(".");
  if (host.length > 253 || labels.some((label) => label === "" || label.length > 63)) {
    return "it is no host name: a part is empty or too long";
  }
  return undefined;
}

/** Reads the text after the colon. */
function parsePort(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port >= 1 && port <= 65535 ? port : undefined;
}

/** Splits "[v6]:port" and "host:port"; the port text is `undefined` when there is no colon. */
function splitEndpoint(
  value: string,
  defaultPort: number,
): EndpointProblem | { ok: true; host: string; port: string | undefined } {
  if (!value.startsWith("[")) {
    const colon = value.indexOf(":");
    if (colon < 0) return { ok: true, host: value, port: undefined };
    if (value.indexOf(":", colon + 1) >= 0) return unbracketed(value, defaultPort);
    return { ok: true, host: value.slice(0, colon), port: value.slice(colon + 1) };
  }
  const close = value.indexOf("]");
  const example = `write "[2001:db8::1]:${defaultPort}"`;
  if (close < 0) return problem(value, "the closing bracket is missing", example);
  const [host, rest] = [value.slice(1, close), value.slice(close + 1)];
  const { address, zone } = splitZone(host);
  if (parseIpv6(address) === undefined) {
    return problem(value, `"${host}" is no IPv6 address`, `${example}; only IPv6 takes brackets`);
  }
  if (zone !== undefined && !/^[\w.~-]+$/.test(zone)) {
    return problem(value, "the zone after % is empty or malformed", 'write "[fe80::1%eth0]:3700"');
  }
  if (rest === "") return { ok: true, host, port: undefined };
  if (rest.startsWith(":")) return { ok: true, host, port: rest.slice(1) };
  return problem(value, "only a colon and a port may follow the bracket", example);
}

/**
 * Reads one endpoint: `host`, `host:port`, `1.2.3.4:port`, `[v6]:port` or `[v6%zone]:port`.
 *
 * Never throws; a bad text gives the problem and what to write instead. Schemes are not part of
 * this grammar. White space around the text is ignored.
 */
export function parseEndpoint(text: string, defaults: EndpointDefaults = {}): EndpointResult {
  const defaultPort = defaults.defaultPort ?? DEFAULT_IIOP_PORT;
  const security = defaults.defaultSecurity ?? "clear";
  const value = text.trim();
  const example = `write "host:${defaultPort}"`;
  if (value === "") return problem(value, "it is empty", example);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value);
  if (scheme !== null) {
    return problem(value, `a scheme ("${scheme[1]}:") is not part of an endpoint`, example);
  }
  const split = splitEndpoint(value, defaultPort);
  if (!split.ok) return split;
  const wrongHost = value.startsWith("[") ? undefined : hostProblem(split.host);
  if (wrongHost !== undefined) return problem(value, wrongHost, example);
  if (split.port === undefined) {
    return { ok: true, endpoint: { host: split.host, port: defaultPort, security } };
  }
  const port = parsePort(split.port);
  if (port === undefined) {
    const host = value.slice(0, value.length - split.port.length - 1);
    const what =
      split.port === "" ? "the port is missing" : `"${split.port}" is no port from 1 to 65535`;
    return problem(value, what, `write "${host}:${defaultPort}"`);
  }
  return { ok: true, endpoint: { host: split.host, port, security } };
}

/**
 * Reads a list of endpoints, separated by commas (the documented form) or by `+` (the form of
 * `-targetserver`), not by both. The order is kept and so are duplicates.
 *
 * An empty element is a problem, not skipped: it is the trace of a variable that was not set.
 */
export function parseEndpointList(
  text: string,
  defaults: EndpointDefaults = {},
): EndpointListResult {
  const [commas, pluses] = [text.includes(","), text.includes("+")];
  if (commas && pluses) {
    const what = 'it mixes "," and "+" as separators';
    return { ...problem(text.trim(), what, 'write "host1:3700,host2:3700"'), index: 0 };
  }
  const endpoints: Endpoint[] = [];
  for (const [index, element] of text.split(pluses ? "+" : ",").entries()) {
    const result = parseEndpoint(element, defaults);
    if (!result.ok) {
      if (result.value !== "" || text.trim() === "") return { ...result, index };
      const what = `element ${index + 1} of the list is empty`;
      return { ...problem(text.trim(), what, "remove the separator or name a host"), index };
    }
    endpoints.push(result.endpoint);
  }
  return { ok: true, endpoints };
}

/** `host:port`, with brackets around an IPv6 literal. The security is not part of the text. */
export function formatEndpoint(endpoint: Endpoint): string {
  const host = endpoint.host.includes(":") ? `[${endpoint.host}]` : endpoint.host;
  return `${host}:${endpoint.port}`;
}

/**
 * The text under which facts about an endpoint are kept: `host:port`, host in lower case, IPv6 in
 * canonical form, with the prefix `tls:` for an endpoint inside TLS.
 *
 * Equal keys mean the same listener; unequal keys may still mean the same one (a name and its
 * address), which only a resolver can tell.
 */
export function endpointKey(endpoint: Endpoint): string {
  let host = endpoint.host.toLowerCase();
  if (host.includes(":")) {
    const { address, zone } = splitZone(host);
    const groups = parseIpv6(address);
    const text = groups === undefined ? address : canonicalIpv6(groups);
    host = `[${text}${zone === undefined ? "" : `%${zone}`}]`;
  }
  return `${endpoint.security === "tls" ? "tls:" : ""}${host}:${endpoint.port}`;
}

/** Orders endpoints by key, code unit by code unit; 0 means equal keys. */
export function compareEndpoints(a: Endpoint, b: Endpoint): number {
  const [left, right] = [endpointKey(a), endpointKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
