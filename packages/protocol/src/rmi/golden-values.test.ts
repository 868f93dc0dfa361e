import { describe, expect, test } from "vitest";
import { fromHex, loadGolden } from "../../golden/load.ts";
import type { GiopMessage } from "../giop/giop-message.ts";
import { MessageAssembler } from "../giop/message-assembler.ts";
import { decodeReply, type ReplyMessage } from "../giop/reply.ts";
import { SERVICE_CONTEXT } from "../giop/service-context.ts";
import { readSystemException } from "../giop/system-exception.ts";
import type { Ior } from "../ior/ior.ts";
import { readAny } from "./any.ts";
import { readClusterInstances } from "./cluster-instances.ts";
import { readExceptionDetail, readUnknownExceptionInfo, readUserException } from "./exceptions.ts";
import { JndiReference } from "./javax-naming.ts";
import { stackText } from "./throwable.ts";
import { valuesOf } from "./value-reader.ts";

const golden = new Map(loadGolden<unknown>("giop").map((file) => [file.name, file]));

/** The recorded octets are those of the wire: replies of GlassFish come in fragments of 1,024. */
function reply(name: string): ReplyMessage {
  const messages: GiopMessage[] = [];
  const assembler = new MessageAssembler({ onMessage: (message) => void messages.push(message) });
  assembler.push(fromHex(golden.get(name)!.hex));
  return decodeReply(messages[0]!);
}

describe("discovery", () => {
  test("GlassFish: name, weight and all listeners of each instance", () => {
    const { body } = reply("glassfish-discovery-reply");
    const endpoints = (port: number) => [
      { type: "orb-listener-1", host: "vm", port },
      { type: "SSL", host: "vm", port: port + 1 },
      { type: "SSL_MUTUALAUTH", host: "vm", port: port + 2 },
    ];
    expect(readClusterInstances(body)).toEqual([
      { name: "i1", weight: 100, endpoints: endpoints(24137) },
      { name: "i2", weight: 200, endpoints: endpoints(24237) },
      { name: "i3", weight: 300, endpoints: endpoints(24337) },
    ]);
    expect(body.remaining()).toBe(0);
  });
  test("Eclipse ORB", () => {
    const { body } = reply("eclipse-orb-discovery-reply");
    const instances = readClusterInstances(body);
    expect(instances).toHaveLength(3);
    for (const instance of instances) {
      expect(instance.endpoints[0]!.port).toBeGreaterThan(0);
      expect(instance.name).not.toBe("");
    }
    expect(body.remaining()).toBe(0);
  });
});

describe("anys", () => {
  test.each(["glassfish-lookup-reference-reply", "glassfish-java-lookup-reference-reply"])(
    "%s: a javax.naming.Reference with its url",
    (name) => {
      const { body } = reply(name);
      const value = readAny(valuesOf(body));
      expect(value).toBeInstanceOf(JndiReference);
      expect((value as JndiReference).address("url")).toMatch(
        /__3_x_Internal_RemoteBusinessHome__$/,
      );
      expect(body.remaining()).toBe(0);
    },
  );
  test("a remote object", () => {
    const { body } = reply("glassfish-lookup-home-reply");
    const value = readAny(valuesOf(body)) as Ior;
    expect(value.typeId).toBe("RMI:com.sun.ejb.codegen.GenericEJBHome_Generated:0000000000000000");
    expect(body.remaining()).toBe(0);
  });
});

describe("exceptions", () => {
  const userExceptions = [...golden.keys()].filter((name) =>
    /(glassfish|wildfly|eclipse-orb)-user-exception|glassfish-name-not-found|glassfish-unknown-instance/.test(
      name,
    ),
  );
  test.each(userExceptions)("%s", (name) => {
    const got = reply(name);
    if (got.status !== 1) return;
    const exception = readUserException(got.body);
    expect(exception.javaClass).toMatch(/^[a-z]+(\.[a-z]+)*\.[A-Z]\w+$/);
    expect(exception.throwable?.stackTrace.length).toBeGreaterThan(0);
    expect(stackText(exception.throwable!)).toMatch(/^[^\n]+\n\tat .+\(.+\)/);
    expect(got.body.remaining()).toBe(0);
  });
  test("a missing name", () => {
    const exception = readUserException(reply("glassfish-name-not-found").body);
    expect(exception).toMatchObject({
      repositoryId: "IDL:javax/naming/NamingEx:1.0",
      javaClass: "javax.naming.NameNotFoundException",
    });
    expect(exception.message).toMatch(/./);
  });
  test("UNKNOWN with the Throwable and its text in contexts", () => {
    const got = reply("glassfish-unknown-with-throwable");
    expect(readSystemException(got.body).name).toBe("UNKNOWN");
    const throwable = readUnknownExceptionInfo(got.context(SERVICE_CONTEXT.unknownExceptionInfo)!);
    expect(throwable).toMatchObject({ javaClass: "demo.anchor.PolicyException", message: "rule" });
    const text = readExceptionDetail(got.context(SERVICE_CONTEXT.exceptionDetailMessage)!);
    expect(text).toContain("org.omg.CORBA.UNKNOWN");
  });
  test("an IDL exception without a value: JacORB's", () => {
    const got = reply("jacorb-user-exception");
    const exception = readUserException(got.body);
    expect(exception.throwable).toBeUndefined();
    expect(exception.repositoryId).toMatch(/^IDL:/);
  });
});
