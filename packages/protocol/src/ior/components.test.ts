import { describe, expect, test } from "vitest";
import { AssociationOption, associationOptionNames } from "./association-options.ts";
import {
  clusterMembers,
  decodeClusterMember,
  encodeClusterMember,
  isClearText,
} from "./cluster-member-component.ts";
import {
  codeSetName,
  decodeCodeSets,
  encodeCodeSets,
  supportsCodeSet,
} from "./code-sets-component.ts";
import {
  type CsiMechanism,
  csiMechanismList,
  decodeCsiMechanismList,
  encodeCsiMechanismList,
  requiresClientCertificate,
  requiresPassword,
  requiresTls,
  supportsPassword,
  tlsAddresses,
} from "./csi-mechanism-list.ts";
import { componentTagName, describeComponent } from "./describe-component.ts";
import { exportedNameOfRealm, gssupMechanism, realmOfExportedName } from "./exported-name.ts";
import { toHex } from "./hex.ts";
import {
  membershipLabel,
  membershipLabelComponent,
  membershipLabelText,
} from "./membership-label.ts";
import {
  balancesPerRequest,
  decodeTransactionPolicy,
  encodeJavaCodebase,
  encodeLoadBalancing,
  encodeMaxStreamFormat,
  encodeOrbType,
  encodeTransactionPolicy,
  maxStreamFormat,
} from "./small-components.ts";
import { ComponentTag } from "./tagged-component.ts";
import { decodeTlsTransport, encodeTlsTransport } from "./tls-transport.ts";

const octets = (hex: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));

// Octets below are of GlassFish 7.0.15 references unless another server is named.
const codeSets = "0000000000010001000000020501000100010020000101090000000100010100";
const memberI2 =
  "000000000000000369320000000000c8000000010000001049494f505f434c4541525f544558540000000003766d000000005ead";
const csi =
  "000000000000000100000000000000240000005200000066000000000000000600000003766d00005e4a000000000003766d00005e4b000000000003766d00005eae000000000003766d00005eaf000000000003766d00005f12000000000003766d00005f13004000000000000000080606678102010101000000170401000806066781020101010000000764656661756c74000400000000000000000000010000000806066781020101010000000f";
const csiWildFly =
  "000000000000000100000000000000220000000000000000000000000000000000000000000000000000000000000000";

describe("code sets", () => {
  test("decode and re-encode", () => {
    const decoded = decodeCodeSets(octets(codeSets));
    expect(decoded).toEqual({
      char: { native: 0x0001_0001, conversions: [0x0501_0001, 0x0001_0020] },
      wchar: { native: 0x0001_0109, conversions: [0x0001_0100] },
    });
    expect(toHex(encodeCodeSets(decoded).data)).toBe(codeSets);
    expect(supportsCodeSet(decoded.char, 0x0501_0001)).toBe(true);
    expect(supportsCodeSet(decoded.wchar, 0x0501_0001)).toBe(false);
  });

  test("names, and numbers without a name", () => {
    expect(
      [0x0001_0001, 0x0001_000f, 0x0501_0001, 0x0001_0109, 0x0003_0001].map(codeSetName),
    ).toEqual(["ISO 8859-1", "ISO 8859-15", "UTF-8", "UTF-16", "0x00030001"]);
  });
});

