import { type ClusterMember, type ClusterView, uniqueMembers, weightOf } from "./cluster-view.ts";
import { type Endpoint, endpointKey, formatEndpoint } from "./endpoint.ts";

/** A member as told by the cluster. */
export interface ToldMember {
  /** The server's name; an empty one is replaced by its first endpoint. */
  readonly name: string;
  /** `lb-weight`; anything but a positive number drains. */
  readonly weight: number;
  /** Where it listens; those with port 0 are left out. */
  readonly endpoints: readonly Endpoint[];
}

/** What one member told: the answer of a discovery, or an IOR update in a reply. */
export interface ToldMembers {
  /** Name of the member that told, if known. */
  readonly from: string | undefined;
  /** Endpoint that told: finds the name when `from` is not known. */
  readonly fromEndpoint?: Endpoint;
  /** What it listed. Empty: it told nothing, and nothing changes. */
  readonly members: readonly ToldMember[];
  /** Whether the list is meant to be whole; only then does an omission mean anything. */
  readonly complete: boolean;
}

/** Whether two endpoints are one listener, by resolved address. Must be symmetric. */
export type SameAddress = (a: Endpoint, b: Endpoint) => boolean;

/** A view and what led to it. */
export interface ViewChange {
  /** The view to use from now on; the very same object when nothing changed. */
  readonly view: ClusterView;
  /** Whether anything changed: members, weights, endpoints, or what is known about them. */
  readonly changed: boolean;
  /** Names of members that are new, in the order told. */
  readonly joined: readonly string[];
  /** Names of members that are gone. */
  readonly left: readonly string[];
}

/** The told members in our form: named, weighted, without useless endpoints, unique by name. */
function soundMembers(told: readonly ToldMember[], view: ClusterView): ClusterMember[] {
  const members: ClusterMember[] = [];
  for (const { name, weight, endpoints } of told) {
    // Port 0 means "no such listener"; a member nobody can connect to is none.
    const usable = endpoints.filter(({ host, port }) => host !== "" && port >= 1 && port <= 65535);
    const [first] = usable;
    if (first === undefined) continue;
    const known = name === "" ? formatEndpoint(first) : name;
    const own = weightOf(known, usable, weight, view);
    members.push({ name: known, weight: own, endpoints: usable, source: "discovered" });
  }
  return uniqueMembers(members);
}

/** Which of the endpoints belong to none of the members. */
function strangers(
  endpoints: readonly Endpoint[],
  members: readonly ClusterMember[],
  sameAddress: SameAddress,
): Endpoint[] {
  const all = members.flatMap((member) => member.endpoints);
  const keys = new Set(all.map((endpoint) => endpointKey(endpoint)));
  return endpoints.filter(
    (endpoint) =>
      !keys.has(endpointKey(endpoint)) && !all.some((other) => sameAddress(endpoint, other)),
  );
}

/** The name of the member that told, as far as it can be known. */
function tellerOf(
  told: ToldMembers,
  members: readonly ClusterMember[],
  sameAddress: SameAddress,
): string | undefined {
  const asked = told.fromEndpoint;
  if (told.from !== undefined || asked === undefined) return told.from;
  const key = endpointKey(asked);
  const here = (endpoint: Endpoint): boolean =>
    endpointKey(endpoint) === key || sameAddress(endpoint, asked);
  return members.find((member) => member.endpoints.some(here))?.name;
}

/** The member with the weight that it told of itself, while somebody else tells of it. */
function withOwnWeight(
  member: ClusterMember,
  view: ClusterView,
  teller: string | undefined,
): ClusterMember {
  if (member.name === teller || !view.ownWord.has(member.name)) return member;
  const known = view.members.find(({ name }) => name === member.name);
  return known === undefined ? member : { ...member, weight: known.weight };
}

