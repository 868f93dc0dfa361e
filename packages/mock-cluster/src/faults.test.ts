import {
  clusterMembers,
  decodeIorUpdate,
  isNil,
  java,
  MessageType,
  ReplyStatus,
  readIor,
  readSystemException,
  readUserException,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { describe, expect, test } from "vitest";
import type { Fault } from "./faults.ts";
import type { MockCluster } from "./mock-cluster.ts";
import { greet, greeterCluster, greeterKey } from "./testing/greeter-cluster.ts";
import { profileOf, RawClient } from "./testing/raw-client.ts";

interface Scene extends AsyncDisposable {
  readonly cluster: MockCluster;
  readonly client: RawClient;
  readonly key: Uint8Array;
}

async function scene(): Promise<Scene> {
  const cluster = await greeterCluster();
  const client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  return {
    cluster,
    client,
    key,
    [Symbol.asyncDispose]: async () => {
      client.close();
      await cluster.close();
    },
  };
}

describe("what ends a connection", () => {
  const cases: readonly [string, Fault, number, boolean][] = [
    ["before the servant", { close: "beforeExecute" }, 0, false],
    ["before the servant, by RST", { close: "beforeExecute", closeManner: "reset" }, 0, false],
    ["after the servant", { close: "beforeReply" }, 1, false],
    ["after the servant, by RST", { close: "beforeReply", closeManner: "reset" }, 1, false],
    ["after the reply", { close: "afterReply" }, 1, true],
    ["after half a reply", { close: "midReply" }, 1, false],
    ["the member crashes first", { crash: "beforeExecute" }, 0, false],
    ["the member crashes after the servant", { crash: "beforeReply" }, 1, false],
  ];
  test.each(cases)("%s", async (_name, fault, executions, answered) => {
    await using s = await scene();
    s.cluster.faults.next("greet", fault);
    const outcome = await greet(s.client, s.key, "x").then(
      () => true,
      () => false,
    );
    await s.client.closed;
    expect(outcome).toBe(answered);
    expect(s.cluster.journal.executions({ operation: "greet" })).toBe(executions);
    if (fault.crash !== undefined) expect(s.cluster.member("i1").state).toBe("down");
  });

  test("CloseConnection comes before the end", async () => {
    await using s = await scene();
    s.cluster.faults.next("greet", { close: "beforeExecute", closeManner: "closeConnection" });
    await expect(greet(s.client, s.key, "x")).rejects.toThrow("connection closed");
    expect(s.client.messages.at(-1)?.type).toBe(MessageType.closeConnection);
  });
});

describe("what is answered instead", () => {
  test("any system exception, with or without running the servant", async () => {
    await using s = await scene();
    const systemException = { name: "TRANSIENT", minor: 0x4f4d_0002, completed: "no" } as const;
    s.cluster.faults.next("greet", { systemException });
    s.cluster.faults.next("greet", { systemException, execute: true });
    for (const executions of [0, 1]) {
      const reply = await greet(s.client, s.key, "x");
      expect(readSystemException(reply.body)).toMatchObject(systemException);
      expect(reply.context(SERVICE_CONTEXT.exceptionDetailMessage)).toBeDefined();
      expect(s.cluster.journal.executions({ operation: "greet" })).toBe(executions);
    }
    expect((await greet(s.client, s.key, "x")).status).toBe(ReplyStatus.noException);
  });

  test("a user exception", async () => {
    await using s = await scene();
    s.cluster.faults.next("greet", {
      userException: { javaClass: "com.acme.LateOrderException", message: "late" },
    });
    const exception = readUserException((await greet(s.client, s.key, "x")).body);
    expect(exception).toMatchObject({ javaClass: "com.acme.LateOrderException", message: "late" });
  });

  test("forwards: to a member, to a dead address, to oneself, of a wrong type, to nothing, to TLS", async () => {
    await using s = await scene();
    const [first, second] = s.cluster.members;
    const forwarded = async (fault: Fault) => {
      s.cluster.faults.next("greet", fault);
      const reply = await greet(s.client, s.key, "x");
      return { status: reply.status, reference: readIor(reply.body) };
    };
    const toMember = await forwarded({ forward: { member: "i2" } });
    expect(toMember.status).toBe(ReplyStatus.locationForward);
    expect(profileOf(toMember.reference)).toMatchObject({ port: second?.port, objectKey: s.key });
    const permanent = await forwarded({ forward: { member: "i2" }, permanent: true });
    expect(permanent.status).toBe(ReplyStatus.locationForwardPerm);
    const dead = await forwarded({ forward: { host: "192.0.2.1", port: 9 } });
    expect(profileOf(dead.reference)).toMatchObject({ host: "192.0.2.1", port: 9 });
    expect(profileOf((await forwarded({ forward: "self" })).reference).port).toBe(first?.port);
    const wrong = (await forwarded({ forward: "wrongType" })).reference;
    expect(wrong.typeId).toBe("IDL:omg.org/CosNaming/NamingContextExt:1.0");
    expect(isNil((await forwarded({ forward: "nil" })).reference)).toBe(true);
    expect(profileOf((await forwarded({ forward: "tlsOnly" })).reference).port).toBe(0);
    expect(s.cluster.journal.executions({ operation: "greet" })).toBe(0);
  });

  test("NEEDS_ADDRESSING_MODE until the client addresses so", async () => {
    await using s = await scene();
    s.cluster.faults.when((call) => call.operation === "greet", { addressingMode: 1 });
    const reply = await greet(s.client, s.key, "x");
    expect(reply.status).toBe(ReplyStatus.needsAddressingMode);
    expect(reply.body.short()).toBe(1);
  });
});

describe("what becomes of the reply's octets", () => {
  test("fragments of any size, and of several replies in turns", async () => {
    await using s = await scene();
    s.cluster.faults.next("greet", { reply: { fragmentBytes: 32, interleave: 2 } }, { count: 2 });
    const before = s.client.octets().length;
    const replies = await Promise.all(["Ada", "Grace"].map((who) => greet(s.client, s.key, who)));
    expect(replies.map((reply) => java.string.read(reply.body))).toEqual([
      "Hello Ada from i1",
      "Hello Grace from i1",
    ]);
    const octets = s.client.octets().subarray(before);
    const ids: number[] = [];
    for (let at = 0; at < octets.length; ) {
      const view = new DataView(octets.buffer, octets.byteOffset + at);
      ids.push(view.getUint32(12));
      at += 12 + view.getUint32(8);
    }
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.slice(0, 4).map((id) => id - (ids[0] ?? 0))).toEqual([0, 1, 0, 1]);
  });

  test("half a reply, and the rest when released", async () => {
    await using s = await scene();
    const half = s.cluster.faults.next("greet", { reply: { cutAt: 20 } });
    const before = s.client.octets().length;
    const reply = greet(s.client, s.key, "x");
    await s.client.until(() => s.client.octets().length > before);
    expect(s.client.octets().length - before).toBe(20);
    half.release();
    expect(java.string.read((await reply).body)).toBe("Hello x from i1");
  });

  const broken: readonly [string, Fault, RegExp][] = [
    ["wrong magic", { reply: { magic: "GOIP" } }, /begins with "GIOP"/],
    ["unknown version", { reply: { giopMinor: 3 } }, /GIOP 1\.3/],
    ["unknown type", { reply: { messageType: 9 } }, /no message type 9/],
    ["announced size beyond all limits", { reply: { size: 0xffff_fff0 } }, /limit/],
  ];
  test.each(broken)("%s", async (_name, fault, message) => {
    await using s = await scene();
    s.cluster.faults.next("greet", fault);
    greet(s.client, s.key, "x").catch(() => {});
    await s.client.until(() => s.client.framingError !== undefined);
    expect(String(s.client.framingError)).toMatch(message);
  });

  test("wrong request id, unknown status, body missing or garbage, octets of one's own", async () => {
    await using s = await scene();
    s.cluster.faults.next("greet", { reply: { requestIdDelta: 1000 } });
    const { id } = s.client.send({
      objectKey: s.key,
      operation: "greet",
      write: (writer) => java.string.write(writer, "x", "who"),
    });
    await s.client.answerTo(id + 1000);
    s.cluster.faults.next("greet", { reply: { status: 99 } });
    await expect(greet(s.client, s.key, "x")).rejects.toThrow("99 is no reply status");
    s.cluster.faults.next("greet", { reply: { body: "missing" } });
    expect((await greet(s.client, s.key, "x")).body.remaining()).toBe(0);
    s.cluster.faults.next("greet", { reply: { body: "garbage" } });
    const garbage = await greet(s.client, s.key, "x");
    expect(() => java.string.read(garbage.body)).toThrow();
    s.cluster.faults.next("greet", {
      reply: { octets: Uint8Array.of(71, 73, 79, 80, 1, 2, 0, 6, 0, 0, 0, 0) },
    });
    greet(s.client, s.key, "x").catch(() => {});
    await s.client.until(() => s.client.messages.at(-1)?.type === MessageType.messageError);
  });

  test("MessageError, and the end of the connection", async () => {
    await using s = await scene();
    s.cluster.faults.next("greet", { reply: { messageError: true } });
    await expect(greet(s.client, s.key, "x")).rejects.toThrow("connection closed");
    expect(s.client.messages.at(-1)?.type).toBe(MessageType.messageError);
  });

  test("a fragmented reply without its end", async () => {
    await using s = await scene();
    const { length } = s.client.chunks;
    s.cluster.faults.next("greet", { reply: { fragmentBytes: 64, withoutLastFragment: true } });
    greet(s.client, s.key, "x").catch(() => {});
    await s.client.until(() => s.client.chunks.length > length);
    const next = await greet(s.client, s.key, "y");
    expect(java.string.read(next.body)).toBe("Hello y from i1");
  });
});

