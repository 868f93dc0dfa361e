import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";
import {
  encodeCancelRequest,
  encodeCloseConnection,
  encodeMessageError,
} from "./control-messages.ts";
import type { GiopMessage } from "./giop-message.ts";
import { MessageType } from "./header.ts";
import { MessageAssembler, type MessageAssemblerOptions } from "./message-assembler.ts";
import { decodeReply, encodeReply } from "./reply.ts";

function collect(options?: Partial<MessageAssemblerOptions>): {
  assembler: MessageAssembler;
  messages: GiopMessage[];
} {
  const messages: GiopMessage[] = [];
  const assembler = new MessageAssembler({
    onMessage: (message) => void messages.push(message),
    ...options,
  });
  return { assembler, messages };
}

function reply(
  requestId: number,
  data: Uint8Array,
  littleEndian = false,
  giopMinor = 2,
): Uint8Array {
  const writer = new CdrWriter({ littleEndian });
  encodeReply(writer, { giopMinor, requestId, status: 0 }, (body) => body.octets(data));
  return writer.toBytes();
}

/** Splits a message as a peer would: any size of part, 1.2 fragment headers between them. */
function fragments(message: Uint8Array, size: number): Uint8Array[] {
  const little = (message[6]! & 1) === 1;
  const parts: Uint8Array[] = [];
  const id = message.subarray(12, 16);
  for (let at = 0; at < message.length; ) {
    const room = at === 0 ? size : size - 16;
    const data = message.subarray(at, at + Math.max(1, room));
    at += data.length;
    const more = at < message.length ? 2 : 0;
    const part = parts.length === 0 ? data.slice() : new Uint8Array(16 + data.length);
    if (parts.length > 0) {
      part.set(message.subarray(0, 8));
      part[7] = MessageType.fragment;
      part.set(id, 12);
      part.set(data, 16);
    }
    part[6] = (message[6]! & 1) | more;
    new DataView(part.buffer).setUint32(8, part.length - 12, little);
    parts.push(part);
  }
  return parts;
}

const payload = (length: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * seed) & 0xff);

test("a message that lies whole in a chunk is not copied", () => {
  const { assembler, messages } = collect();
  const chunk = reply(1, payload(10));
  assembler.push(chunk);
  expect(messages[0]!.bytes).toBe(chunk);
});

test("a Buffer is seen as plain octets, still without a copy", () => {
  const { assembler, messages } = collect();
  const chunk = Buffer.from(reply(1, payload(10)));
  assembler.push(chunk);
  expect(Object.getPrototypeOf(messages[0]!.bytes)).toBe(Uint8Array.prototype);
  expect(messages[0]!.bytes.buffer).toBe(chunk.buffer);
});

describe.each([false, true])("little-endian: %s", (littleEndian) => {
  test.each([17, 33, 64, 1001, 1024])("fragments of %i octets", (size) => {
    const { assembler, messages } = collect();
    const data = payload(5000);
    for (const part of fragments(reply(9, data, littleEndian), size)) {
      expect(assembler.partial(9)).toBe(messages.length === 0 && part[7] === MessageType.fragment);
      assembler.push(part);
    }
    expect(assembler.partial(9)).toBe(false);
    expect(messages).toHaveLength(1);
    expect(decodeReply(messages[0]!).body.octets()).toEqual(data);
  });

  test("fragments of several replies interleave, and whole messages pass between them", () => {
    const { assembler, messages } = collect();
    const sets = [1, 2, 3].map((id) =>
      fragments(reply(id, payload(700 * id, id), littleEndian), 64 * id),
    );
    for (let round = 0; sets.some((set) => round < set.length); round++) {
      for (const set of sets) if (round < set.length) assembler.push(set[round]!);
      assembler.push(reply(100 + round, payload(3), littleEndian));
    }
    const replies = messages.map((message) => decodeReply(message));
    for (const id of [1, 2, 3]) {
      const found = replies.find((candidate) => candidate.requestId === id);
      expect(found!.body.octets()).toEqual(payload(700 * id, id));
    }
    expect(replies.filter((candidate) => candidate.requestId >= 100).length).toBeGreaterThan(10);
  });
});

test("8 MB in fragments, in chunks that respect nothing", () => {
  const { assembler, messages } = collect();
  const data = payload(8 * 1024 * 1024, 7);
  const wire = new Uint8Array(Buffer.concat(fragments(reply(5, data), 256_000)));
  for (let at = 0; at < wire.length; at += 65_521) assembler.push(wire.subarray(at, at + 65_521));
  expect(messages).toHaveLength(1);
  expect(Buffer.compare(decodeReply(messages[0]!).body.octets(), data)).toBe(0);
});

test("octets that come one by one", () => {
  const { assembler, messages } = collect();
  const data = payload(3000);
  for (const octet of Buffer.concat([reply(4, data), ...fragments(reply(5, data), 200)])) {
    assembler.push(Uint8Array.of(octet));
  }
  expect(messages.map((message) => decodeReply(message).body.octets())).toEqual([data, data]);
});

test("partial() knows a reply of which only the beginning of the first part has come", () => {
  const { assembler } = collect();
  const octets = reply(7, payload(100));
  assembler.push(octets.subarray(0, 15));
  expect(assembler.partial(7)).toBe(false);
  assembler.push(octets.subarray(15, 16));
  expect(assembler.partial(7)).toBe(true);
  expect(assembler.partial(8)).toBe(false);
  assembler.push(octets.subarray(16));
  expect(assembler.partial(7)).toBe(false);
});

