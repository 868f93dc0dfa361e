// Interoperable object references (CORBA 3.3 part 2, §7.6): a type id and a list of tagged
// profiles.
import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";

/** Tag of an IIOP profile (CORBA 3.3 part 2, §7.6). */
export const TAG_INTERNET_IOP = 0;
/** Tag of a profile that is only a list of components (CORBA 3.3 part 2, §7.6). */
export const TAG_MULTIPLE_COMPONENTS = 1;

/**
 * One way to reach an object: a tag that says how to read it, and octets kept exactly as they came.
 */
export interface TaggedProfile {
  /** 0 for IIOP (TAG_INTERNET_IOP); others are carried along. */
  readonly tag: number;
  /** The encapsulation, exactly as it came. */
  readonly data: Uint8Array;
}

/**
 * An object reference as it travels: the repository id of its type, and its profiles in the
 * sender's order.
 */
export interface Ior {
  /** Repository id; empty when the reference does not tell, as those of a corbaloc. */
  readonly typeId: string;
  /** Ways to reach the object, the best first. None: nil. */
  readonly profiles: readonly TaggedProfile[];
}

// Tag and length of an empty profile: no profile takes fewer octets, so a count above remaining / 8
// is a lie.
const minOctetsPerProfile = 8;

/** The reference to nothing: no type id and no profile. */
export const nilIor: Ior = Object.freeze({ typeId: "", profiles: Object.freeze([]) });

/**
 * Whether a reference is nil. The profiles decide; some ORBs leave a type id in a nil (§7.6 wants
 * it empty).
 */
export function isNil(ior: Ior): boolean {
  return ior.profiles.length === 0;
}

/** Whether a value is a reference as it travels, and not a stub or anything else. */
export function isIor(value: unknown): value is Ior {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Ior).typeId === "string" &&
    Array.isArray((value as Ior).profiles)
  );
}

/**
 * Reads an IOR. Profile data is copied, because a reference lives longer than the message it came
 * in.
 */
export function readIor(reader: CdrReader): Ior {
  const typeId = reader.string();
  const count = reader.sequenceLength(minOctetsPerProfile);
  const profiles: TaggedProfile[] = [];
  for (let i = 0; i < count; i++) {
    const tag = reader.ulong();
    profiles.push({ tag, data: reader.octets().slice() });
  }
  return { typeId, profiles };
}

/** Writes an IOR; profiles of any tag go out with the octets they came in with. */
export function writeIor(writer: CdrWriter, ior: Ior): void {
  writer.string(ior.typeId);
  writer.ulong(ior.profiles.length);
  for (const profile of ior.profiles) {
    writer.ulong(profile.tag);
    writer.octets(profile.data);
  }
}
