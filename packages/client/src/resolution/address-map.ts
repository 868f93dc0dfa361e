import { BlockList, isIP } from "node:net";
import { ConfigurationError } from "../errors.ts";

/** An address as it is advertised or dialled. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/**
 * From advertised to reachable addresses, for servers behind translation, in containers or on several networks.
 * Keys of the object form are tried in this order: `host:port`, `host`, then CIDR rules (`10.0.0.0/8`) as written.
 * Values are `host:port` or `host` (the port stays). A function returns the replacement, or undefined to keep.
 */
export type AddressMap =
  | Readonly<Record<string, string>>
  | ((advertised: HostPort) => HostPort | undefined);

/** A compiled map: what an advertised address is dialled as. */
export type AddressTranslation = (advertised: HostPort) => HostPort;

/** Host, and port where there is one. A bare IPv6 address needs no brackets when no port follows. */
function splitHostPort(text: string, where: string): { host: string; port: number | undefined } {
  const match =
    /^(?:\[([^\]]+)\]|([^:[\]]+)|([0-9a-fA-F:.%]*:[0-9a-fA-F:.%]*:[^:]*))(?::(\d+))?$/.exec(text);
  const host = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || host === undefined || host === "") {
    throw new ConfigurationError(
      `addressMap ${where} ${JSON.stringify(text)} is no address; accepted: host:port, host, [v6]:port, or a CIDR rule such as 10.0.0.0/8`,
    );
  }
  const port = match[4] === undefined ? undefined : Number(match[4]);
  if (port !== undefined && (port < 1 || port > 65_535)) {
    throw new ConfigurationError(
      `addressMap ${where} ${JSON.stringify(text)} has a port out of range; accepted: 1 to 65535`,
    );
  }
  return { host: host.toLowerCase(), port };
}

/** A key as a test; `exact` orders the rules: host and port, host, range. */
function ruleOf(key: string): ((address: HostPort) => boolean) & { exact?: 0 | 1 | 2 } {
  const slash = key.indexOf("/");
  if (slash >= 0) {
    const net = key.slice(0, slash);
    const bits = Number(key.slice(slash + 1));
    const family = isIP(net);
    const most = family === 6 ? 128 : 32;
    if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > most) {
      throw new ConfigurationError(
        `addressMap key ${JSON.stringify(key)} is no CIDR rule; accepted: an address, a slash and 0 to ${most}`,
      );
    }
    const list = new BlockList();
    list.addSubnet(net, bits, family === 6 ? "ipv6" : "ipv4");
    return Object.assign(
      (address: HostPort) => {
        const version = isIP(address.host);
        return version === family && list.check(address.host, version === 6 ? "ipv6" : "ipv4");
      },
      { exact: 2 as const },
    );
  }
  const { host, port } = splitHostPort(key, "key");
  return Object.assign(
    (address: HostPort) =>
      address.host.toLowerCase() === host && (port === undefined || address.port === port),
    { exact: port === undefined ? (1 as const) : (0 as const) },
  );
}

/** Checks and compiles a map; no map keeps every address. */
export function compileAddressMap(
  map: AddressMap | undefined,
  onProblem: (message: string) => void = () => {},
): AddressTranslation {
  if (map === undefined) return (address) => address;
  if (typeof map === "function") {
    return (address) => {
      // It is asked in the middle of socket events, where an exception would harm calls that have no part in it.
      try {
        const mapped = map({ host: address.host, port: address.port });
        if (mapped === undefined) return address;
        if (typeof mapped.host === "string" && Number.isInteger(mapped.port)) return mapped;
        onProblem(
          `addressMap returned no { host, port } for ${address.host}:${address.port}, which stays as it is`,
        );
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        onProblem(
          `addressMap threw for ${address.host}:${address.port}, which stays as it is: ${text}`,
        );
      }
      return address;
    };
  }
  if (typeof map !== "object" || map === null) {
    throw new ConfigurationError(
      'addressMap must be a function or an object such as { "10.0.0.5:3700": "203.0.113.7:3700" }',
    );
  }
  const rules = Object.entries(map).map(([key, value]) => {
    if (typeof value !== "string") {
      throw new ConfigurationError(`addressMap value of ${JSON.stringify(key)} is no text`);
    }
    return { matches: ruleOf(key), to: splitHostPort(value, `value of ${key}:`) };
  });
  rules.sort((a, b) => (a.matches.exact ?? 0) - (b.matches.exact ?? 0));
  return (address) => {
    const rule = rules.find((candidate) => candidate.matches(address));
    return rule === undefined
      ? address
      : { host: rule.to.host, port: rule.to.port ?? address.port };
  };
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
const anyAddresses: ReadonlySet<string> = new Set(["0.0.0.0", "::", "::ffff:0.0.0.0", ""]);

/** 127.0.0.0/8, ::1 and `localhost`. */
export function isLoopback(host: string): boolean {
  const bare = host.startsWith("::ffff:") && host.includes(".") ? host.slice(7) : host;
  const version = isIP(bare);
  if (version === 0) return bare.toLowerCase() === "localhost";
  return loopback.check(bare, version === 6 ? "ipv6" : "ipv4");
}

/** Addresses that mean "every interface": never a destination. */
export function isAnyAddress(host: string): boolean {
  return anyAddresses.has(host);
}
