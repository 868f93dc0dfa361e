import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import type { Ior } from "../ior/ior.ts";
import { javaClassOf } from "./class-layout.ts";
import { classesOfInterface } from "./java-classes.ts";
import type { JavaContext } from "./java-context.ts";
import type { JavaType } from "./java-type.ts";
import { java } from "./java-types.ts";
import { method, type RemoteInterface, remoteInterface } from "./remote-interface.ts";

const greeter = remoteInterface<any>("demo.Greeter", { greet: method([], java.string) });
const other = remoteInterface<any>("demo.Other", { ask: method([], java.string) });
const ior: Ior = {
  typeId: "RMI:demo._Greeter_Remote:0000000000000000",
  profiles: [{ tag: 7, data: Uint8Array.of(1) }],
} as never;

/** What stands for a stub here. */
class Stub {
  readonly ior: Ior;
  readonly remote: RemoteInterface<unknown>;
  constructor(given: Ior, remote: RemoteInterface<unknown>) {
    this.ior = given;
    this.remote = remote;
  }
}

function contextOf(remote: RemoteInterface<unknown>): JavaContext {
  return {
    classes: classesOfInterface(remote),
    toReference: (found, wanted) => (wanted === undefined ? found : new Stub(found as Ior, wanted)),
    iorOf: (value) => (value instanceof Stub ? value.ior : undefined),
    businessInterfaceOf: (value) => (value instanceof Stub ? value.remote.name : undefined),
  };
}

/** Sends a stub of the Greeter in a place of a type, and reads it in a call of that interface. */
function roundTrip(type: JavaType<any>, value: unknown, remote: RemoteInterface<unknown>): any {
  const writer = new CdrWriter();
  writer.java = contextOf(remote);
  type.write(writer, value, "value");
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length);
  reader.java = contextOf(remote);
  return type.read(reader);
}

const list = java.list(java.object);
const stub = new Stub(ior, greeter);

describe("a reference to a business interface where any value may stand", () => {
  const byMethod = remoteInterface<any>("demo.Echo", {
    ask: method([java.business(greeter)], java.string),
    all: method([], list),
  });
  const byClasses = remoteInterface<any>(
    "demo.Echo",
    { all: method([], list) },
    { classes: () => [greeter] },
  );
  const unknown = remoteInterface<any>("demo.Echo", { all: method([], list) });

  test.each([
    ["a parameter of the interface", byMethod],
    ["the classes of the interface", byClasses],
  ])("is a stub where %s name it", (_, remote) => {
    const [first, between, again] = roundTrip(list, [stub, 1, stub], remote);
    expect(first).toBeInstanceOf(Stub);
    expect(first).toMatchObject({ ior: { typeId: ior.typeId }, remote: { name: "demo.Greeter" } });
    expect(again).toBe(first);
    expect(between).toBe(1);
  });

  test("is the server's own value where nothing names it, which can be sent back", () => {
    const [first] = roundTrip(list, [stub], unknown);
    expect(first).toMatchObject({
      businessInterface: "demo.Greeter",
      reference: { typeId: ior.typeId },
      [javaClassOf]: "com.sun.ejb.containers.RemoteBusinessWrapperBase",
    });
    expect(roundTrip(list, [first], byMethod)[0]).toBeInstanceOf(Stub);
  });
});

test("where an interface is declared, a stub of it, whatever other interface the value names", () => {
  const both = remoteInterface<any>("demo.Echo", {
    greeter: method([java.business(greeter)], java.void),
    other: method([java.business(other)], java.void),
  });
  expect(roundTrip(java.business(greeter), stub, both)).toMatchObject({ remote: greeter });
  expect(roundTrip(java.business(greeter), null, both)).toBeNull();
  const writer = new CdrWriter();
  writer.java = contextOf(both);
  java.business(greeter).write(writer, stub, "value");
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length);
  reader.java = contextOf(both);
  expect(java.business(other).read(reader)).toMatchObject({ remote: other });
});
