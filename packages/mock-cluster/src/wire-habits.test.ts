import {
  CdrWriter,
  codeSetsContext,
  decodeLocateReply,
  encodeCancelRequest,
  encodeCloseConnection,
  encodeLocateRequest,
  firstIiopProfile,
  type GiopMessage,
  java,
  LocateStatus,
  MessageType,
  ReplyStatus,
  readIor,
  readSystemException,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { describe, expect, test } from "vitest";
import { greet, greeterCluster, greeterKey } from "./testing/greeter-cluster.ts";
import { RawClient, rootContext, usualContexts } from "./testing/raw-client.ts";

function octetsOf(write: (writer: CdrWriter) => void): Uint8Array {
  const writer = new CdrWriter();
  write(writer);
  return writer.toBytes();
}

test("the first reply of a connection carries the CodeBase, and all the ORB's version", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = new TextEncoder().encode("NameService");
  const first = await client.call({
    objectKey: key,
    operation: "_is_a",
    write: (w) => w.string("x"),
  });
  expect(first.status).toBe(ReplyStatus.locationForward);
  expect(first.contexts.map(({ id }) => id)).toEqual([
    SERVICE_CONTEXT.orbVersion,
    SERVICE_CONTEXT.sendingContextRunTime,
  ]);
  const second = await client.call({
    objectKey: key,
    operation: "_is_a",
    write: (w) => w.string("x"),
  });
  expect(second.contexts.map(({ id }) => id)).toEqual([SERVICE_CONTEXT.orbVersion]);
});

test("replies come in the request's version, and above 1,024 octets in fragments, except 1.0", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  for (const giopMinor of [1, 2]) {
    const before = client.octets().length;
    const reply = await client.call({
      objectKey: key,
      operation: "bulk",
      giopMinor,
      contexts: usualContexts(cluster.member("i1").label),
      write: (writer) => writer.long(3000),
    });
    expect(reply.giopMinor).toBe(giopMinor);
    expect(java.string.read(reply.body)).toBe("x".repeat(3000));
    const octets = client.octets().subarray(before);
    expect(octets[5]).toBe(giopMinor);
    expect(octets[6]).toBe(2);
    expect(new DataView(octets.buffer, octets.byteOffset).getUint32(8)).toBe(1012);
  }
  const reply = await client.call({ objectKey: key, operation: "nothing", giopMinor: 0 });
  expect([reply.giopMinor, reply.status]).toEqual([0, ReplyStatus.noException]);
});

test("texts come with a byte order mark", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const reply = await greet(client, await greeterKey(client), "x", cluster.member("i1").label);
  const { body } = reply;
  body.position += 4 + 4 + 36;
  const length = body.ulong();
  expect(length).toBe(2 + 2 * "Hello x from i1".length);
  expect([body.octet(), body.octet()]).toEqual([0xfe, 0xff]);
});

test("little-endian requests are read, replies are big-endian", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const objectKey = await greeterKey(client);
  const { answer } = client.send({
    objectKey,
    operation: "greet",
    littleEndian: true,
    write: (writer) => java.string.write(writer, "Ada", "who"),
  });
  expect((await answer).littleEndian).toBe(false);
  expect(cluster.journal.executions((call) => call.args[0] === "Ada")).toBe(1);
});

test("wide text without code sets gets BAD_PARAM, unknown code sets DATA_CONVERSION", async () => {
  await using cluster = await greeterCluster();
  await using first = await RawClient.connect(cluster.member("i1").port);
  const objectKey = await greeterKey(first);
  await using client = await RawClient.connect(cluster.member("i1").port);
  const call = (contexts: ReturnType<typeof usualContexts>) =>
    client.call({
      objectKey,
      operation: "greet",
      contexts,
      write: (writer) => java.string.write(writer, "x", "who"),
    });
  const badParam = { name: "BAD_PARAM", minor: 0x5355_0017, completed: "no" };
  expect(readSystemException((await call([])).body)).toMatchObject(badParam);
  const unknown = await call([codeSetsContext(0x0003_0001, 0x0001_0109)]);
  expect(readSystemException(unknown.body)).toMatchObject({
    name: "DATA_CONVERSION",
    minor: 0x4f4d_0008,
    completed: "no",
  });
  expect(readSystemException((await call([])).body)).toMatchObject(badParam);
  expect((await call(usualContexts())).status).toBe(ReplyStatus.noException);
  // From now on the connection has its code sets.
  expect((await call([])).status).toBe(ReplyStatus.noException);
});

