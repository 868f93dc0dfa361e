import type { Candidate } from "../candidate.ts";
import { checkKeys, checkWord } from "../checked-options.ts";
import type { Selection } from "../policy.ts";

/** What arrives at a site. */
export interface AlteonArrival {
  /** Name of the site it arrived at. */
  readonly site: string;
  /** The protocol. Only HTTP can be sent elsewhere by an answer. */
  readonly protocol: "http" | "other";
  /** Path and query, with the slash in front. Default `/`. */
  readonly path?: string;
}

/** What a site does with work that it cannot take itself. A model, for simulation. */
export interface AlteonRedirectOptions {
  /** HTTP redirect. Off: the connection is dropped, and the browser asks for the name again. Default true. */
  readonly redirect?: boolean;
  /** `usern`: the name of the peer stands in the redirect, not its address. Default false. */
  readonly byName?: boolean;
  /** `noremote`: peers take nothing over. Default false. */
  readonly noRemote?: boolean;
}

/** What becomes of it. */
export type AlteonHandling =
  /** The site serves it. */
  | { readonly action: "serve" }
  /** The client is told to go to a peer. */
  | { readonly action: "redirect"; readonly site: string; readonly location: string }
  /** The site passes it on to a peer, under an address of its own. */
  | { readonly action: "forward"; readonly site: string; readonly address: string }
  /** Nothing: the client has to ask again. */
  | { readonly action: "drop"; readonly reason: string };

/**
 * What a site does with what arrives: it serves it, unless it has no healthy server or all of them are at their limit; then a
 * peer takes over.
 *
 * @param canServe - whether the site has a healthy server with room
 * @param peers - a decision among all sites; the first that is not this one is the peer
 * @throws InvalidPolicyError when an option is unknown
 */
export function alteonHandling(
  arrival: AlteonArrival,
  canServe: boolean,
  peers: () => Selection,
  options: AlteonRedirectOptions = {},
): AlteonHandling {
  checkKeys("alteonRedirect", options, ["redirect", "byName", "noRemote"]);
  checkWord("alteonRedirect.protocol", arrival.protocol, ["http", "other"]);
  if (canServe) return { action: "serve" };
  if (options.noRemote === true) return { action: "drop", reason: "peers take nothing over" };
  if (arrival.protocol === "http" && options.redirect === false) {
    return { action: "drop", reason: "redirects are off" };
  }
  const peer = firstPeer(peers(), arrival.site);
  if (peer === undefined) return { action: "drop", reason: "no peer can take it" };
  const { name, address = peer.name } = peer;
  if (arrival.protocol === "other") return { action: "forward", site: name, address };
  const host = options.byName === true ? name : address;
  const authority = host.includes(":") ? `[${host}]` : host;
  return { action: "redirect", site: name, location: `http://${authority}${arrival.path ?? "/"}` };
}

function firstPeer(selection: Selection, site: string): Candidate | undefined {
  const among = (sites: Iterable<Candidate>): Candidate | undefined => {
    for (const each of sites) if (each.name !== site) return each;
    return undefined;
  };
  return among(selection.chosen) ?? among(selection.alternates());
}