describe("cluster member", () => {
  test("decode and re-encode", () => {
    const member = decodeClusterMember(octets(memberI2));
    expect(member).toEqual({
      name: "i2",
      weight: 200,
      sockets: [{ type: "IIOP_CLEAR_TEXT", host: "vm", port: 24237 }],
    });
    expect(toHex(encodeClusterMember(member).data)).toBe(memberI2);
    expect(
      clusterMembers([encodeClusterMember(member), { tag: 1, data: octets(codeSets) }]),
    ).toEqual([member]);
  });

  test("everything that is not SSL is clear text, whatever older servers call it", () => {
    const types = ["IIOP_CLEAR_TEXT", "orb-listener-1", "SSL", "SSL_MUTUALAUTH"];
    expect(types.map((type) => isClearText({ type, host: "h", port: 1 }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test("a membership label is raw octets", () => {
  const label = octets(
    "3132372e302e302e313a3a3a31633963653932623a31613232636332333039363a2d38303030",
  );
  expect(membershipLabel([membershipLabelComponent(label)])).toEqual(label);
  expect(membershipLabel([])).toBeUndefined();
  expect(membershipLabelText(label)).toBe("127.0.0.1:::1c9ce92b:1a22cc23096:-8000");
  expect(membershipLabelText(Uint8Array.of(0x41, 0x0a, 0xff, 0x5c))).toBe("A\\x0a\\xff\\x5c");
});

describe("small components", () => {
  test("as captured", () => {
    expect(decodeTransactionPolicy(octets("00000003"))).toBe(3);
    expect(toHex(encodeTransactionPolicy(ComponentTag.TAG_OTS_POLICY, 3).data)).toBe("00000003");
    expect(toHex(encodeMaxStreamFormat(2).data)).toBe("0002");
    expect(toHex(encodeOrbType(0x4a41_4300).data)).toBe("000000004a414300");
  });

  test("absent ones mean the standard's default", () => {
    expect(maxStreamFormat([])).toBe(1);
    expect(maxStreamFormat([encodeMaxStreamFormat(2)])).toBe(2);
    expect(balancesPerRequest([])).toBe(false);
    expect(balancesPerRequest([encodeLoadBalancing(0)])).toBe(false);
    expect(balancesPerRequest([encodeLoadBalancing(1)])).toBe(true);
  });
});

describe("CSI mechanisms", () => {
  test("GlassFish: TLS and password offered, nothing required", () => {
    const list = decodeCsiMechanismList(octets(csi));
    expect(toHex(encodeCsiMechanismList(list).data)).toBe(csi);
    const [mechanism] = list.mechanisms;
    if (mechanism === undefined) throw new Error("no mechanism");
    expect(tlsAddresses(mechanism).map((address) => `${address.host}:${address.port}`)).toEqual([
      "vm:24138",
      "vm:24139",
      "vm:24238",
      "vm:24239",
      "vm:24338",
      "vm:24339",
    ]);
    expect(requiresTls(mechanism)).toBe(false);
    expect(requiresClientCertificate(mechanism)).toBe(false);
    expect(supportsPassword(mechanism)).toBe(true);
    expect(requiresPassword(mechanism)).toBe(false);
    expect(mechanism.authentication.mechanism).toEqual(gssupMechanism());
    expect(mechanism.authentication.targetName).toEqual(exportedNameOfRealm("default"));
    expect(realmOfExportedName(mechanism.authentication.targetName)).toBe("default");
    expect(mechanism.attributes.identityTypes).toBe(15);
  });

  test("WildFly: a mechanism that offers nothing", () => {
    const list = decodeCsiMechanismList(octets(csiWildFly));
    expect(toHex(encodeCsiMechanismList(list).data)).toBe(csiWildFly);
    expect(list.mechanisms.map((mechanism) => mechanism.transport.kind)).toEqual(["none"]);
    expect(list.mechanisms.map(supportsPassword)).toEqual([false]);
    expect(csiMechanismList([])).toBeUndefined();
  });

  const mechanism = (requires: number, targetRequires: number, asRequires = 0): CsiMechanism => ({
    targetRequires,
    transport: { kind: "tls", supports: 0x66, requires, addresses: [{ host: "h", port: 3820 }] },
    authentication: {
      supports: 0x40,
      requires: asRequires,
      mechanism: gssupMechanism(),
      targetName: exportedNameOfRealm("r"),
    },
    attributes: {
      supports: 0,
      requires: 0,
      privilegeAuthorities: [],
      namingMechanisms: [],
      identityTypes: 0,
    },
  });

  test.each([
    ["Integrity of the transport", 0x2, 0, true, false],
    ["Confidentiality of the transport", 0x4, 0, true, false],
    ["trust in the target", 0x20, 0, true, false],
    ["a client certificate", 0x40, 0, true, true],
    ["Integrity of the whole", 0, 0x2, true, false],
    ["trust in the client of the whole, which a password gives too", 0, 0x40, false, false],
    ["nothing", 0, 0, false, false],
  ])("%s", (_case, requires, targetRequires, tls, certificate) => {
    expect(requiresTls(mechanism(requires, targetRequires))).toBe(tls);
    expect(requiresClientCertificate(mechanism(requires, targetRequires))).toBe(certificate);
  });

  test("a password is required by the authentication layer", () => {
    expect(requiresPassword(mechanism(0, 0x40, 0x40))).toBe(true);
  });

  test("privilege authorities and unknown transports survive", () => {
    const list = {
      stateful: true,
      mechanisms: [
        {
          ...mechanism(0, 0),
          transport: { kind: "other" as const, tag: 35, data: Uint8Array.of(1, 2) },
          attributes: {
            supports: AssociationOption.IdentityAssertion,
            requires: 0,
            privilegeAuthorities: [{ syntax: 7, name: Uint8Array.of(4) }],
            namingMechanisms: [gssupMechanism()],
            identityTypes: 3,
          },
        },
      ],
    };
    expect(decodeCsiMechanismList(encodeCsiMechanismList(list).data)).toEqual(list);
  });

  test("TLS transport", () => {
    const transport = { supports: 0x66, requires: 2, addresses: [{ host: "::1", port: 3820 }] };
    expect(decodeTlsTransport(encodeTlsTransport(transport).data)).toEqual(transport);
  });

  test("realms beyond ASCII, and octets that are no exported name", () => {
    expect(realmOfExportedName(exportedNameOfRealm("Zürich"))).toBe("Zürich");
    const name = exportedNameOfRealm("default");
    for (let length = 0; length < name.length; length++) {
      expect(realmOfExportedName(name.subarray(0, length))).toBeUndefined();
    }
    expect(realmOfExportedName(new Uint8Array(40))).toBeUndefined();
  });
});

describe("description", () => {
  test("association options by name, the rest as a number", () => {
    expect(associationOptionNames(0x66)).toEqual([
      "Integrity",
      "Confidentiality",
      "EstablishTrustInTarget",
      "EstablishTrustInClient",
    ]);
    expect(associationOptionNames(0x8001)).toEqual(["NoProtection", "0x8000"]);
  });

  test("known tags by name, unknown ones as hexadecimal text", () => {
    expect(
      describeComponent({ tag: ComponentTag.FOLB_CLUSTER_MEMBER, data: octets(memberI2) }),
    ).toEqual({
      tag: 0x5355_4e03,
      name: "FOLB_CLUSTER_MEMBER",
      member: "i2",
      weight: 200,
      sockets: [{ type: "IIOP_CLEAR_TEXT", address: "vm:24237" }],
    });
    expect(describeComponent(encodeOrbType(0x4a41_4300))).toMatchObject({ text: "JAC\\x00" });
    expect(describeComponent(encodeJavaCodebase("file:/a file:/b"))).toMatchObject({
      codebase: "file:/a file:/b",
    });
    expect(describeComponent(encodeTransactionPolicy(31, 3))).toMatchObject({ policy: "ADAPTS" });
    expect(describeComponent(encodeTransactionPolicy(32, 1))).toMatchObject({ policy: "SHARED" });
    expect(describeComponent({ tag: 0x5355_4e01, data: octets("0000000000000007") })).toMatchObject(
      { pool: 7 },
    );
    expect(describeComponent({ tag: 20, data: octets("0000 0066 0002 0eec") })).toMatchObject({
      port: 3820,
    });
    expect(describeComponent({ tag: 99, data: octets("00ff") })).toEqual({
      tag: 99,
      name: "0x00000063",
      hex: "00ff",
    });
    expect(componentTagName(33)).toBe("TAG_CSI_SEC_MECH_LIST");
  });

  test("malformed data is shown beside the problem", () => {
    const shown = describeComponent({ tag: ComponentTag.TAG_CODE_SETS, data: octets("0000") });
    expect(shown).toMatchObject({ name: "TAG_CODE_SETS", hex: "0000" });
    expect(shown["problem"]).toBeTypeOf("string");
  });
});