test("LocateRequest: here, forward, unknown", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  const locate = async (objectKey: Uint8Array, requestId: number): Promise<GiopMessage> => {
    const answer = client.answerTo(requestId);
    client.write(octetsOf((w) => encodeLocateRequest(w, { giopMinor: 2, requestId, objectKey })));
    return await answer;
  };
  const here = decodeLocateReply(await locate(key, 1001));
  expect([here.status, here.body.remaining()]).toEqual([LocateStatus.objectHere, 0]);
  const forward = decodeLocateReply(await locate(new TextEncoder().encode("NameService"), 1002));
  expect(forward.status).toBe(LocateStatus.objectForward);
  const root = firstIiopProfile(await rootContext(client));
  expect(firstIiopProfile(readIor(forward.body))?.objectKey).toEqual(root?.objectKey);
  const unknown = decodeLocateReply(await locate(new TextEncoder().encode("nonsense"), 1003));
  expect(unknown.status).toBe(LocateStatus.unknownObject);
  expect(cluster.journal.executions({ kind: "locate" })).toBe(0);
  expect(cluster.journal.count({ operation: "LocateRequest" })).toBe(3);
});

test("a cancelled call is answered all the same, a one-way call is not", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const objectKey = await greeterKey(client);
  const hold = cluster.faults.next("greet", { hold: "beforeReply" });
  const write = (writer: CdrWriter) => java.string.write(writer, "x", "who");
  const { id, answer } = client.send({ objectKey, operation: "greet", write });
  client.write(octetsOf((writer) => encodeCancelRequest(writer, { giopMinor: 2, requestId: id })));
  await cluster.journal.waitFor({ kind: "cancel" });
  hold.release();
  expect((await answer).type).toBe(MessageType.reply);
  const oneWay = client.send({ objectKey, operation: "greet", responseFlags: 0, write });
  const [entry] = await cluster.journal.waitFor({
    where: (e) => e.requestId === oneWay.id,
    state: "replied",
  });
  expect(entry).toMatchObject({ executed: true, reply: "notExpected", responseExpected: false });
});

describe("what ends in MessageError", () => {
  const request = (change: (octets: Uint8Array) => void): Uint8Array => {
    const octets = octetsOf((w) =>
      encodeLocateRequest(w, { giopMinor: 2, requestId: 1, objectKey: Uint8Array.of(1) }),
    );
    change(octets);
    return octets;
  };
  const cases: readonly [string, Uint8Array][] = [
    ["garbage", new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n")],
    ["GIOP 1.3", request((octets) => octets.set([3], 5))],
    ["reserved flag bits", request((octets) => octets.set([4], 6))],
    ["an unknown type", request((octets) => octets.set([8], 7))],
    ["a reply", request((octets) => octets.set([1], 7))],
  ];
  test.each(cases)("%s", async (_name, octets) => {
    await using cluster = await greeterCluster();
    await using client = await RawClient.connect(cluster.member("i1").port);
    client.write(octets);
    await client.closed;
    expect(client.messages.map(({ type, minor }) => [type, minor])).toEqual([
      [MessageType.messageError, 2],
    ]);
  });
});

test("a message above 256,000 octets cuts the connection without a word; in fragments it passes", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  const reply = await greet(client, key, "y".repeat(200_000));
  expect(java.string.read(reply.body)?.length).toBe(200_000 + "Hello  from i1".length);
  const before = client.messages.length;
  const header = Uint8Array.of(71, 73, 79, 80, 1, 2, 0, 0, 0, 4, 0, 0);
  client.write(header);
  await client.closed;
  expect(client.messages.length).toBe(before);
});

test("a CloseConnection of the client is followed", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  client.write(octetsOf(encodeCloseConnection));
  await client.closed;
  expect(client.messages).toEqual([]);
});

test("an unknown operation gets BAD_OPERATION, unreadable arguments MARSHAL", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const objectKey = await greeterKey(client);
  const unknown = await client.call({ objectKey, operation: "frobnicate" });
  expect(readSystemException(unknown.body)).toMatchObject({
    name: "BAD_OPERATION",
    completed: "no",
  });
  const short = await client.call({
    objectKey,
    operation: "bulk",
    write: (writer) => writer.octet(1),
  });
  expect(readSystemException(short.body)).toMatchObject({ name: "MARSHAL", completed: "maybe" });
  expect(cluster.journal.executions({ operation: "bulk" })).toBe(0);
});
