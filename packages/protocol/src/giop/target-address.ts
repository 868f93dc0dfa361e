import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { decodeIiopProfile } from "../ior/iiop-profile.ts";
import { type Ior, readIor, type TaggedProfile, writeIor } from "../ior/ior.ts";

/** How a GIOP 1.2 request names its object (CORBA 3.3 part 2, §9.4.2.2). */
export type TargetAddress =
  | { readonly objectKey: Uint8Array }
  | { readonly profile: TaggedProfile }
  | { readonly ior: Ior; readonly index: number };

/** The discriminators of a target address, also the body of a NEEDS_ADDRESSING_MODE reply. */
export const AddressingDisposition = { key: 0, profile: 1, reference: 2 } as const;

/** Reads a target address: a discriminator, then what it stands for. */
export function readTargetAddress(reader: CdrReader): TargetAddress {
  const disposition = reader.ushort();
  switch (disposition) {
    case AddressingDisposition.key:
      return { objectKey: reader.octets() };
    case AddressingDisposition.profile:
      return { profile: { tag: reader.ulong(), data: reader.octets() } };
    case AddressingDisposition.reference: {
      const index = reader.ulong();
      return { index, ior: readIor(reader) };
    }
    default:
      return reader.fail(`${disposition} is no addressing disposition`);
  }
}

/** Writes a target address by whichever member it has. */
export function writeTargetAddress(writer: CdrWriter, target: TargetAddress): void {
  if ("objectKey" in target) {
    writer.ushort(AddressingDisposition.key);
    writer.octets(target.objectKey);
  } else if ("profile" in target) {
    writer.ushort(AddressingDisposition.profile);
    writer.ulong(target.profile.tag);
    writer.octets(target.profile.data);
  } else {
    writer.ushort(AddressingDisposition.reference);
    writer.ulong(target.index);
    writeIor(writer, target.ior);
  }
}

/** The object key inside a target address; undefined when its profile is not IIOP's. */
export function objectKeyOf(target: TargetAddress): Uint8Array | undefined {
  if ("objectKey" in target) return target.objectKey;
  const profile = "profile" in target ? target.profile : target.ior.profiles[target.index];
  // TAG_INTERNET_IOP is 0 (§9.7.2).
  return profile?.tag === 0 ? decodeIiopProfile(profile.data).objectKey : undefined;
}
