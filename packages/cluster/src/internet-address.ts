/** Tells literal addresses from names, and writes IPv6 in its one canonical form. */

/** Octets of an IPv4 literal in dotted decimal, or `undefined`. Leading zeros (octal?) are refused. */
export function parseIpv4(text: string): readonly number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  const octets: number[] = [];
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    octets.push(Number(part));
  }
  return octets;
}

/** The colon-separated groups of one side of "::", as 16-bit numbers. */
function parseGroups(text: string): number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (part.includes(".") && index === parts.length - 1) {
      const octets = parseIpv4(part);
      if (octets === undefined) return undefined;
      const [a = 0, b = 0, c = 0, d = 0] = octets;
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}

/**
 * The eight groups of an IPv6 literal without brackets and zone, or `undefined` (RFC 4291, 2.2).
 */
export function parseIpv6(text: string): readonly number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [front, back] = [parseGroups(halves[0] ?? ""), parseGroups(halves[1] ?? "")];
  if (front === undefined || back === undefined) return undefined;
  // A dotted IPv4 tail is allowed at the very end only, not before "::".
  if (halves.length === 2 && (halves[0] ?? "").includes(".")) return undefined;
  const zeros = 8 - front.length - back.length;
  if (halves.length === 2 ? zeros < 1 : zeros !== 0) return undefined;
  return [...front, ...Array.from({ length: zeros }, () => 0), ...back];
}

/** Splits "fe80::1%eth0" into address and zone; the zone is `undefined` when there is none. */
export function splitZone(host: string): { address: string; zone: string | undefined } {
  const percent = host.indexOf("%");
  if (percent < 0) return { address: host, zone: undefined };
  return { address: host.slice(0, percent), zone: host.slice(percent + 1) };
}

/** An IPv6 literal as RFC 5952 wants it: lower case, no leading zeros, the longest run of zeros cut. */
export function canonicalIpv6(groups: readonly number[]): string {
  let [bestStart, bestLength] = [0, 0];
  for (let start = 0; start < 8; start += 1) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length += 1;
    if (length > bestLength) [bestStart, bestLength] = [start, length];
  }
  const hex = groups.map((group) => group.toString(16));
  if (bestLength < 2) return hex.join(":");
  return `${hex.slice(0, bestStart).join(":")}::${hex.slice(bestStart + bestLength).join(":")}`;
}

/** What a host text can reach: see {@link addressScope}. */
export type AddressScope = "any" | "loopback" | "link-local" | "other" | "name";

/**
 * What the text of a host says about where it leads.
 *
 * `any` (0.0.0.0, ::) is never an address to connect to; `loopback` leads to this machine, so an
 * advertised one is wrong when it comes from another. `localhost` counts as loopback; every other
 * name is a `name`, whatever it would resolve to. IPv4 written as IPv6 (::ffff:0:0/96) counts as IPv4.
 *
 * @param host - without brackets; an IPv6 zone is allowed
 */
export function addressScope(host: string): AddressScope {
  const lower = host.toLowerCase();
  if (lower === "localhost" || lower.endsWith(".localhost")) return "loopback";
  const groups = lower.includes(":") ? parseIpv6(splitZone(lower).address) : undefined;
  const mapped = groups?.slice(0, 6).every((group, index) => group === (index < 5 ? 0 : 0xffff));
  const octets =
    groups !== undefined && mapped === true
      ? groups.slice(6).flatMap((group) => [group >> 8, group & 0xff])
      : parseIpv4(lower);
  if (octets !== undefined) {
    if (octets.every((octet) => octet === 0)) return "any";
    if (octets[0] === 127) return "loopback";
    return octets[0] === 169 && octets[1] === 254 ? "link-local" : "other";
  }
  if (groups === undefined) return "name";
  if (groups.every((group) => group === 0)) return "any";
  if (groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1) return "loopback";
  return ((groups[0] ?? 0) & 0xffc0) === 0xfe80 ? "link-local" : "other";
}
