import { type Endpoint, endpointKey } from "@remora/cluster";
import {
  type EndpointListener,
  type EndpointSettings,
  RemoteEndpoint,
} from "../connection/remote-endpoint.ts";
import type { Transport } from "../transport/transport.ts";
import { type AddressTranslation, isAnyAddress, isLoopback } from "./address-map.ts";

/** An address that a peer advertised, as it may be used: an endpoint, or the reason why not. */
export type AdvertisedEndpoint =
  | { readonly ok: true; readonly endpoint: RemoteEndpoint }
  | { readonly ok: false; readonly reason: string };

/**
 * All endpoints of an Orb by address, each once. Addresses pass the address map here, wherever they come from:
 * bootstrap, forwards, members, alternates.
 *
 * Every GlassFish server appears under two texts, the number in profiles and the name in member components. Which
 * texts are one listener is known when a connect has told the numeric address; from then on one stands for both, the
 * number if there is one: it cannot move. A name that has moved stands for itself again.
 */
export class EndpointRegistry {
  readonly #byKey = new Map<string, RemoteEndpoint>();
  /** The texts that led to each numeric address at their last connect. */
  readonly #textsAt = new Map<string, RemoteEndpoint[]>();
  #changes = 0;
  readonly #translate: AddressTranslation;
  readonly #settings: EndpointSettings;
  readonly #transport: Transport;
  readonly #listener: EndpointListener;

  constructor(
    translate: AddressTranslation,
    settings: EndpointSettings,
    transport: Transport,
    listener: EndpointListener,
  ) {
    this.#translate = translate;
    this.#settings = settings;
    this.#transport = transport;
    this.#listener = listener;
  }

  /** Counts whenever two texts become one listener or cease to be: what was derived from that is out of date. */
  get changes(): number {
    return this.#changes;
  }

  /** The endpoint as it is dialled, made at first use. */
  of(endpoint: Endpoint): RemoteEndpoint {
    const mapped = this.mapped(endpoint);
    const text = this.#textOf(mapped);
    if (mapped !== endpoint) text.noteAdvertisedAs(endpoint);
    return text.canonical;
  }

  /** The endpoint of an address that has passed the map already: those of views have. */
  ofMapped(mapped: Endpoint): RemoteEndpoint {
    return this.#textOf(mapped).canonical;
  }

  #textOf(mapped: Endpoint): RemoteEndpoint {
    const key = endpointKey(mapped);
    let known = this.#byKey.get(key);
    if (known === undefined) {
      known = new RemoteEndpoint(
        mapped,
        key,
        this.#settings,
        this.#transport,
        this.#listener,
        (moved) => this.#leave(moved, undefined),
      );
      this.#byKey.set(key, known);
    }
    return known;
  }

  /** The address map, applied. */
  mapped(endpoint: Endpoint): Endpoint {
    const to = this.#translate(endpoint);
    return to.host === endpoint.host && to.port === endpoint.port
      ? endpoint
      : { ...endpoint, host: to.host, port: to.port };
  }

  /**
   * The endpoint that a peer advertised. Any-addresses and port 0 are no destinations; a loopback address from a
   * peer on another host means that peer, not this one.
   */
  advertised(
    endpoint: Endpoint,
    by: { readonly name: string; readonly remoteAddress: string | undefined },
  ): AdvertisedEndpoint {
    const mapped = this.mapped(endpoint);
    const shown = `${endpoint.host}:${endpoint.port}`;
    const remedy = `reach it with addressMap: { ${JSON.stringify(shown)}: "host:port" }`;
    if (isAnyAddress(mapped.host) || mapped.port === 0) {
      return {
        ok: false,
        reason: `${by.name} advertises ${shown}, which is no destination; ${remedy}`,
      };
    }
    if (mapped === endpoint && isLoopback(mapped.host) && !this.#isHere(by.remoteAddress)) {
      return {
        ok: false,
        reason: `${by.name} advertises the loopback address ${shown}, which would be this host; ${remedy}`,
      };
    }
    const key = endpointKey(mapped);
    const isNew = !this.#byKey.has(key);
    const found = this.of(endpoint);
    if (isNew) found.advertisedBy = by.name;
    return { ok: true, endpoint: found };
  }

  /** A connect told the numeric address: the same address and port are the same listener. */
  noteConnected(endpoint: RemoteEndpoint): void {
    // A name with several addresses may reach another server next time: it is nobody's other text.
    const address =
      endpoint.soleAddress && endpoint.remoteAddress !== ""
        ? `${endpoint.remoteAddress}:${endpoint.endpoint.port}:${endpoint.endpoint.security}`
        : undefined;
    this.#leave(endpoint, address);
    if (address === undefined) return;
    const texts = this.#textsAt.get(address) ?? [];
    if (texts.includes(endpoint)) return;
    this.#textsAt.set(address, [...texts, endpoint]);
    this.#lead(address);
  }

  /** The text is not at any other address than this one any more. */
  #leave(endpoint: RemoteEndpoint, now: string | undefined): void {
    for (const [address, texts] of this.#textsAt) {
      if (address === now || !texts.includes(endpoint)) continue;
      const left = texts.filter((text) => text !== endpoint);
      const { label } = endpoint.canonical;
      this.#changes += 1;
      endpoint.standAlone();
      // The label is of the listener, which stays where it is, as do the texts that this one stood for.
      endpoint.label = undefined;
      for (const text of left) {
        if (text.canonical !== endpoint) continue;
        text.standAlone();
        text.label = label;
      }
      if (left.length === 0) this.#textsAt.delete(address);
      else this.#textsAt.set(address, left);
      this.#lead(address);
    }
  }

  /** One text of an address stands for all of them. */
  #lead(address: string): void {
    const texts = this.#textsAt.get(address) ?? [];
    const leader = texts.find((text) => text.numeric) ?? texts[0];
    if (leader === undefined) return;
    for (const text of texts) {
      if (text.canonical === leader) continue;
      text.follow(leader);
      this.#changes += 1;
    }
  }

  /** The key of the endpoint that stands for this one. */
  canonicalKey(key: string): string {
    return this.#byKey.get(key)?.canonical.key ?? key;
  }

  /** Every endpoint, those included that another text stands for. */
  all(): IterableIterator<RemoteEndpoint> {
    return this.#byKey.values();
  }

  /** Forgets endpoints that nobody counts on any more and that have no connection; returns them. */
  forgetUnless(wanted: (endpoint: RemoteEndpoint) => boolean): readonly RemoteEndpoint[] {
    const kept = new Set<RemoteEndpoint>();
    for (const endpoint of this.#byKey.values()) {
      if (wanted(endpoint) || endpoint.inUse) kept.add(endpoint.canonical);
    }
    const gone = [...this.#byKey.values()].filter((endpoint) => !kept.has(endpoint.canonical));
    for (const endpoint of gone) this.#byKey.delete(endpoint.key);
    for (const [address, [first]] of this.#textsAt) {
      if (first === undefined || !kept.has(first.canonical)) this.#textsAt.delete(address);
    }
    return gone;
  }

  /** A loopback address means this host when the peer that tells it is on this host. */
  #isHere(remoteAddress: string | undefined): boolean {
    return remoteAddress === undefined || isLoopback(remoteAddress);
  }
}
