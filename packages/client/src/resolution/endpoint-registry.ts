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
 * texts are one listener is known when a connect has told the numeric address; from then on one stands for both.
 */
export class EndpointRegistry {
  readonly #byKey = new Map<string, RemoteEndpoint>();
  readonly #byAddress = new Map<string, RemoteEndpoint>();
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

  /** The endpoint as it is dialled, made at first use. */
  of(endpoint: Endpoint): RemoteEndpoint {
    return this.ofMapped(this.mapped(endpoint));
  }

  /** The endpoint of an address that has passed the map already: those of views have. */
  ofMapped(mapped: Endpoint): RemoteEndpoint {
    const key = endpointKey(mapped);
    let known = this.#byKey.get(key);
    if (known === undefined) {
      known = new RemoteEndpoint(mapped, key, this.#settings, this.#transport, this.#listener);
      this.#byKey.set(key, known);
    }
    return known.canonical;
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
    if (!endpoint.soleAddress || endpoint.remoteAddress === "") return;
    const address = `${endpoint.remoteAddress}:${endpoint.endpoint.port}:${endpoint.endpoint.security}`;
    for (const [known, holder] of this.#byAddress) {
      // The name has moved: what lived at its old address is somebody else's to say.
      if (holder === endpoint && known !== address) this.#byAddress.delete(known);
    }
    const first = this.#byAddress.get(address);
    if (first === undefined) this.#byAddress.set(address, endpoint.canonical);
    else endpoint.mergeInto(first);
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
    for (const [address, endpoint] of this.#byAddress) {
      if (!kept.has(endpoint.canonical)) this.#byAddress.delete(address);
    }
    return gone;
  }

  /** A loopback address means this host when the peer that tells it is on this host. */
  #isHere(remoteAddress: string | undefined): boolean {
    return remoteAddress === undefined || isLoopback(remoteAddress);
  }
}
