import { describe, expect, test } from "vitest";
import { LocalProtocolError, RemoteProtocolError } from "../errors.ts";
import { alternateAddresses, encodeAlternateAddress } from "./alternate-address.ts";
import { toHex } from "./hex.ts";
import {
  decodeIiopProfile,
  encodeIiopProfile,
  firstIiopProfile,
  type IiopProfile,
  iiopProfiles,
} from "./iiop-profile.ts";
import { type Ior, isNil, nilIor } from "./ior.ts";
import { parseIor, stringifyIor } from "./stringified.ts";

const base: IiopProfile = {
  major: 1,
  minor: 2,
  host: "app1",
  port: 3700,
  objectKey: Uint8Array.of(1, 2, 3),
  components: [],
};

describe("IIOP profile", () => {
  test.each([0, 1, 2])("version 1.%i survives", (minor) => {
    const profile = { ...base, minor };
    expect(decodeIiopProfile(encodeIiopProfile(profile).data)).toEqual(profile);
  });

  test("1.0 ends behind the object key, 1.1 has a count of components", () => {
    const [version0, version1] = ["00010000", "00010100"];
    const addressAndKey = "000000056170703100000e7400000003010203";
    expect(toHex(encodeIiopProfile({ ...base, minor: 0 }).data)).toBe(version0 + addressAndKey);
    // One octet of padding before the count.
    expect(toHex(encodeIiopProfile({ ...base, minor: 1 }).data)).toBe(
      `${version1}${addressAndKey}0000000000`,
    );
  });

  test("components keep their order and octets", () => {
    const components = [
      { tag: 0xdead_beef, data: Uint8Array.of(9, 8, 7) },
      encodeAlternateAddress({ host: "::1", port: 1 }),
      { tag: 0xdead_beef, data: new Uint8Array(0) },
    ];
    const decoded = decodeIiopProfile(encodeIiopProfile({ ...base, components }).data);
    expect(decoded.components).toEqual(components);
    expect(alternateAddresses(decoded.components)).toEqual([{ host: "::1", port: 1 }]);
  });

  test("a later minor version with members appended is read as 1.2", () => {
    const data = encodeIiopProfile({ ...base, minor: 7 }).data;
    const longer = Uint8Array.of(...data, 1, 2, 3, 4, 5);
    expect(decodeIiopProfile(longer)).toEqual({ ...base, minor: 7 });
  });

  test("another major version is refused alone and left out of a reference", () => {
    const data = encodeIiopProfile(base).data;
    const other = Uint8Array.from(data);
    other[1] = 2;
    expect(() => decodeIiopProfile(other)).toThrow(RemoteProtocolError);
    const ior: Ior = {
      typeId: "",
      profiles: [
        { tag: 0, data: other },
        { tag: 0, data },
        { tag: 7, data },
      ],
    };
    expect(iiopProfiles(ior)).toEqual([base]);
    expect(firstIiopProfile(ior)).toEqual(base);
    expect(firstIiopProfile(nilIor)).toBeUndefined();
  });

  test("little-endian data is read", () => {
    const data = Uint8Array.of(1, 1, 1, 0xff, 2, 0, 0, 0, 0x61, 0, 0x74, 0x0e, 1, 0, 0, 0, 0x6b);
    expect(() => decodeIiopProfile(data)).toThrow(RemoteProtocolError);
    const whole = Uint8Array.of(...data, 0xff, 0xff, 0xff, 0, 0, 0, 0);
    expect(decodeIiopProfile(whole)).toEqual({
      major: 1,
      minor: 1,
      host: "a",
      port: 3700,
      objectKey: Uint8Array.of(0x6b),
      components: [],
    });
  });

  test("what cannot be encoded is said, not cut", () => {
    expect(() => encodeIiopProfile({ ...base, port: 65_536 })).toThrow(/port 65536/);
    const components = [{ tag: 1, data: new Uint8Array(0) }];
    expect(() => encodeIiopProfile({ ...base, minor: 0, components })).toThrow(LocalProtocolError);
  });

  test("decoded octets do not change with the buffer they came from", () => {
    const data = encodeIiopProfile(base).data;
    const decoded = decodeIiopProfile(data);
    data.fill(0xee);
    expect(decoded.objectKey).toEqual(Uint8Array.of(1, 2, 3));
  });
});

describe("reference", () => {
  test("nil has neither type id nor profiles, and stays nil", () => {
    expect(isNil(nilIor)).toBe(true);
    expect(stringifyIor(nilIor)).toBe("IOR:00000000000000010000000000000000");
    expect(isNil(parseIor(stringifyIor(nilIor)))).toBe(true);
  });

  test("a nil with a type id, as some ORBs write it, is nil", () => {
    expect(isNil({ typeId: "IDL:omg.org/CORBA/Object:1.0", profiles: [] })).toBe(true);
  });

  test("profiles of unknown tags go out as they came", () => {
    const ior: Ior = {
      typeId: "IDL:a:1.0",
      profiles: [
        { tag: 0x4f4d_4711, data: Uint8Array.of(1, 2, 3, 4, 5) },
        { tag: 1, data: new Uint8Array(0) },
      ],
    };
    const text = stringifyIor(ior);
    expect(parseIor(text)).toEqual(ior);
    expect(stringifyIor(parseIor(text))).toBe(text);
  });
});
