// corbaloc object URLs (CORBA 3.3 part 2, §7.6): addresses and an object key in readable form.
//
//   corbaloc:[address{,address}][/key]     address = [iiop]:[major.minor@]host[:port] | rir:
import { LocalProtocolError } from "../errors.ts";
import { encodeAlternateAddress } from "./alternate-address.ts";
import { encodeIiopProfile } from "./iiop-profile.ts";
import type { Ior, TaggedProfile } from "./ior.ts";
import { escapeUrl, UrlScanner } from "./url-text.ts";

/**
 * One address of a corbaloc: an IIOP listener and the GIOP version it reads, or the ORB's own
 * initial references.
 */
export type CorbalocAddress =
  | {
      readonly protocol: "iiop";
      readonly major: number;
      readonly minor: number;
      readonly host: string;
      readonly port: number;
    }
  | { readonly protocol: "rir" };

/** A parsed corbaloc. `keyString` is the key as it is written in a URL. */
export interface Corbaloc {
  readonly addresses: readonly CorbalocAddress[];
  readonly objectKey: Uint8Array;
  readonly keyString: string;
}

/** What a corbaloc leaves out. */
export interface CorbalocDefaults {
  /** Minor GIOP version of an address without one. Default: 0, as §7.6 says. */
  readonly minor?: number;
  /** Port of an address without one. Default: 2809, as §7.6 says. */
  readonly port?: number;
  /**
   * Host of an address without one. Default: none, an error; the standard's local host is rarely
   * what was meant.
   */
  readonly host?: string;
  /**
   * Key of a corbaloc without `/`. Default: `NameService`, which the standard says for `rir:` and
   * GlassFish for all.
   */
  readonly key?: string;
}

/**
 * Defaults for text written for GlassFish: GIOP 1.2 and port 3700. GIOP 1.0 could carry neither
 * code sets nor labels.
 */
export const glassFishDefaults: CorbalocDefaults = Object.freeze({ minor: 2, port: 3700 });

/** The form that errors about a corbaloc show. */
export const corbalocForm: string =
  '"corbaloc:iiop:1.2@host:port,iiop:1.2@[v6]:port/key" or "corbaloc:rir:/key"';

/** Whether a text is meant to be a corbaloc. */
export function isCorbaloc(text: string): boolean {
  return /^corbaloc:/i.test(text);
}

