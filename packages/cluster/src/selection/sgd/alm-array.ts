import type { Figures } from "../feedback.ts";
import { almMethod, almNextContact, almStanding, almUpdatePeriod } from "./alm-contact.ts";
import type { AlmProperties } from "./alm-properties.ts";

/** What the primary of an array knows of one application server. Times in seconds. */
export interface AlmServer {
  /** Failed contacts in a row. */
  readonly failures: number;
  /** When it is to be contacted; `undefined`: it is in contact. */
  readonly contactAtS: number | undefined;
  /** When it last said something. */
  readonly reportedAtS: number | undefined;
  /** What it said; `undefined`: nothing yet. */
  readonly figures: Figures | undefined;
}

/** What the primary tells its secondaries. */
export interface AlmUpdate {
  /** When it was sent, in seconds. */
  readonly atS: number;
  /** The figures of the servers whose figures count. */
  readonly figures: ReadonlyMap<string, Figures>;
  /** The servers that take no work now. */
  readonly unavailable: readonly string[];
}

/** An array with its application servers: a model, for simulation. Immutable. */
export interface AlmArray {
  /** Without a primary nobody balances by figures. */
  readonly primary: "running" | "stopped";
  readonly properties: AlmProperties;
  /** When the primary began, in seconds: what is periodic counts from here. */
  readonly startedAtS: number;
  /** When the next update is due. */
  readonly updateAtS: number;
  /** The application servers by name. */
  readonly servers: ReadonlyMap<string, AlmServer>;
  /** The secondaries by name, each with the last update it received. */
  readonly secondaries: ReadonlyMap<string, AlmUpdate | undefined>;
}

/** The member of an array that starts an application: the primary, or a secondary by its name. */
export type AlmMember = "primary" | { readonly secondary: string };

const toBeContacted = (atS: number): AlmServer => ({
  failures: 0,
  contactAtS: atS,
  reportedAtS: undefined,
  figures: undefined,
});

/** An array whose primary begins: it contacts every server at once, and tells its secondaries what it learns. */
export function newAlmArray(
  servers: readonly string[],
  secondaries: readonly string[],
  properties: AlmProperties,
  atS: number,
): AlmArray {
  return {
    primary: "running",
    properties,
    startedAtS: atS,
    updateAtS: atS,
    servers: new Map(servers.map((name) => [name, toBeContacted(atS)])),
    secondaries: new Map(secondaries.map((name) => [name, undefined])),
  };
}

const isUntried = ({ failures, figures }: AlmServer): boolean =>
  failures === 0 && figures === undefined;

function withServer(array: AlmArray, name: string, server: AlmServer): AlmArray {
  return { ...array, servers: new Map(array.servers).set(name, server) };
}

/** The servers that the primary contacts now. */
export function almDueContacts({ primary, servers }: AlmArray, nowS: number): readonly string[] {
  if (primary === "stopped") return [];
  return [...servers]
    .filter(([, { contactAtS }]) => contactAtS !== undefined && contactAtS <= nowS)
    .map(([name]) => name);
}

/**
 * The array after an attempt to contact a server.
 *
 * @param figures - the load it answered with; `undefined`: it could not be reached, or sent nothing for `sockettimeout` seconds
 */
export function almContacted(
  array: AlmArray,
  name: string,
  nowS: number,
  figures: Figures | undefined,
): AlmArray {
  const known = array.servers.get(name);
  if (known === undefined || array.primary === "stopped") return array;
  if (figures !== undefined) {
    return withServer(array, name, {
      failures: 0,
      contactAtS: undefined,
      reportedAtS: nowS,
      figures,
    });
  }
  const failures = known.failures + 1;
  const contactAtS = almNextContact(failures, nowS, array.properties);
  return withServer(array, name, { ...known, failures, contactAtS });
}

/** The array after a report of a server. One that is out of contact has to be contacted first: what it says does not count. */
export function almReported(
  array: AlmArray,
  name: string,
  nowS: number,
  figures: Figures,
): AlmArray {
  const known = array.servers.get(name);
  if (array.primary === "stopped" || known === undefined || known.contactAtS !== undefined)
    return array;
  return withServer(array, name, { ...known, reportedAtS: nowS, figures });
}

/** The next time at which the primary looks through its list: every `scaninterval` seconds. */
function nextScan({ startedAtS, properties: { scaninterval } }: AlmArray, nowS: number): number {
  return startedAtS + (Math.floor((nowS - startedAtS) / scaninterval) + 1) * scaninterval;
}

/**
 * The array when time has gone by: servers that were silent for `updatelimit` periods are out of contact and contacted
 * again from the next scan on; secondaries are updated when that is due, even if nothing has changed.
 */
export function almTick(array: AlmArray, nowS: number): AlmArray {
  if (array.primary === "stopped") return array;
  const { properties, secondaries } = array;
  const servers = new Map(array.servers);
  for (const [name, server] of servers) {
    const { contactAtS, reportedAtS } = server;
    if (contactAtS !== undefined || reportedAtS === undefined) continue;
    if (!almStanding(nowS - reportedAtS, properties).outOfContact) continue;
    servers.set(name, { ...server, failures: 0, contactAtS: nextScan(array, nowS) });
  }
  const seen = { ...array, servers };
  // The first update waits for the first answers: there is nothing to tell before.
  const isFirst = array.updateAtS === array.startedAtS;
  if (nowS < array.updateAtS || (isFirst && [...servers.values()].some(isUntried))) return seen;
  const update = updateOf(seen, nowS);
  const updateAtS = nowS + almUpdatePeriod(properties);
  return {
    ...seen,
    updateAtS,
    secondaries: new Map([...secondaries.keys()].map((name) => [name, update])),
  };
}

/** What the primary would tell now. */
function updateOf({ servers, properties }: AlmArray, nowS: number): AlmUpdate {
  const figures = new Map<string, Figures>();
  const unavailable: string[] = [];
  for (const [name, server] of servers) {
    if (server.contactAtS !== undefined) unavailable.push(name);
    const silentS = nowS - (server.reportedAtS ?? Number.NEGATIVE_INFINITY);
    if (server.figures !== undefined && !almStanding(silentS, properties).unreliable) {
      figures.set(name, server.figures);
    }
  }
  return { atS: nowS, figures, unavailable };
}

/** The array when its primary stops: nobody is contacted or updated any more. */
export function almPrimaryStops(array: AlmArray): AlmArray {
  return { ...array, primary: "stopped" };
}

/**
 * The array after a warm restart of its primary, with the properties as they are in its files now: all that it knew of
 * servers is gone, it contacts each of them. Secondaries keep what they were told.
 */
export function almWarmRestart(array: AlmArray, properties: AlmProperties, nowS: number): AlmArray {
  const fresh = newAlmArray([...array.servers.keys()], [], properties, nowS);
  return { ...fresh, secondaries: array.secondaries };
}

/** What a member of the array goes by when it starts an application: what it knows itself, or was told last. */
export function almKnown(array: AlmArray, member: AlmMember, nowS: number): AlmUpdate | undefined {
  return member === "primary" ? updateOf(array, nowS) : array.secondaries.get(member.secondary);
}

/** The method by which a member starts an application now: the one that was asked for, or `sessions` without figures. */
export function almMethodOf<Method extends string>(
  array: AlmArray,
  member: AlmMember,
  method: Method,
  nowS: number,
): Method | "sessions" {
  const known = almKnown(array, member, nowS);
  if (array.primary === "stopped" || known === undefined || known.figures.size === 0)
    return "sessions";
  return almMethod(method, nowS - known.atS, array.properties);
}
