import { CdrWriter, type Ior, writeIor } from "@remora/protocol/internal";
import { describe, expect, test } from "vitest";
import type { MemberInfo } from "./membership.ts";
import {
  beanKey,
  codeBaseKey,
  groupInfoKey,
  homeKey,
  namingKey,
  providerKey,
  statelessInstance,
} from "./object-keys.ts";
import { makeReference, type ReferenceKind, type ReferenceSource } from "./references.ts";
import { ReplyBuffer } from "./reply-buffer.ts";
import { JndiContext, type JndiEntry } from "./servants/jndi-tree.ts";
import {
  type CapturedReference,
  capturedBodies,
  capturedNames,
  capturedReferences,
} from "./testing/captured-octets.ts";
import { writeClusterInstanceInfo } from "./values/cluster-instance-info.ts";
import { writeNamesTable } from "./values/names-table.ts";
import { writeReferenceAny } from "./values/naming-values.ts";

const members: readonly MemberInfo[] = [
  { name: "i1", weight: 100, host: "vm", port: 24137 },
  { name: "i2", weight: 200, host: "vm", port: 24237 },
  { name: "i3", weight: 300, host: "vm", port: 24337 },
];
const applicationId = 0x01a2_2cb3_4d7f_0000n;
const greeterView = "RBusiness_demo.anchor._Greeter_Remote";

function stringified(reference: Ior): string {
  const writer = new CdrWriter();
  writer.octet(0);
  writeIor(writer, reference);
  return `IOR:${Buffer.from(writer.toBytes()).toString("hex")}`;
}

function labelIn(captured: string): Uint8Array {
  // Component 0x53554e04, its length, the label.
  const at = captured.indexOf("53554e04");
  if (at < 0) return new Uint8Array();
  const length = Number.parseInt(captured.slice(at + 8, at + 16), 16);
  return Buffer.from(captured.slice(at + 16, at + 16 + 2 * length), "hex");
}

const remote = (name: string): string => `RMI:${name}:0000000000000000`;
const sessionOctets = Buffer.from("1f00907f2cc59d2700ffffff94a0379300000001", "hex");
const generic = remote("com.sun.ejb.codegen.GenericEJBHome_Generated");

describe("references equal those of GlassFish, octet by octet", () => {
  const cases: readonly [CapturedReference, string, Uint8Array, ReferenceKind][] = [
    ["codeBase", "IDL:omg.org/SendingContext/CodeBase:1.0", codeBaseKey(), "plain"],
    ["rootContext", "IDL:omg.org/CosNaming/NamingContextExt:1.0", namingKey(1), "naming"],
    [
      "provider",
      remote("com.sun.enterprise.naming.impl.SerialContextProvider"),
      providerKey(),
      "clustered",
    ],
    [
      "groupInfo",
      remote("com.sun.corba.ee.impl.folb.InitialGroupInfoService\\U0024InitialGIS"),
      groupInfoKey(),
      "plain",
    ],
    ["home", generic, homeKey({ applicationId, index: 3 }, greeterView), "bean"],
    [
      "stateless",
      remote("demo.anchor._Greeter_Remote"),
      beanKey({ applicationId, index: 3 }, greeterView, statelessInstance),
      "bean",
    ],
    [
      "session",
      remote("demo.anchor._Cart_Remote"),
      beanKey({ applicationId, index: 1 }, "RBusiness_demo.anchor._Cart_Remote", sessionOctets),
      "bean",
    ],
    [
      "ejb2Home",
      remote("demo.anchor.TellerHome"),
      homeKey({ applicationId, index: 6 }, "RHome"),
      "bean",
    ],
    [
      "secured",
      remote("demo.anchor._Secured_Remote"),
      beanKey(
        { applicationId, index: 5 },
        "RBusiness_demo.anchor._Secured_Remote",
        statelessInstance,
      ),
      "bean",
    ],
  ];
  test.each(cases)("%s", (name, typeId, objectKey, kind) => {
    const captured = capturedReferences[name];
    const source: ReferenceSource = {
      view: { members, label: labelIn(captured), previousLabel: new Uint8Array() },
      referenceLabel: "current",
      advertisedHost: "127.0.0.1",
      advertisedPort: 24137,
    };
    const demand = name === "secured" ? "password" : "none";
    expect(stringified(makeReference(source, typeId, objectKey, kind, demand))).toBe(captured);
  });
});

function bodyOf(write: (buffer: ReplyBuffer) => void): Uint8Array {
  const buffer = new ReplyBuffer(1_000_000);
  buffer.useCodeSets({ char: 0x0501_0001, wchar: 0x0001_0109 });
  buffer.begin();
  write(buffer);
  return buffer.toBytes();
}

// We write zeros as padding; GlassFish leaves what lay in the buffer.
function expectEqualButPadding(ours: Uint8Array, capturedHex: string, padding: number): void {
  const captured = Buffer.from(capturedHex, "hex");
  expect(ours.length).toBe(captured.length);
  const different = [...ours.keys()].filter((at) => ours[at] !== captured[at]);
  expect(different.filter((at) => ours[at] !== 0)).toEqual([]);
  expect(different.length).toBe(padding);
}

test("the list of members equals GlassFish's, padding apart", () => {
  const ours = bodyOf((buffer) =>
    writeClusterInstanceInfo(
      buffer,
      members,
      ({ host, port }) => [
        { type: "orb-listener-1", host, port },
        { type: "SSL", host, port: port + 1 },
        { type: "SSL_MUTUALAUTH", host, port: port + 2 },
      ],
      2,
    ),
  );
  expectEqualButPadding(ours, capturedBodies.clusterInstanceInfo, 17);
});

test("the Reference of a business view equals GlassFish's, padding apart", () => {
  const homeName = "java:global/remora-app/GreeterBean__3_x_Internal_RemoteBusinessHome__";
  const ours = bodyOf((buffer) => writeReferenceAny(buffer, "demo.anchor.Greeter", homeName, 1));
  expectEqualButPadding(ours, capturedBodies.businessReference, 25);
});

test("the table of a context's names begins as GlassFish's, padding apart", () => {
  const names = new Map<string, JndiEntry | JndiContext>();
  const view = { type: "view", interfaceName: "demo.anchor.Classic" } as const;
  const homeName = "classic__3_x_Internal_RemoteBusinessHome__";
  names.set("classic#demo.anchor.Classic", { ...view, homeName });
  for (let i = 1; i < 16; i++) names.set(`classic${i}`, { ...view, homeName });
  for (let i = 0; i < 7; i++) names.set(`context${i}`, new JndiContext());
  const ours = bodyOf((buffer) => writeNamesTable(buffer, names, 2));
  // The last chunk goes on behind the octets that are compared, so its length is another one.
  const length = capturedNames.length / 2;
  expectEqualButPadding(ours.subarray(0, length), capturedNames, 0);
});
