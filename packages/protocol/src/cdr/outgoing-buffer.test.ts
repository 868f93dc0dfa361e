import fc from "fast-check";
import { expect, test } from "vitest";
import { LocalProtocolError } from "../errors.ts";
import { type GiopMessage } from "../giop/giop-message.ts";
import { MessageAssembler } from "../giop/message-assembler.ts";
import { decodeRequest, finishRequest, requestTemplate, writeTemplate } from "../giop/request.ts";
import { valueWriterOf } from "../rmi/value-writer.ts";
import { OutgoingBuffer } from "./outgoing-buffer.ts";

const template = requestTemplate({
  giopMinor: 2,
  objectKey: Uint8Array.of(1, 2, 3),
  operation: "store",
  contexts: [],
});

function put(buffer: OutgoingBuffer, id: number, octets: Uint8Array | undefined): void {
  buffer.begin();
  writeTemplate(buffer, template, id);
  if (octets !== undefined) buffer.octets(octets);
  finishRequest(buffer, template);
  buffer.finish();
}

function received(chunks: readonly Uint8Array[]): GiopMessage[] {
  const messages: GiopMessage[] = [];
  const assembler = new MessageAssembler({ onMessage: (message) => void messages.push(message) });
  for (const chunk of chunks) assembler.push(chunk);
  return messages;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

test("small messages leave together", () => {
  const buffer = new OutgoingBuffer();
  for (let id = 0; id < 50; id++) put(buffer, id, Uint8Array.of(id));
  const pending = buffer.pendingBytes;
  const chunks = buffer.take();
  expect(chunks).toHaveLength(1);
  expect(chunks[0]).toHaveLength(pending);
  expect(buffer.pendingBytes).toBe(0);
  expect(buffer.take()).toEqual([]);
  expect(received(chunks).map((message) => decodeRequest(message).requestId)).toEqual(
    Array.from({ length: 50 }, (_, id) => id),
  );
});

test("messages of any size arrive in order, in messages no larger than allowed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(300), fc.nat(5_000)), { maxLength: 12 }),
      fc.constantFrom(32, 33, 40, 1024, 4096),
      fc.constantFrom(64, 1000, 65_536),
      fc.integer({ min: 1, max: 3 }),
      (sizes, maxFragmentBytes, slabBytes, takeEvery) => {
        const buffer = new OutgoingBuffer({ maxFragmentBytes, slabBytes });
        const chunks: Uint8Array[] = [];
        for (const [id, size] of sizes.entries()) {
          put(buffer, id, new Uint8Array(size).fill(id));
          if (id % takeEvery === 0) chunks.push(...buffer.take());
        }
        const pending = buffer.pendingBytes;
        const rest = buffer.take();
        expect(joined(rest)).toHaveLength(pending);
        chunks.push(...rest);
        const octets = joined(chunks);
        for (let at = 0; at < octets.length; ) {
          const total = 12 + new DataView(octets.buffer, at).getUint32(8);
          // Every part but the last ends at a multiple of 8, so padding is the same without headers.
          const partial = (octets[at + 6]! & 2) !== 0;
          if (total > maxFragmentBytes || (partial && total % 8 !== 0)) {
            expect.fail(`a part of ${total} octets`);
          }
          at += total;
        }
        const messages = received(chunks);
        expect(messages).toHaveLength(sizes.length);
        for (const [id, message] of messages.entries()) {
          const request = decodeRequest(message);
          expect(request.requestId).toBe(id);
          expect(request.body.octets()).toEqual(new Uint8Array(sizes[id]!).fill(id));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("an abandoned message leaves no octet behind", () => {
  const buffer = new OutgoingBuffer({ slabBytes: 256 });
  put(buffer, 1, Uint8Array.of(1));
  for (const size of [3, 10_000]) {
    buffer.begin();
    writeTemplate(buffer, template, 2);
    buffer.octets(new Uint8Array(size));
    expect(() => buffer.wstring("\ud800")).toThrow(LocalProtocolError);
    buffer.abandon();
  }
  put(buffer, 3, undefined);
  expect(received(buffer.take()).map((message) => decodeRequest(message).requestId)).toEqual([
    1, 3,
  ]);
});

test("growing inside an encapsulation keeps its alignment and length", () => {
  const buffer = new OutgoingBuffer({ slabBytes: 64 });
  buffer.begin();
  writeTemplate(buffer, template, 7);
  buffer.encapsulation((writer) => {
    writer.octets(new Uint8Array(101).fill(5));
    writer.encapsulation((inner) => {
      inner.octets(new Uint8Array(999).fill(6));
      inner.ulong(77);
    });
  });
  buffer.finish();
  const body = decodeRequest(received(buffer.take())[0]!).body.encapsulation();
  expect(body.octets()).toEqual(new Uint8Array(101).fill(5));
  const inner = body.encapsulation();
  expect(inner.octets()).toEqual(new Uint8Array(999).fill(6));
  expect(inner.ulong()).toBe(77);
});

test("what was taken does not change when more is written", () => {
  const buffer = new OutgoingBuffer();
  put(buffer, 1, Uint8Array.of(1));
  const [chunk] = buffer.take();
  const before = chunk!.slice();
  put(buffer, 2, new Uint8Array(100).fill(2));
  expect(chunk).toEqual(before);
});

test("GIOP 1.0 knows no fragments: the message goes whole", () => {
  const old = requestTemplate({
    giopMinor: 0,
    objectKey: Uint8Array.of(1),
    operation: "store",
    contexts: [],
  });
  const buffer = new OutgoingBuffer({ maxFragmentBytes: 64 });
  buffer.begin();
  writeTemplate(buffer, old, 1);
  buffer.octets(new Uint8Array(500));
  finishRequest(buffer, old);
  buffer.finish();
  const [message] = received(buffer.take());
  expect(decodeRequest(message!).body.octets()).toHaveLength(500);
});

test("GIOP 1.1 fragments carry no request id", () => {
  const old = requestTemplate({
    giopMinor: 1,
    objectKey: Uint8Array.of(1),
    operation: "store",
    contexts: [],
  });
  const buffer = new OutgoingBuffer({ maxFragmentBytes: 64 });
  for (const id of [1, 2]) {
    buffer.begin();
    writeTemplate(buffer, old, id);
    buffer.octets(new Uint8Array(500).fill(id));
    finishRequest(buffer, old);
    buffer.finish();
  }
  const requests = received(buffer.take()).map((message) => decodeRequest(message));
  expect(requests.map((request) => request.requestId)).toEqual([1, 2]);
  expect(requests[1]!.body.octets()).toEqual(new Uint8Array(500).fill(2));
});

test("an encapsulation that fails leaves no code set behind for the next message", () => {
  const buffer = new OutgoingBuffer();
  buffer.begin();
  const fail = (): never => {
    throw new Error("refused");
  };
  expect(() => buffer.encapsulation(fail)).toThrow("refused");
  buffer.abandon();
  buffer.begin();
  buffer.string("ü");
  const written = buffer.bytes.subarray(buffer.origin, buffer.position);
  expect([...written]).toEqual([0, 0, 0, 3, 0xc3, 0xbc, 0]);
});

test("nothing of a message is kept once it is written or given up", () => {
  const buffer = new OutgoingBuffer();
  for (const end of ["finish", "abandon"] as const) {
    buffer.begin();
    buffer.java = { classes: undefined };
    valueWriterOf(buffer).string("text", "");
    buffer[end]();
    expect([buffer.values, buffer.java]).toEqual([undefined, undefined]);
  }
});