/** Whether two members say the same; names are equal already. */
function sameMember(a: ClusterMember, b: ClusterMember): boolean {
  if (a.weight !== b.weight || a.source !== b.source) return false;
  if (a.endpoints.length !== b.endpoints.length) return false;
  return a.endpoints.every((endpoint, index) => {
    const other = b.endpoints[index];
    if (other === undefined) return false;
    const { host, port, security } = endpoint;
    if (port !== other.port || security !== other.security) return false;
    return host === other.host || endpointKey(endpoint) === endpointKey(other);
  });
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

/** The facts of a view that a merge can change. */
type ViewFacts = Pick<ClusterView, "members" | "discovered" | "ownWord" | "doubted">;

/** Makes the next view, or keeps the old object when nothing is different. */
function nextView(view: ClusterView, facts: ViewFacts, sameAddress: SameAddress): ViewChange {
  const before = new Map(view.members.map((member) => [member.name, member]));
  const after = new Set(facts.members.map((member) => member.name));
  const joined = facts.members.map(({ name }) => name).filter((name) => !before.has(name));
  const left = [...before.keys()].filter((name) => !after.has(name));
  const ownWord = new Set([...facts.ownWord].filter((name) => after.has(name)));
  const doubted = new Set([...facts.doubted].filter((name) => ownWord.has(name)));
  const bootstrapOnly = facts.discovered
    ? strangers(view.bootstrap, facts.members, sameAddress)
    : [];
  const changed =
    joined.length + left.length > 0 ||
    facts.discovered !== view.discovered ||
    bootstrapOnly.length !== view.bootstrapOnly.length ||
    bootstrapOnly.some((endpoint, index) => endpoint !== view.bootstrapOnly[index]) ||
    facts.members.some(
      (member, index) =>
        member.name !== view.members[index]?.name ||
        !sameMember(member, before.get(member.name) ?? member),
    ) ||
    !sameSet(ownWord, view.ownWord) ||
    !sameSet(doubted, view.doubted);
  if (!changed) return { view, changed, joined, left };
  const version = view.version + 1;
  return {
    view: { ...view, ...facts, version, ownWord, doubted, bootstrapOnly },
    changed,
    joined,
    left,
  };
}

/**
 * Merges what one member told into a view.
 *
 * - Nothing told, nothing changed: an empty answer never shrinks a view.
 * - Told members are added or brought up to date; names decide who is who. Of a member's weight its own word counts:
 *   on GlassFish the others go on telling the weight that it had when they saw it first.
 * - A member that a complete list omits is dropped, unless its own last word still lists it: on
 *   Payara the first instance never learns of the second. Such a member is `doubted`; ask itself,
 *   and when it does not answer, call {@link viewAfterSilence}.
 * - Members known from configuration only give way: what the cluster lists are the members, and a
 *   configured endpoint among none of them stays for bootstrap.
 *
 * @param sameAddress - whether two endpoints are one listener; called only for configured endpoints
 *   whose text matches no member's
 */
export function mergeView(
  view: ClusterView,
  told: ToldMembers,
  sameAddress: SameAddress,
): ViewChange {
  const sound = soundMembers(told.members, view);
  if (sound.length === 0) return { view, changed: false, joined: [], left: [] };
  const names = new Set(sound.map((member) => member.name));
  const teller = tellerOf(told, [...sound, ...view.members], sameAddress);
  const listed = sound.map((member) => withOwnWeight(member, view, teller));
  const ownWord = new Set(view.ownWord);
  const doubted = new Set(view.doubted);
  if (teller !== undefined) {
    if (names.has(teller)) ownWord.add(teller);
    else if (told.complete) ownWord.delete(teller);
    // Its own fresh word ends the doubt, either way.
    doubted.delete(teller);
  }
  const kept: ClusterMember[] = [];
  for (const member of view.members) {
    if (names.has(member.name)) doubted.delete(member.name);
    else if (!told.complete) {
      // A partial list says nothing of the others; but a configured member it lists under its real
      // name would stand there twice.
      const listedAlready =
        member.source === "configured" &&
        strangers(member.endpoints, listed, sameAddress).length < member.endpoints.length;
      if (!listedAlready) kept.push(member);
    } else if (member.source === "configured") continue;
    else if (ownWord.has(member.name)) {
      kept.push(member);
      doubted.add(member.name);
    }
  }
  // Members keep their places, so that a repeated telling in another order changes nothing.
  const fresh = new Map(listed.map((member) => [member.name, member]));
  const stay = new Map(kept.map((member) => [member.name, member]));
  const places = view.members.flatMap(({ name }) => fresh.get(name) ?? stay.get(name) ?? []);
  const known = new Set(places.map((member) => member.name));
  const members = [...places, ...listed.filter(({ name }) => !known.has(name))];
  const discovered = view.discovered || told.complete;
  return nextView(view, { members, discovered, ownWord, doubted }, sameAddress);
}

/**
 * A member did not answer when asked for its own word: it loses that word, and when another member
 * had left it out, it is dropped. A member nobody doubts stays; health deals with it.
 *
 * At least one member stays: whoever the latest list named is not doubted.
 */
export function viewAfterSilence(
  view: ClusterView,
  member: string,
  sameAddress: SameAddress,
): ViewChange {
  if (!view.ownWord.has(member)) return { view, changed: false, joined: [], left: [] };
  const ownWord = new Set([...view.ownWord].filter((name) => name !== member));
  const members = view.doubted.has(member)
    ? view.members.filter(({ name }) => name !== member)
    : view.members;
  const { discovered, doubted } = view;
  return nextView(view, { members, discovered, ownWord, doubted }, sameAddress);
}