describe("what the reply says of the membership", () => {
  test("never, always, malformed, of another cluster, without members", async () => {
    await using s = await scene();
    const { label } = s.cluster.member("i1");
    const update = async (fault: Fault, own: Uint8Array | undefined) => {
      s.cluster.faults.next("greet", fault);
      return (await greet(s.client, s.key, "x", own)).context(SERVICE_CONTEXT.iorUpdate);
    };
    expect(await update({ update: "never" }, undefined)).toBeUndefined();
    expect(await update({ update: "always" }, label)).toBeDefined();
    const malformed = await update({ update: "malformed" }, label);
    expect(() => decodeIorUpdate(malformed ?? new Uint8Array())).toThrow();
    const members = (data: Uint8Array | undefined) =>
      clusterMembers(profileOf(decodeIorUpdate(data ?? new Uint8Array())).components);
    const cut = await update({ update: "malformedMembers" }, label);
    expect(() => members(cut)).toThrow();
    const foreign = members(await update({ update: "foreign" }, label));
    expect(foreign.map(({ name }) => name)).toEqual(["x1", "x2"]);
    expect(members(await update({ update: "empty" }, label))).toEqual([]);
  });
});

describe("connections", () => {
  test.each(["fin", "reset", "closeConnection"] as const)("accepted, then %s", async (onAccept) => {
    await using cluster = await greeterCluster();
    cluster.faults.connection({ onAccept }, { member: "i1" });
    const { port } = cluster.member("i1");
    // A reset may come before the client's own side knows that it is connected.
    const client = await RawClient.connect(port).catch(() => undefined);
    await client?.closed;
    if (onAccept === "closeConnection") {
      expect(client?.messages.map(({ type }) => type)).toEqual([MessageType.closeConnection]);
    } else expect(client?.messages ?? []).toEqual([]);
    await using next = await RawClient.connect(cluster.member("i1").port);
    await greeterKey(next);
  });

  test("reset before the request is read", async () => {
    await using cluster = await greeterCluster();
    cluster.faults.connection({ onFirstOctets: "reset" });
    const client = await RawClient.connect(cluster.member("i1").port);
    await expect(greeterKey(client)).rejects.toThrow("connection closed");
    expect(cluster.journal.entries).toEqual([]);
  });

  test("accepted, then silence", async () => {
    await using cluster = await greeterCluster();
    const handle = cluster.faults.connection({ onAccept: "silence" }, { count: 2 });
    await using client = await RawClient.connect(cluster.member("i1").port);
    greeterKey(client).catch(() => {});
    await using other = await RawClient.connect(cluster.member("i1").port);
    await handle.struck(2);
    await using third = await RawClient.connect(cluster.member("i1").port);
    await greeterKey(third);
    expect(cluster.journal.entries.every((entry) => entry.connection === 3)).toBe(true);
    expect(other.messages).toEqual([]);
  });
});

test("counts, order and release of scripted faults", async () => {
  await using s = await scene();
  const skip = s.cluster.faults.when(
    (call) => call.args[0] === "b",
    { silence: "beforeReply" },
    { after: 1, count: 1 },
  );
  expect((await greet(s.client, s.key, "b")).status).toBe(0);
  const silent = greet(s.client, s.key, "b");
  silent.catch(() => {});
  await skip.struck();
  expect((await greet(s.client, s.key, "b")).status).toBe(0);
  expect([skip.hits, skip.remaining]).toEqual([1, 0]);
  const held = s.cluster.faults.when(() => true, { hold: "beforeReply" });
  const both = [greet(s.client, s.key, "1"), greet(s.client, s.key, "2")];
  await held.struck(2);
  await s.cluster.journal.waitFor({ operation: "greet", state: "finished", count: 5 });
  expect(held.releaseOne()).toBe(true);
  expect((await both[0])?.status).toBe(0);
  s.cluster.faults.clear();
  expect((await both[1])?.status).toBe(0);
});
