import {
  type CdrWriter,
  decodeRequest,
  encodeReply,
  type GiopMessage,
  MessageAssembler,
  MessageType,
  OutgoingBuffer,
  type ReplyMessage,
  ReplyStatus,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import type { ByteStream } from "../transport/transport.ts";
import type { ConnectionFailure, ConnectionRequest } from "./connection-request.ts";
import { type ConnectionOwner, IiopConnection } from "./iiop-connection.ts";
import { RequestHead } from "./request-head.ts";

const settings = {
  silenceProbeMs: 60_000,
  idleCloseMs: 60_000,
  maxMessageBytes: 1_000_000,
  maxFragmentBytes: 256_000,
  maxQueuedBytes: 1_000_000,
};

class FakeStream implements ByteStream {
  readonly remoteAddress = "192.0.2.1";
  readonly remotePort = 3700;
  readonly messages: GiopMessage[] = [];
  ended = false;
  destroyed = false;
  accepting = true;
  readonly #assembler = new MessageAssembler({
    onMessage: (message) => this.messages.push(message),
  });

  /** How many requests each write had. */
  readonly writes: number[] = [];

  write(chunks: readonly Uint8Array[]): boolean {
    const before = this.messages.length;
    for (const chunk of chunks) this.#assembler.push(chunk);
    this.writes.push(this.messages.length - before);
    return this.accepting;
  }

  end(): void {
    this.ended = true;
  }

  destroy(): void {
    this.destroyed = true;
  }

  /** Ids of the requests that were written, in order. */
  get requestIds(): number[] {
    return this.messages
      .filter((message) => message.type === MessageType.request)
      .map((message) => decodeRequest(message).requestId);
  }
}

class FakeRequest implements ConnectionRequest {
  readonly objectKey = new Uint8Array([1]);
  readonly operation = "op";
  readonly responseExpected: boolean;
  readonly head: RequestHead;
  requestId = -1;
  replies: ReplyMessage[] = [];
  failures: ConnectionFailure[] = [];
  written = 0;

  constructor(responseExpected = true) {
    this.responseExpected = responseExpected;
    this.head = new RequestHead({
      giopMinor: 2,
      objectKey: this.objectKey,
      operation: "op",
      contexts: [],
      responseFlags: responseExpected ? 3 : 0,
    });
  }

  encode(writer: CdrWriter): void {
    writer.ulong(7);
  }
  onReply(reply: ReplyMessage): void {
    this.replies.push(reply);
  }
  onWritten(): void {
    this.written += 1;
  }
  onFailure(failure: ConnectionFailure): void {
    this.failures.push(failure);
  }
  onSilent(): void {}
}

function open(firstRequestId?: number) {
  const events: string[] = [];
  const owner: ConnectionOwner = {
    onClosed: (_connection, reason, pending) => events.push(`closed: ${reason}, ${pending}`),
    onSuspect: () => events.push("suspect"),
    onAlive: () => events.push("alive"),
    onLateReply: (_connection, id) => events.push(`late ${id}`),
  };
  const connection = new IiopConnection(1, settings, owner, firstRequestId);
  const stream = new FakeStream();
  connection.attach(stream);
  return { connection, stream, events };
}

