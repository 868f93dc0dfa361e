import {
  clusterMembers,
  decodeIorUpdate,
  firstIiopProfile,
  type Ior,
  membershipLabel,
} from "@remora/protocol/internal";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import type { EventHub } from "../events.ts";
import type { Epoch } from "../failover/call-runtime.ts";
import type { Cluster } from "./cluster.ts";
import type { EndpointRegistry } from "./endpoint-registry.ts";
import { clearEndpointsOf, targetOf } from "./endpoints-of-ior.ts";

/**
 * Labels out, IOR updates in: what references and replies tell of the cluster, without asking.
 *
 * Each instance of GlassFish has a label of its own and compares it with the one in a request; when they differ, its
 * reply carries a fresh reference of about 800 octets. So labels are kept by endpoint, not by reference: what the
 * endpoint sent last is what it wants to hear.
 */
export class Membership {
  readonly #registry: EndpointRegistry;
  readonly #hub: EventHub;
  readonly #epoch: Epoch;
  readonly #followed: boolean;

  /** `followed`: whether updates feed views; labels are kept in any case, since a wrong one makes every reply longer. */
  constructor(registry: EndpointRegistry, hub: EventHub, epoch: Epoch, followed: boolean) {
    this.#registry = registry;
    this.#hub = hub;
    this.#epoch = epoch;
    this.#followed = followed;
  }

  /** A reply from an endpoint carried an IOR update. Malformed data is dropped; the reply itself stays good. */
  onUpdate(data: Uint8Array, from: RemoteEndpoint, cluster: Cluster | undefined): Ior | undefined {
    try {
      const ior = decodeIorUpdate(data);
      // Read whole here, so that nobody after this meets an octet that cannot be read.
      targetOf(ior);
      this.#learn(ior, from, cluster, true);
      return ior;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#hub.emit("warning", {
        code: "MEMBERSHIP_DATA",
        message: `${from.key} sent membership data that cannot be read (dropped): ${text}`,
      });
      return undefined;
    }
  }

  /** A fresh reference from an endpoint: its members are news, its label only while nothing better is known. */
  onReference(ior: Ior, from: RemoteEndpoint, cluster: Cluster | undefined): void {
    this.#learn(ior, from, cluster, false);
  }

  /** Label first, then members; each may be news without the other. */
  #learn(ior: Ior, from: RemoteEndpoint, cluster: Cluster | undefined, isUpdate: boolean): void {
    const profile = firstIiopProfile(ior);
    if (profile === undefined) return;
    const label = membershipLabel(profile.components);
    const endpoint = from.canonical;
    if (label !== undefined && (isUpdate || endpoint.label === undefined)) {
      const known = endpoint.label;
      if (known === undefined || !sameOctets(known, label)) {
        endpoint.label = label;
        this.#epoch.value += 1;
      }
    }
    // A label inside a fresh reference may be stale already, and so may its members: only updates feed the view.
    if (!isUpdate || !this.#followed || cluster === undefined) return;
    const told = clusterMembers(profile.components);
    if (told.length === 0) return;
    const by = { name: from.key, remoteAddress: from.remoteAddress };
    const members = told.map((member) => ({
      name: member.name,
      weight: member.weight,
      endpoints: clearEndpointsOf(member)
        .map((each) => this.#registry.advertised(each, by))
        .flatMap((each) => (each.ok ? [each.endpoint.endpoint] : [])),
    }));
    // An update of another cluster must never feed this view.
    const related = members.some(
      (member) =>
        cluster.hasMember(member.name) ||
        member.endpoints.some(
          (each) => cluster.memberAt(this.#registry.ofMapped(each)) !== undefined,
        ),
    );
    if (!related) return;
    cluster.feed(
      { from: undefined, fromEndpoint: endpoint.endpoint, members, complete: true },
      "reply",
    );
  }
}

function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, index) => octet === b[index]);
}
