import { describe, expect, test } from "vitest";
import { fromHex, loadGolden, masked } from "../../golden/load.ts";
import { CdrReader } from "../cdr/reader.ts";
import { decodeAlternateAddress, encodeAlternateAddress } from "./alternate-address.ts";
import { decodeClusterMember, encodeClusterMember } from "./cluster-member-component.ts";
import { decodeCodeSets, encodeCodeSets } from "./code-sets-component.ts";
import { decodeCsiMechanismList, encodeCsiMechanismList } from "./csi-mechanism-list.ts";
import { describeIor, type IorDescription } from "./describe-ior.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { toHex } from "./hex.ts";
import { decodeIiopProfile, encodeIiopProfile, iiopProfiles } from "./iiop-profile.ts";
import { type Ior, readIor, writeIor } from "./ior.ts";
import { decodeGlassFishKey, encodeGlassFishKey } from "./object-key.ts";
import {
  decodeMaxStreamFormat,
  decodeOrbType,
  decodeTransactionPolicy,
  encodeMaxStreamFormat,
  encodeOrbType,
  encodeTransactionPolicy,
} from "./small-components.ts";
import { parseIor } from "./stringified.ts";
import { ComponentTag, type TaggedComponent } from "./tagged-component.ts";

const goldens = loadGolden<IorDescription>("ior");
const canonical = goldens.filter((golden) => golden.canonical);

/** The component decoded and encoded anew, so that every member passes through our codec. */
function encodedAnew({ tag, data }: TaggedComponent): TaggedComponent {
  switch (tag) {
    case ComponentTag.TAG_ORB_TYPE:
      return encodeOrbType(decodeOrbType(data));
    case ComponentTag.TAG_CODE_SETS:
      return encodeCodeSets(decodeCodeSets(data));
    case ComponentTag.TAG_ALTERNATE_IIOP_ADDRESS:
      return encodeAlternateAddress(decodeAlternateAddress(data));
    case ComponentTag.TAG_OTS_POLICY:
    case ComponentTag.TAG_INV_POLICY:
      return encodeTransactionPolicy(tag, decodeTransactionPolicy(data));
    case ComponentTag.TAG_CSI_SEC_MECH_LIST:
      return encodeCsiMechanismList(decodeCsiMechanismList(data));
    case ComponentTag.TAG_RMI_CUSTOM_MAX_STREAM_FORMAT:
      return encodeMaxStreamFormat(decodeMaxStreamFormat(data));
    case ComponentTag.FOLB_CLUSTER_MEMBER:
      return encodeClusterMember(decodeClusterMember(data));
    case ComponentTag.FOLB_MEMBERSHIP_LABEL:
      return { tag, data };
    default:
      throw new Error(`golden files have component ${tag}, which this test cannot encode`);
  }
}

function readEncapsulated(octets: Uint8Array): Ior {
  const reader = CdrReader.ofEncapsulation(octets);
  const ior = readIor(reader);
  expect(reader.remaining()).toBe(0);
  return ior;
}

describe(`golden references: ${goldens.length} decode, ${canonical.length} encode to the same octets`, () => {
  test("there are some of every server", () => {
    const servers = new Set(goldens.map((golden) => golden.server));
    expect([...servers].sort()).toEqual(["Eclipse ORB", "GlassFish", "JacORB", "WildFly"]);
  });

  test.each(goldens)("$name: $description", ({ hex, meaning, padding }) => {
    const octets = fromHex(hex);
    expect(describeIor(readEncapsulated(octets))).toMatchObject(meaning);
    expect(describeIor(parseIor(`IOR:${hex}`))).toMatchObject(meaning);
    // What the file calls padding must not matter.
    expect(describeIor(readEncapsulated(masked(octets, padding)))).toMatchObject(meaning);
  });

  test.each(canonical)("$name encodes to the same octets", ({ hex, padding }) => {
    const octets = fromHex(hex);
    const { typeId, profiles } = readEncapsulated(octets);
    const anew = profiles.map((profile) => {
      const decoded = decodeIiopProfile(profile.data);
      return encodeIiopProfile({ ...decoded, components: decoded.components.map(encodedAnew) });
    });
    const encoded = writeEncapsulated((writer) => writeIor(writer, { typeId, profiles: anew }));
    expect(toHex(encoded)).toBe(toHex(masked(octets, padding)));
  });

  test.each(goldens)("$name: the key encodes to the same octets", ({ hex }) => {
    for (const { objectKey } of iiopProfiles(readEncapsulated(fromHex(hex)))) {
      const key = decodeGlassFishKey(objectKey);
      if (key !== undefined) expect(toHex(encodeGlassFishKey(key))).toBe(toHex(objectKey));
    }
  });
});
