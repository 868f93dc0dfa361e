import { describe, expect, test } from "vitest";
import { describeIor, describeObjectKey } from "./describe-ior.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { encodeIiopProfile } from "./iiop-profile.ts";
import { nilIor } from "./ior.ts";
import { encodeMaxStreamFormat } from "./small-components.ts";
import { writeComponents } from "./tagged-component.ts";

describe("description of a reference", () => {
  test("nil", () => {
    expect(describeIor(nilIor)).toEqual({ typeId: "", nil: true, profiles: [] });
  });

  test("IPv6 in brackets, an opaque key with its printable text", () => {
    const objectKey = Uint8Array.of(0x4b, 0x65, 0x79, 0x00, 0x5c);
    const profile = encodeIiopProfile({
      major: 1,
      minor: 0,
      host: "::1",
      port: 2809,
      objectKey,
      components: [],
    });
    expect(describeIor({ typeId: "IDL:a:1.0", profiles: [profile] })).toEqual({
      typeId: "IDL:a:1.0",
      nil: false,
      profiles: [
        {
          tag: 0,
          name: "TAG_INTERNET_IOP",
          version: "1.0",
          address: "[::1]:2809",
          objectKey: { hex: "4b6579005c", text: "Key\\x00\\x5c", kind: "unknown" },
          components: [],
        },
      ],
    });
  });

  test("profiles of components, of unknown tags and of garbage", () => {
    const data = writeEncapsulated((writer) => writeComponents(writer, [encodeMaxStreamFormat(2)]));
    const profiles = [
      { tag: 1, data },
      { tag: 7, data: Uint8Array.of(1, 2) },
      { tag: 0, data: Uint8Array.of(0, 1) },
      { tag: 0, data: new Uint8Array(0) },
    ];
    const described = describeIor({ typeId: "", profiles }).profiles;
    expect(described[0]).toEqual({
      tag: 1,
      name: "TAG_MULTIPLE_COMPONENTS",
      components: [{ tag: 38, name: "TAG_RMI_CUSTOM_MAX_STREAM_FORMAT", format: 2 }],
    });
    expect(described[1]).toEqual({ tag: 7, name: "0x00000007", hex: "0102" });
    expect(described[2]).toMatchObject({ tag: 0, hex: "0001", problem: expect.any(String) });
    expect(described[3]).toMatchObject({ tag: 0, hex: "", problem: expect.any(String) });
  });

  test("an EJB's key tells bean and instance", () => {
    const key =
      "afabcb00000000260000006400000009533141532d4f5242000000000000000300000008526f6f74504f41000000000a2352464d4261736523000000000000433131373730353638383837353939313034335f52427573696e6573735f64656d6f2e616e63686f722e5f477265657465725f52656d6f74652d454a424f626a65637400000000001001a22cb34d7f0003000000040000000114";
    expect(describeObjectKey(new Uint8Array(Buffer.from(key, "hex")))).toMatchObject({
      kind: "stateless",
      glassFish: { beanId: "0x01a22cb34d7f0003", instance: "00000001" },
    });
  });

  test("is JSON", () => {
    const described = describeIor({ typeId: "x", profiles: [{ tag: 7, data: Uint8Array.of(1) }] });
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
  });
});
