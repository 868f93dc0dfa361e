import { checkKeys, checkNumber } from "../checked-options.ts";
import { addressOctets, networkPart } from "../client-network.ts";
import { emptyTable, entryOf, type FactTable, withEntry } from "../fact-table.ts";

/** How distances to clients are measured and kept. A model, for simulation. */
export interface ProximityOptions {
  /** So many bits of an IPv4 address make a client's network, 8 to 24. Default 24. */
  readonly mask?: number;
  /** For how many minutes a measurement counts, 0 to 10,080. Default 1,440. */
  readonly age?: number;
  /** How long is measured, in units of 5 seconds, 1 to 24. Default 2. */
  readonly measuringTime?: number;
}

interface Measurement {
  /** When the client got its links. */
  readonly beganAtMs: number;
  /** Round trips by site, in milliseconds, the shortest of each. */
  readonly roundTripMs: ReadonlyMap<string, number>;
}

/** Distances between networks of clients and sites, as the sites share them. Immutable. */
export interface Proximity {
  readonly mask: number;
  readonly ageMs: number;
  readonly measuringMs: number;
  /** By network. */
  readonly measured: FactTable<Measurement>;
}

/** What a client gets that asks a site. */
export interface ProximityAnswer {
  /** Sites by distance, the nearest first; none while nothing is known. */
  readonly nearest: readonly string[];
  /** Links for the client to fetch, one for each site, whose round trips are then measured. None when that was done. */
  readonly links: readonly string[];
  /** The distances after it. */
  readonly proximity: Proximity;
}

/** The path under which every peer answers a measurement. */
const PATH = "/radware_client_proximity_url";

/**
 * Nobody has been measured yet.
 *
 * @throws InvalidPolicyError when an option is unknown or out of range
 */
export function newProximity(options: ProximityOptions = {}): Proximity {
  checkKeys("proximity", options, ["mask", "age", "measuringTime"]);
  const { mask = 24, age = 1_440, measuringTime = 2 } = options;
  checkNumber("proximity.mask", mask, [8, 24]);
  checkNumber("proximity.age", age, [0, 10_080]);
  checkNumber("proximity.measuringTime", measuringTime, [1, 24]);
  const [ageMs, measuringMs] = [age * 60_000, measuringTime * 5_000];
  return { mask, ageMs, measuringMs, measured: emptyTable() };
}

/** The network of a client; `undefined`: it has no IPv4 address. */
function networkOf(client: string, mask: number): string | undefined {
  const octets = addressOctets(client);
  return octets?.length === 4 ? networkPart(octets, mask) : undefined;
}

/**
 * A client asks a site. Its network being unknown, or known for too long, it gets the links that have it measured.
 *
 * @param site - the site it asks; its own link is to its own content
 * @param sites - addresses of all sites by name
 */
export function proximityAsked(
  proximity: Proximity,
  client: string,
  site: string,
  sites: ReadonlyMap<string, string>,
  nowMs: number,
): ProximityAnswer {
  const network = networkOf(client, proximity.mask);
  if (network === undefined) return { nearest: [], links: [], proximity };
  const known = entryOf(proximity.measured, network);
  if (
    known !== undefined &&
    nowMs - known.beganAtMs < Math.max(proximity.ageMs, proximity.measuringMs)
  ) {
    const byDistance = [...known.roundTripMs].sort((a, b) => a[1] - b[1]);
    const isOver = nowMs - known.beganAtMs >= proximity.measuringMs;
    return { nearest: isOver ? byDistance.map(([name]) => name) : [], links: [], proximity };
  }
  const links = [...sites].map(
    ([name, address]) => `http://${address}${name === site ? "/" : PATH}`,
  );
  const begun = { beganAtMs: nowMs, roundTripMs: new Map<string, number>() };
  const measured = withEntry(proximity.measured, network, begun);
  return { nearest: [], links, proximity: { ...proximity, measured } };
}

/** A site has measured a client. What comes after the time for measuring, or was not asked for, does not count. */
export function proximityMeasured(
  proximity: Proximity,
  client: string,
  site: string,
  roundTripMs: number,
  nowMs: number,
): Proximity {
  const network = networkOf(client, proximity.mask);
  const known = network === undefined ? undefined : entryOf(proximity.measured, network);
  const isSound = Number.isFinite(roundTripMs) && roundTripMs >= 0;
  if (network === undefined || known === undefined || !isSound) return proximity;
  if (nowMs - known.beganAtMs >= proximity.measuringMs) return proximity;
  const shortest = Math.min(roundTripMs, known.roundTripMs.get(site) ?? Number.POSITIVE_INFINITY);
  const next = { ...known, roundTripMs: new Map(known.roundTripMs).set(site, shortest) };
  return { ...proximity, measured: withEntry(proximity.measured, network, next) };
}