/** `1.2@`; without it the default of the caller. */
function parseVersion(
  scanner: UrlScanner,
  defaults: CorbalocDefaults,
): { major: number; minor: number } {
  const start = scanner.position;
  const version = scanner.takeBefore("@", /[,/#]/);
  if (version === undefined) return { major: 1, minor: defaults.minor ?? 0 };
  const match = /^1\.([0-2])$/.exec(version);
  if (match === null)
    throw scanner.illegal(
      start,
      `version ${JSON.stringify(version)}, where 1.0, 1.1 and 1.2 are known`,
    );
  return { major: 1, minor: Number(match[1]) };
}

/** A second colon is the trace of an IPv6 address without brackets. */
function parsePort(scanner: UrlScanner, defaults: CorbalocDefaults): number {
  if (!scanner.accept(":")) return defaults.port ?? 2809;
  const start = scanner.position;
  const text = scanner.takeWhile(/[^,/#]/);
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port < 1 || port > 65535) {
    const hint = text.includes(":") ? ", an IPv6 address needs brackets" : "";
    throw scanner.illegal(
      start,
      `port ${JSON.stringify(text)} is no number from 1 to 65535${hint}`,
    );
  }
  return port;
}

/** IPv6 in brackets, as in every other URL; the standard came before those. */
function parseHost(scanner: UrlScanner, defaults: CorbalocDefaults): string {
  const start = scanner.position;
  if (scanner.accept("[")) {
    const host = scanner.takeWhile(/[^\],/#]/);
    if (!scanner.accept("]"))
      throw scanner.illegal(scanner.position, "the bracket of an IPv6 address is not closed");
    // The zone behind "%" is an interface name of this host; URLs may write the sign itself as
    // "%25" (RFC 6874).
    const plain = host.replace("%25", "%");
    if (!/^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[\w.-]+)?$/.test(plain)) {
      throw scanner.illegal(start + 1, `${JSON.stringify(host)} is no IPv6 address`);
    }
    return plain;
  }
  const host = scanner.takeWhile(/[^:,/#]/);
  if (host === "") {
    if (defaults.host !== undefined) return defaults.host;
    throw scanner.illegal(start, "the host is missing");
  }
  const wrong = host.search(/[^\w.-]/);
  if (wrong >= 0)
    throw scanner.illegal(
      start + wrong,
      `host ${JSON.stringify(host)} has a character that no host name has`,
    );
  return host;
}

/** The protocol may be left out: a lone colon means `iiop`. */
function parseAddress(scanner: UrlScanner, defaults: CorbalocDefaults): CorbalocAddress {
  const start = scanner.position;
  const protocol = scanner.takeBefore(":", /[,/#@[]/)?.toLowerCase();
  if (protocol === "rir") return { protocol };
  if (protocol !== "" && protocol !== "iiop") {
    throw scanner.illegal(start, `an address begins with "iiop:", ":" or "rir:"`);
  }
  const version = parseVersion(scanner, defaults);
  const host = parseHost(scanner, defaults);
  return { protocol: "iiop", ...version, host, port: parsePort(scanner, defaults) };
}

/**
 * Parses the part that corbaloc and corbaname share: addresses and the key. Leaves the scanner at
 * `#` or the end.
 */
export function parseAddressesAndKey(scanner: UrlScanner, defaults: CorbalocDefaults): Corbaloc {
  const addresses: CorbalocAddress[] = [];
  const start = scanner.position;
  do addresses.push(parseAddress(scanner, defaults));
  while (scanner.accept(","));
  // §7.6: rir stands alone, for initial references are not addresses of something else.
  if (addresses.length > 1 && addresses.some((address) => address.protocol === "rir")) {
    throw scanner.illegal(start, '"rir:" cannot stand beside other addresses');
  }
  let objectKey = new TextEncoder().encode(defaults.key ?? "NameService");
  if (scanner.accept("/")) {
    const given = scanner.takeEscaped(/[^#]/);
    // §7.6 gives an empty key the meaning NameService for rir; for iiop an empty key is a legal key
    // of no octets, but one that no server here serves, while "corbaloc:iiop:host:port/" is what
    // people write for the name service.
    if (given.length > 0) objectKey = given;
  } else if (!scanner.atEnd() && scanner.peek() !== "#") {
    throw scanner.illegal(scanner.position, 'expected ",", "/" or the end');
  }
  return { addresses, objectKey, keyString: escapeUrl(objectKey) };
}

/**
 * Parses a corbaloc. Throws LocalProtocolError that names the text, the position and the accepted
 * form.
 */
export function parseCorbaloc(text: string, defaults: CorbalocDefaults = {}): Corbaloc {
  const scanner = new UrlScanner(text, "corbaloc", corbalocForm);
  const corbaloc = parseAddressesAndKey(scanner, defaults);
  if (!scanner.atEnd()) {
    throw scanner.illegal(
      scanner.position,
      '"#" and a name belong to "corbaname:"; in a key write it as "%23"',
    );
  }
  return corbaloc;
}

function formatAddress(address: CorbalocAddress): string {
  if (address.protocol === "rir") return "rir:";
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return `iiop:${address.major}.${address.minor}@${host}:${address.port}`;
}

/**
 * Addresses and key as text, for corbaloc and corbaname: version and port always, IPv6 always in
 * brackets.
 */
export function formatAddressesAndKey(corbaloc: Pick<Corbaloc, "addresses" | "objectKey">): string {
  return `${corbaloc.addresses.map(formatAddress).join(",")}/${escapeUrl(corbaloc.objectKey)}`;
}

/** A corbaloc as text; parsing it gives the same addresses and key, whatever the defaults. */
export function formatCorbaloc(corbaloc: Pick<Corbaloc, "addresses" | "objectKey">): string {
  return `corbaloc:${formatAddressesAndKey(corbaloc)}`;
}

/**
 * The reference a corbaloc stands for, with an empty type id, for nothing is known of the type. All
 * addresses of GIOP 1.1 and later share one profile, the first as its address, the others as
 * alternates; 1.0 cannot hold components, so each such address is a profile of its own (as
 * GlassFish's ORB does; the standard leaves it open). Throws LocalProtocolError for `rir:`, which
 * only the ORB itself can resolve.
 */
export function corbalocToIor(corbaloc: Pick<Corbaloc, "addresses" | "objectKey">): Ior {
  const { objectKey } = corbaloc;
  const addresses = corbaloc.addresses.map((address) => {
    if (address.protocol === "iiop") return address;
    throw new LocalProtocolError(
      "OBJECT_URL",
      `"corbaloc:rir:/${escapeUrl(objectKey)}" names an initial reference and has no address of its own`,
    );
  });
  const [first, ...alternates] = addresses.filter((address) => address.minor > 0);
  const profiles: TaggedProfile[] = [];
  for (const { major, minor, host, port } of addresses) {
    if (minor === 0) {
      profiles.push(encodeIiopProfile({ major, minor, host, port, objectKey, components: [] }));
    }
  }
  if (first !== undefined) {
    const { major, minor, host, port } = first;
    const components = alternates.map(encodeAlternateAddress);
    // Clients that use the first profile only should get the one that holds all the addresses.
    profiles.unshift(encodeIiopProfile({ major, minor, host, port, objectKey, components }));
  }
  return { typeId: "", profiles };
}