test("GIOP 1.1 fragments: one message at a time, no id", () => {
  const { assembler, messages } = collect();
  const whole = reply(3, payload(500), false, 1);
  const first = whole.slice(0, 100);
  first[6] = 2;
  new DataView(first.buffer).setUint32(8, 88);
  assembler.push(first);
  const rest = whole.subarray(100);
  const last = new Uint8Array(12 + rest.length);
  last.set([0x47, 0x49, 0x4f, 0x50, 1, 1, 0, 7]);
  new DataView(last.buffer).setUint32(8, rest.length);
  last.set(rest, 12);
  assembler.push(last);
  expect(decodeReply(messages[0]!).body.octets()).toEqual(payload(500));
});

test("dropped and discarded messages swallow their fragments", () => {
  const asked: number[] = [];
  const { assembler, messages } = collect({
    onFragmentStart: (id) => {
      asked.push(id);
      return id !== 1;
    },
  });
  const unknown = fragments(reply(1, payload(500)), 64);
  const cancelled = fragments(reply(2, payload(500)), 64);
  for (const part of unknown) assembler.push(part);
  assembler.push(cancelled[0]!);
  assembler.discard(2);
  for (const part of cancelled.slice(1)) assembler.push(part);
  assembler.push(reply(3, payload(1)));
  expect(asked).toEqual([1, 2]);
  expect(messages.map((message) => decodeReply(message).requestId)).toEqual([3]);
});

test("control messages come in any version", () => {
  const { assembler, messages } = collect();
  for (const minor of [0, 1, 2, 3]) {
    const writer = new CdrWriter();
    encodeCloseConnection(writer, minor);
    assembler.push(writer.toBytes());
  }
  const error = new CdrWriter();
  encodeMessageError(error);
  assembler.push(error.toBytes());
  expect(messages.map((message) => [message.type, message.minor])).toEqual([
    [5, 0],
    [5, 1],
    [5, 2],
    [5, 3],
    [6, 2],
  ]);
});

describe("lost framing", () => {
  const header = (overrides: Record<number, number>): Uint8Array => {
    const octets = Uint8Array.of(0x47, 0x49, 0x4f, 0x50, 1, 2, 0, 1, 0, 0, 0, 0);
    for (const [at, octet] of Object.entries(overrides)) octets[Number(at)] = octet;
    return octets;
  };
  test.each([
    ["wrong magic", header({ 0: 0x48 }), /begins with "GIOP", not with 48494f50/],
    ["version 2.0", header({ 4: 2 }), /GIOP 2\.2/],
    ["version 1.3", header({ 5: 3 }), /GIOP 1\.3/],
    ["unknown type", header({ 7: 8 }), /type 8/],
    ["a fragment in 1.0", header({ 5: 0, 7: 7 }), /type 7/],
    ["a fragment without an id", header({ 7: 7 }), /without a request id/],
    ["a fragmented message without an id", header({ 6: 2 }), /before its request id/],
    ["a fragmented CancelRequest", header({ 6: 2, 7: 2 }), /cannot be fragmented/],
    ["an oversize length", header({ 8: 0x7f }), /announces \d+ octets, more than the limit/],
    ["an oversize unsigned length", header({ 8: 0xff }), /more than the limit/],
  ])("%s", (_, octets, message) => {
    const whole = collect().assembler;
    expect(() => whole.push(octets)).toThrow(RemoteProtocolError);
    const split = collect().assembler;
    split.push(octets.subarray(0, 5));
    expect(() => split.push(octets.subarray(5))).toThrow(message);
    // The connection is of no use any more.
    expect(() => split.push(reply(1, payload(1)))).toThrow(message);
  });

  test("the limit counts all fragments together, when they are announced", () => {
    const { assembler } = collect({ limits: { maxMessageBytes: 1000 } });
    const parts = fragments(reply(1, payload(2000)), 400);
    assembler.push(parts[0]!);
    assembler.push(parts[1]!);
    expect(() => assembler.push(parts[2]!)).toThrow(/more than the limit of 1000/);
    const inBits = collect({ limits: { maxMessageBytes: 1000 } }).assembler;
    expect(() => inBits.push(reply(1, payload(2000)).subarray(0, 12))).toThrow(/limit of 1000/);
  });

  test("too many begun messages", () => {
    const { assembler } = collect({ limits: { maxOpenFragments: 2 } });
    const start = (id: number) => assembler.push(fragments(reply(id, payload(100)), 64)[0]!);
    start(1);
    start(2);
    expect(() => start(3)).toThrow(/more than 2 messages/);
  });

  test("a second beginning with the same id, fragments that change byte order", () => {
    const parts = fragments(reply(1, payload(100)), 64);
    const again = collect().assembler;
    again.push(parts[0]!);
    expect(() => again.push(parts[0]!)).toThrow(/open fragments/);
    const order = collect().assembler;
    order.push(parts[0]!);
    const other = fragments(reply(1, payload(100), true), 64)[1]!;
    expect(() => order.push(other)).toThrow(/byte order/);
  });
});

test("an error of the owner leaves the assembler in order", () => {
  const ids: number[] = [];
  const { assembler } = collect({
    onMessage(message) {
      const { requestId } = decodeReply(message);
      if (requestId === 1) throw new TypeError("owner");
      ids.push(requestId);
    },
  });
  expect(() => assembler.push(reply(1, payload(1)))).toThrow(TypeError);
  assembler.push(reply(2, payload(1)));
  expect(ids).toEqual([2]);
});

test("CancelRequest is read back", () => {
  const { assembler, messages } = collect();
  const writer = new CdrWriter();
  encodeCancelRequest(writer, { giopMinor: 2, requestId: 99 });
  assembler.push(writer.toBytes());
  const { bytes, start, end } = messages[0]!;
  expect(new CdrReader(bytes, start + 12, end).ulong()).toBe(99);
});
