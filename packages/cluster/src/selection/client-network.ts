import { parseIpv4, parseIpv6, splitZone } from "../internet-address.ts";

/** A network: the octets of an address, and how many bits of them count. */
export interface ClientNetwork {
  /** 4 or 16 octets. */
  readonly octets: readonly number[];
  /** From 0 to 8 times the number of octets. */
  readonly bits: number;
}

/** The octets of an address; an IPv4 address written as IPv6 is IPv4. */
export function addressOctets(text: string): readonly number[] | undefined {
  const four = parseIpv4(text);
  if (four !== undefined) return four;
  const octets = parseIpv6(splitZone(text).address)?.flatMap((group) => [group >> 8, group & 0xff]);
  const isMapped = octets?.slice(0, 12).every((octet, index) => octet === (index < 10 ? 0 : 255));
  return isMapped === true ? octets?.slice(12) : octets;
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or a single address; `undefined` when it is none. */
export function parseNetwork(text: string): ClientNetwork | undefined {
  const [address = "", bits, more] = text.split("/");
  const octets = addressOctets(address);
  if (octets === undefined || more !== undefined) return undefined;
  if (bits === undefined) return { octets, bits: octets.length * 8 };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > octets.length * 8) return undefined;
  return { octets, bits: Number(bits) };
}

/** The first bits of an address as a text: equal for all addresses of one network. */
export function networkPart(octets: readonly number[], bits: number): string {
  const kept = octets.map((octet, index) => {
    const own = Math.min(8, Math.max(0, bits - index * 8));
    return octet & (0xff << (8 - own)) & 0xff;
  });
  return kept.join(".");
}

/** Whether an address belongs to a network; one that cannot be read belongs to none. */
export function isInNetwork(address: string | undefined, network: ClientNetwork): boolean {
  const octets = address === undefined ? undefined : addressOctets(address);
  if (octets === undefined || octets.length !== network.octets.length) return false;
  return networkPart(octets, network.bits) === networkPart(network.octets, network.bits);
}
