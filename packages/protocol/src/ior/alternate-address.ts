// TAG_ALTERNATE_IIOP_ADDRESS (CORBA 3.3 part 2, §9.7): a further address where the same key is
// served.
import { CdrReader } from "../cdr/reader.ts";
import { checkedPort, writeEncapsulated } from "./encapsulated.ts";
import { ComponentTag, type TaggedComponent } from "./tagged-component.ts";

/** Host and port of a listener as a reference advertises them; not yet resolved, not yet mapped. */
export interface AdvertisedAddress {
  readonly host: string;
  readonly port: number;
}

/** Decodes one alternate address. */
export function decodeAlternateAddress(data: Uint8Array): AdvertisedAddress {
  const reader = CdrReader.ofEncapsulation(data);
  const host = reader.string();
  return { host, port: reader.ushort() };
}

/** Encodes one alternate address. */
export function encodeAlternateAddress(address: AdvertisedAddress): TaggedComponent {
  const data = writeEncapsulated((writer) => {
    writer.string(address.host);
    writer.ushort(checkedPort(address.port, "an alternate address"));
  });
  return { tag: ComponentTag.TAG_ALTERNATE_IIOP_ADDRESS, data };
}

/** All alternate addresses of a profile, in the order written; §9.7 prescribes none. */
export function alternateAddresses(
  components: readonly TaggedComponent[],
): readonly AdvertisedAddress[] {
  return components
    .filter((component) => component.tag === ComponentTag.TAG_ALTERNATE_IIOP_ADDRESS)
    .map((component) => decodeAlternateAddress(component.data));
}
