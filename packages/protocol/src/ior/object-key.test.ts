import { describe, expect, test } from "vitest";
import { toHex } from "./hex.ts";
import {
  decodeEjbObjectId,
  decodeGlassFishKey,
  encodeGlassFishKey,
  keyKind,
} from "./object-key.ts";

const octets = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
const ejb = (adapter: string, objectId: string): Uint8Array =>
  encodeGlassFishKey({
    subcontract: 38,
    serverId: 100,
    orbId: "S1AS-ORB",
    adapter: ["RootPOA", "#RFMBase#", adapter],
    objectId: octets(objectId),
    version: 20,
  });

// Keys of one run of a GlassFish 7.0.15 cluster.
const rootContext =
  "afabcb00000000200000006400000009533141532d4f5242000000000000000200000008526f6f74504f41000000000d544e616d65536572766963650000000000000008000000010000000114";
const codeBase = "afabcb00000000020000006400000008000000000000000014";

describe("GlassFish keys", () => {
  test("decode and re-encode", () => {
    const key = decodeGlassFishKey(octets(rootContext));
    expect(key).toEqual({
      subcontract: 32,
      serverId: 100,
      orbId: "S1AS-ORB",
      adapter: ["RootPOA", "TNameService"],
      objectId: octets("0000000100000001"),
      version: 20,
    });
    if (key !== undefined) expect(toHex(encodeGlassFishKey(key))).toBe(rootContext);
  });

  test("keys of the ORB's own objects have no adapter", () => {
    const key = decodeGlassFishKey(octets(codeBase));
    expect(key).toMatchObject({ subcontract: 2, orbId: undefined, adapter: [] });
    if (key !== undefined) expect(toHex(encodeGlassFishKey(key))).toBe(codeBase);
  });

  test("other keys, and keys cut anywhere, are not GlassFish's or have less in them", () => {
    const whole = octets(rootContext);
    for (let length = 0; length < whole.length - 1; length++) {
      expect(decodeGlassFishKey(whole.subarray(0, length))).toBeUndefined();
    }
    expect(decodeGlassFishKey(new TextEncoder().encode("RemoraPeer/Echo/echo"))).toBeUndefined();
  });

  test("an EJB's object id adds up or is none", () => {
    expect(decodeEjbObjectId(octets("01a22cb34d7f000300000001ff"))).toEqual({
      beanId: 0x01a2_2cb3_4d7f_0003n,
      instance: Uint8Array.of(0xff),
    });
    expect(decodeEjbObjectId(octets("01a22cb34d7f000300000002ff"))).toBeUndefined();
    expect(decodeEjbObjectId(octets("0001"))).toBeUndefined();
  });
});

describe("kinds", () => {
  test.each([
    ["EJB 3 home", "n_RBusiness_p._Greeter_Remote-EJBHome", "01a22cb34d7f000300000001ff", "home"],
    ["EJB 2 home", "n_RHome-EJBHome", "01a22cb34d7f000000000001ff", "home"],
    [
      "stateless",
      "n_RBusiness_p._Greeter_Remote-EJBObject",
      "01a22cb34d7f00030000000400000001",
      "stateless",
    ],
    [
      "stateful",
      "n_RBusiness_p._Cart_Remote-EJBObject",
      "01a22cb34d7f0001000000141f00907f2cc59d2700ffffff94a0379300000001",
      "session",
    ],
    // Entity beans put their primary key there: an identity, so the careful kind.
    [
      "4 octets of another value",
      "n_RHome-EJBObject",
      "01a22cb34d7f00030000000400000002",
      "session",
    ],
    ["reference factory without beans", "greeter", "0001020304050607", "unknown"],
    ["lookup service", "RemoteSerialContextProvider", "0003050702252a", "naming"],
  ])("%s", (_case, adapter, objectId, kind) => {
    expect(keyKind(ejb(adapter, objectId))).toBe(kind);
  });

  test("naming contexts, by adapter or by the name in a corbaloc", () => {
    expect(keyKind(octets(rootContext))).toBe("naming");
    expect(keyKind(new TextEncoder().encode("NameService"))).toBe("naming");
    expect(keyKind(new TextEncoder().encode("NameServic"))).toBe("unknown");
  });

  test("everything else is unknown", () => {
    expect(keyKind(octets(codeBase))).toBe("unknown");
    expect(keyKind(new Uint8Array(0))).toBe("unknown");
    expect(keyKind(new TextEncoder().encode("RemoraPeer/Echo/echo"))).toBe("unknown");
  });
});
