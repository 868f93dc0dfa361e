import fc from "fast-check";
import { expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { RemoteProtocolError } from "../errors.ts";
import { namingContext } from "../naming/operations.ts";
import { decodeAlternateAddress, encodeAlternateAddress } from "./alternate-address.ts";
import { decodeClusterMember, encodeClusterMember } from "./cluster-member-component.ts";
import { decodeCodeSets, encodeCodeSets } from "./code-sets-component.ts";
import { formatCorbaloc, parseCorbaloc } from "./corbaloc.ts";
import { formatCorbaname, parseCorbaname } from "./corbaname.ts";
import { decodeCsiMechanismList, encodeCsiMechanismList } from "./csi-mechanism-list.ts";
import { describeIor } from "./describe-ior.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { exportedNameOfRealm, realmOfExportedName } from "./exported-name.ts";
import { decodeIiopProfile, encodeIiopProfile, iiopProfiles } from "./iiop-profile.ts";
import { type Ior, readIor, writeIor } from "./ior.ts";
import { decodeIorUpdate, encodeIorUpdate } from "./ior-update.ts";
import { decodeGlassFishKey, encodeGlassFishKey, keyKind } from "./object-key.ts";
import { parseIor, stringifyIor } from "./stringified.ts";
import { decodeTlsTransport, encodeTlsTransport } from "./tls-transport.ts";

const ulong = fc.nat(0xffff_ffff);
const port = fc.nat(0xffff);
const octets = fc.uint8Array({ maxLength: 40 });
// NUL cannot stand in a CDR string; encapsulations hold ISO 8859-1.
const latin = fc.string({
  unit: fc.integer({ min: 1, max: 0xff }).map((code) => String.fromCharCode(code)),
  maxLength: 20,
});
const tagged = fc.record({ tag: ulong, data: octets });
const address = fc.record({ host: latin, port });
const ior: fc.Arbitrary<Ior> = fc.record({
  typeId: latin,
  profiles: fc.array(tagged, { maxLength: 4 }),
});
const profile = fc.record({
  major: fc.constant(1),
  minor: fc.integer({ min: 1, max: 2 }),
  host: latin,
  port,
  objectKey: octets,
  components: fc.array(tagged, { maxLength: 4 }),
});
const member = fc.record({
  name: latin,
  weight: fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
  sockets: fc.array(fc.record({ type: latin, host: latin, port: fc.nat(0x7fff_ffff) }), {
    maxLength: 4,
  }),
});
const support = fc.record({ native: ulong, conversions: fc.array(ulong, { maxLength: 4 }) });
const tls = fc.record({
  supports: port,
  requires: port,
  addresses: fc.array(address, { maxLength: 3 }),
});
const mechanism = fc.record({
  targetRequires: port,
  transport: fc.oneof(
    tls.map((transport) => ({ kind: "tls" as const, ...transport })),
    fc.constant({ kind: "none" as const }),
    fc.record({ kind: fc.constant("other" as const), tag: fc.constant(35), data: octets }),
  ),
  authentication: fc.record({
    supports: port,
    requires: port,
    mechanism: octets,
    targetName: octets,
  }),
  attributes: fc.record({
    supports: port,
    requires: port,
    privilegeAuthorities: fc.array(fc.record({ syntax: ulong, name: octets }), { maxLength: 2 }),
    namingMechanisms: fc.array(octets, { maxLength: 2 }),
    identityTypes: ulong,
  }),
});
const component = fc.record({ id: fc.string({ maxLength: 8 }), kind: fc.string({ maxLength: 8 }) });
const corbaloc = fc.record({
  objectKey: fc.uint8Array({ minLength: 1, maxLength: 30 }),
  addresses: fc.array(
    fc.record({
      protocol: fc.constant("iiop" as const),
      major: fc.constant(1),
      minor: fc.nat(2),
      host: fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6()),
      port: fc.integer({ min: 1, max: 0xffff }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

/**
 * Runs a decoder on hostile octets: it may answer anything, or throw RemoteProtocolError, and
 * nothing else.
 */
function survives(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    if (!(error instanceof RemoteProtocolError)) throw error;
  }
}

test("what is encoded is decoded", () => {
  const roundTrip = <T>(
    arbitrary: fc.Arbitrary<T>,
    encode: (value: T) => Uint8Array,
    decode: (data: Uint8Array) => unknown,
  ): void =>
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(decode(encode(value))).toEqual(value);
      }),
    );
  roundTrip(profile, (value) => encodeIiopProfile(value).data, decodeIiopProfile);
  roundTrip(address, (value) => encodeAlternateAddress(value).data, decodeAlternateAddress);
  roundTrip(member, (value) => encodeClusterMember(value).data, decodeClusterMember);
  roundTrip(
    fc.record({ char: support, wchar: support }),
    (value) => encodeCodeSets(value).data,
    decodeCodeSets,
  );
  roundTrip(tls, (value) => encodeTlsTransport(value).data, decodeTlsTransport);
  roundTrip(
    fc.record({ stateful: fc.boolean(), mechanisms: fc.array(mechanism, { maxLength: 3 }) }),
    (value) => encodeCsiMechanismList(value).data,
    decodeCsiMechanismList,
  );
  roundTrip(ior, encodeIorUpdate, decodeIorUpdate);
  roundTrip(
    fc.string({ unit: "grapheme", maxLength: 20 }),
    exportedNameOfRealm,
    realmOfExportedName,
  );
});

test("a reference survives as text", () => {
  fc.assert(
    fc.property(ior, (value) => {
      expect(parseIor(stringifyIor(value))).toEqual(value);
    }),
  );
});

test("a reference survives inside a message at any offset", () => {
  fc.assert(
    fc.property(ior, fc.nat(7), (value, offset) => {
      const data = writeEncapsulated((writer) => {
        writer.raw(new Uint8Array(offset));
        writeIor(writer, value);
      });
      const reader = CdrReader.ofEncapsulation(data);
      reader.skip(offset);
      expect(readIor(reader)).toEqual(value);
    }),
  );
});

test("GlassFish keys survive", () => {
  const key = fc.record({
    subcontract: fc.integer({ min: 32, max: 0xffff }),
    serverId: ulong,
    orbId: fc.string({ unit: "grapheme-ascii", maxLength: 9 }),
    adapter: fc.array(fc.string({ unit: "grapheme-ascii", maxLength: 9 }), { maxLength: 3 }),
    objectId: octets,
    version: fc.nat(255),
  });
  fc.assert(
    fc.property(key, (value) => {
      expect(decodeGlassFishKey(encodeGlassFishKey(value))).toEqual(value);
    }),
  );
});

test("corbaloc survives as text", () => {
  fc.assert(
    fc.property(corbaloc, (value) => {
      expect(parseCorbaloc(formatCorbaloc(value))).toMatchObject(value);
    }),
  );
});

test("corbaname survives as text, whatever stands in the name", () => {
  fc.assert(
    fc.property(corbaloc, fc.array(component, { maxLength: 3 }), (value, name) => {
      const corbaname = { ...value, name };
      expect(parseCorbaname(formatCorbaname(corbaname))).toMatchObject(corbaname);
    }),
  );
});

test("random octets end in a value or in RemoteProtocolError", () => {
  const decoders: ((data: Uint8Array) => unknown)[] = [
    decodeIiopProfile,
    decodeAlternateAddress,
    decodeClusterMember,
    decodeCodeSets,
    decodeTlsTransport,
    decodeCsiMechanismList,
    decodeIorUpdate,
    (data) => readIor(new CdrReader(data, 0, data.length)),
    (data) => namingContext.list.readResult(new CdrReader(data, 0, data.length)),
    (data) => namingContext.bind.readArguments(new CdrReader(data, 0, data.length)),
  ];
  // Small octets make short lengths, which get further into the decoders than random ones.
  const small = fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(6), fc.nat(255)),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 80 }),
        small.map((list) => Uint8Array.from(list)),
      ),
      (data) => {
        for (const decode of decoders) survives(() => decode(data));
        keyKind(data);
        realmOfExportedName(data);
      },
    ),
    { numRuns: 500 },
  );
});

test("damaged references are described or refused", () => {
  const whole = fc.record({
    typeId: latin,
    profiles: fc.array(profile.map(encodeIiopProfile), { minLength: 1, maxLength: 2 }),
  });
  fc.assert(
    fc.property(whole, fc.nat(), fc.nat(255), fc.boolean(), (value, at, octet, cut) => {
      const data = Uint8Array.from(encodeIorUpdate(value));
      const position = at % data.length;
      data[position] = octet;
      const damaged = cut ? data.subarray(0, position) : data;
      survives(() => {
        const read = decodeIorUpdate(damaged);
        JSON.stringify(describeIor(read));
        iiopProfiles(read);
      });
    }),
    { numRuns: 500 },
  );
});