function replyTo(
  id: number,
  fragments = false,
  status: ReplyStatus = ReplyStatus.noException,
): Uint8Array {
  const out = new OutgoingBuffer(fragments ? { maxFragmentBytes: 64 } : {});
  out.begin();
  encodeReply(out, { giopMinor: 2, requestId: id, status }, (writer) => {
    writer.octets(new Uint8Array(fragments ? 200 : 4));
  });
  out.finish();
  return Buffer.concat(out.take());
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("requests of one turn leave in order, and replies find theirs in any order", async () => {
  const { connection, stream } = open();
  const requests = [new FakeRequest(), new FakeRequest(), new FakeRequest()];
  for (const request of requests) connection.send(request);
  expect(stream.messages).toEqual([]);
  await turn();
  expect(stream.requestIds).toEqual([1, 2, 3]);
  connection.onData(replyTo(3));
  connection.onData(replyTo(1));
  expect(requests.map((request) => request.replies.length)).toEqual([1, 0, 1]);
  connection.destroy("end of test");
  expect(requests[1]?.failures[0]).toMatchObject({ sent: "some", replyStarted: false });
});

test("while many requests are on their way those of some turns leave in one write, else at once", async () => {
  const { connection, stream } = open();
  const send = (): void => connection.send(new FakeRequest());
  send();
  await turn();
  expect(stream.writes).toEqual([1]);
  for (let n = 0; n < 9; n++) send();
  await turn();
  expect(stream.writes).toEqual([1, 9]);
  // Three requests in three turns, as replies that come one by one would make them.
  for (let n = 0; n < 3; n++) {
    send();
    await turn();
  }
  for (let n = 0; n < 40; n++) await turn();
  expect(stream.writes).toEqual([1, 9, 3]);
  // Bounded: nothing waits for ever, though nobody else comes.
  send();
  for (let n = 0; n < 40; n++) await turn();
  expect(stream.writes).toEqual([1, 9, 3, 1]);
  connection.destroy("end of test");
});

/** Which of the requests that were written tell the code sets. */
function tellsCodeSets(stream: FakeStream): boolean[] {
  return stream.messages
    .filter((message) => message.type === MessageType.request)
    .map((message) =>
      decodeRequest(message).contexts.some(({ id }) => id === SERVICE_CONTEXT.codeSets),
    );
}

test("code sets are told until the first answer that is no exception, and not after it", async () => {
  const { connection, stream } = open();
  const send = async (): Promise<void> => {
    connection.send(new FakeRequest());
    await turn();
  };
  await send();
  await send();
  connection.onData(replyTo(1, false, ReplyStatus.systemException));
  await send();
  connection.onData(replyTo(2));
  await send();
  expect(tellsCodeSets(stream)).toEqual([true, true, true, false]);
  connection.destroy("end of test");
  const other = open();
  other.connection.send(new FakeRequest());
  await turn();
  expect(tellsCodeSets(other.stream)).toEqual([true]);
  other.connection.destroy("end of test");
});

test("a request given up before the flush leaves no octet, and its neighbours are sent", async () => {
  const { connection, stream } = open();
  const [first, second, oneWay, last] = [
    new FakeRequest(),
    new FakeRequest(),
    new FakeRequest(false),
    new FakeRequest(),
  ];
  for (const request of [first, second, oneWay, last]) connection.send(request);
  expect(connection.abandon(second)).toBe("none");
  expect(connection.abandon(oneWay)).toBe("none");
  await turn();
  expect(stream.messages.length).toBe(2);
  expect(stream.requestIds).toEqual([first.requestId, last.requestId]);
  expect(oneWay.written).toBe(0);
  connection.destroy("end of test");
});

test("a request given up after the flush sends CancelRequest, and its late reply is dropped", async () => {
  const { connection, stream, events } = open();
  const request = new FakeRequest();
  connection.send(request);
  await turn();
  expect(connection.abandon(request)).toBe("some");
  await turn();
  expect(stream.messages.at(-1)?.type).toBe(MessageType.cancelRequest);
  connection.onData(replyTo(1));
  expect(request.replies).toEqual([]);
  expect(events).toEqual(["late 1"]);
  connection.destroy("end of test");
});

test("while the socket is blocked requests wait, and can be given up without a trace", async () => {
  const { connection, stream } = open();
  stream.accepting = false;
  connection.send(new FakeRequest());
  await turn();
  expect(connection.blocked).toBe(true);
  const [kept, gone] = [new FakeRequest(), new FakeRequest()];
  connection.send(kept);
  connection.send(gone);
  await turn();
  expect(stream.requestIds).toEqual([1]);
  expect(connection.abandon(gone)).toBe("none");
  stream.accepting = true;
  connection.onDrain();
  expect(stream.requestIds).toEqual([1, kept.requestId]);
  connection.destroy("end of test");
});

test("what was not passed to the socket fails as not sent", async () => {
  const { connection } = open();
  const [sent, queued] = [new FakeRequest(), new FakeRequest()];
  connection.send(sent);
  await turn();
  connection.send(queued);
  connection.onClose(undefined);
  expect(sent.failures[0]).toMatchObject({ phase: "wait", sent: "some" });
  expect(queued.failures[0]).toMatchObject({ phase: "idle-close", sent: "none" });
  const late = new FakeRequest();
  connection.send(late);
  expect(late.failures[0]).toMatchObject({ phase: "idle-close", sent: "none" });
});

test("a reply that began before the connection was lost is told apart", async () => {
  const { connection } = open();
  const request = new FakeRequest();
  connection.send(request);
  await turn();
  connection.onData(replyTo(1, true).slice(0, 100));
  connection.onClose(undefined);
  expect(request.failures[0]).toMatchObject({ phase: "receive", sent: "some", replyStarted: true });
});

test("fragments that nobody waits for are dropped at once", async () => {
  const { connection } = open();
  const request = new FakeRequest();
  connection.send(request);
  await turn();
  // More leaked beginnings than may be open at one time.
  for (let id = 1_000; id < 4_000; id += 1) connection.onData(replyTo(id, true).slice(0, 64));
  connection.onData(replyTo(1, true));
  expect(request.replies.length).toBe(1);
  connection.destroy("end of test");
});

test("a connection whose request ids are used up gives way to another", async () => {
  const { connection, stream, events } = open(0x7fff_fffe);
  const [one, two] = [new FakeRequest(), new FakeRequest()];
  connection.send(one);
  expect(connection.usable).toBe(true);
  connection.send(two);
  expect(connection.usable).toBe(false);
  await turn();
  expect(stream.requestIds).toEqual([0x7fff_fffe, 0x7fff_ffff]);
  connection.onData(replyTo(0x7fff_ffff));
  connection.onData(replyTo(0x7fff_fffe));
  expect([one.replies.length, two.replies.length]).toEqual([1, 1]);
  expect(stream.messages.at(-1)?.type).toBe(MessageType.closeConnection);
  expect(stream.ended).toBe(true);
  expect(events).toEqual(["closed: the request ids are used up, 0"]);
});

test("CloseConnection and MessageError end every request in their own way", async () => {
  for (const [type, phase] of [
    [5, "closeConnection"],
    [6, "messageError"],
  ] as const) {
    const { connection } = open();
    const request = new FakeRequest();
    connection.send(request);
    await turn();
    // The header of a CloseConnection may be one of GIOP 1.0 on a 1.2 connection.
    connection.onData(new Uint8Array([0x47, 0x49, 0x4f, 0x50, 1, 0, 0, type, 0, 0, 0, 0]));
    expect(request.failures[0]).toMatchObject({ phase, sent: "some" });
  }
});

test("a one-way request of the same turn is written before a draining connection ends", async () => {
  const { connection, stream } = open();
  const oneWay = new FakeRequest(false);
  connection.send(oneWay);
  connection.drain("the Orb was closed");
  expect(stream.ended).toBe(false);
  await turn();
  expect(stream.requestIds).toEqual([1]);
  expect(oneWay).toMatchObject({ written: 1, failures: [] });
  expect(stream.messages.at(-1)?.type).toBe(MessageType.closeConnection);
  expect(stream.ended).toBe(true);
});

test("a draining connection ends when its last request is given up before the write", () => {
  const { connection, stream } = open();
  const request = new FakeRequest();
  connection.send(request);
  connection.drain("the Orb was closed");
  expect(connection.abandon(request)).toBe("none");
  expect(stream.requestIds).toEqual([]);
  expect(stream.ended).toBe(true);
});

test("a reply that its call cannot take in ends that call alone", async () => {
  const { connection, events } = open();
  const [broken, fine] = [new FakeRequest(), new FakeRequest()];
  broken.onReply = () => {
    throw new Error("cannot be taken in");
  };
  connection.send(broken);
  connection.send(fine);
  await turn();
  connection.onData(Buffer.concat([replyTo(1), replyTo(2)]));
  expect(broken.failures[0]).toMatchObject({ code: "UNREADABLE_REPLY", undecodable: true });
  expect(fine.replies.length).toBe(1);
  expect(events).toEqual([]);
  connection.destroy("end of test");
});
