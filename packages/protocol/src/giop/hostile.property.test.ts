import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex, loadGolden } from "../../golden/load.ts";
import type { CdrReader } from "../cdr/reader.ts";
import { RemoteProtocolError } from "../errors.ts";
import { readIor } from "../ior/ior.ts";
import { readAny } from "../rmi/any.ts";
import { readClusterInstances } from "../rmi/cluster-instances.ts";
import {
  readExceptionDetail,
  readUnknownExceptionInfo,
  readUserException,
} from "../rmi/exceptions.ts";
import { stringType } from "../rmi/string-value.ts";
import { stackText } from "../rmi/throwable.ts";
import { readValue, valuesOf } from "../rmi/value-reader.ts";
import { decodeCancelRequest } from "./control-messages.ts";
import { type GiopMessage, peekRequestId } from "./giop-message.ts";
import { MessageType } from "./header.ts";
import { decodeLocateReply, decodeLocateRequest } from "./locate.ts";
import { MessageAssembler } from "./message-assembler.ts";
import { decodeReply } from "./reply.ts";
import { decodeRequest } from "./request.ts";
import { readCodeSets } from "./service-context.ts";
import { readSystemException } from "./system-exception.ts";

const wires = loadGolden<unknown>("giop").map((golden) => fromHex(golden.hex));

/** The same as logical messages, in one piece each. */
const recorded = wires.map((wire) => {
  let whole = new Uint8Array(0);
  const assembler = new MessageAssembler({
    onMessage({ bytes, start, end }) {
      whole = bytes.slice(start, end);
      whole[6]! &= 1;
      new DataView(whole.buffer).setUint32(8, whole.length - 12, whole[6] === 1);
    },
  });
  assembler.push(wire);
  return whole;
});

/** Every way to read a body; each gets a fresh message, since reading moves on. */
const bodies: readonly ((body: CdrReader) => unknown)[] = [
  readClusterInstances,
  (body) => readAny(valuesOf(body)),
  (body) => {
    const { throwable } = readUserException(body);
    return throwable === undefined ? undefined : stackText(throwable);
  },
  readSystemException,
  readIor,
  stringType.read,
  (body) => readValue(body),
  (body) => valuesOf(body).abstractValue(),
];

function decode(message: GiopMessage): void {
  if (message.type !== MessageType.closeConnection && message.type !== MessageType.messageError) {
    peekRequestId(message);
  }
  switch (message.type) {
    case MessageType.request:
      for (const read of bodies) only(() => read(decodeRequest(message).body));
      break;
    case MessageType.reply: {
      for (const { data } of decodeReply(message).contexts) {
        only(() => readUnknownExceptionInfo(data));
        only(() => readExceptionDetail(data));
        only(() => readCodeSets(data));
      }
      for (const read of bodies) only(() => read(decodeReply(message).body));
      break;
    }
    case MessageType.cancelRequest:
      decodeCancelRequest(message);
      break;
    case MessageType.locateRequest:
      decodeLocateRequest(message);
      break;
    case MessageType.locateReply:
      readIor(decodeLocateReply(message).body);
      break;
    case MessageType.closeConnection:
    case MessageType.messageError:
    case MessageType.fragment:
      break;
  }
}

/** Lets a RemoteProtocolError pass as an outcome; anything else fails the test. */
function only(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RemoteProtocolError)) throw error;
    expect(error.message).not.toBe("");
  }
}

const interesting = [0, 1, 2, 0x0f, 0x7f, 0x80, 0xf8, 0xfe, 0xff];
const mutation = fc.record({
  at: fc.nat(),
  octets: fc.oneof(
    fc.array(fc.constantFrom(...interesting), { minLength: 1, maxLength: 4 }),
    fc.uint8Array({ minLength: 1, maxLength: 4 }).map((octets) => [...octets]),
    fc.constantFrom(
      [0x7f, 0xff, 0xff, 0x0a],
      [0x7f, 0xff, 0xff, 0x0f],
      [0x7f, 0xff, 0xff, 0x06],
      [0xff, 0xff, 0xff, 0xff],
      [0xff, 0xff, 0xff, 0xf8],
      [0xff, 0xff, 0x00, 0x00],
      [0x7f, 0xff, 0xff, 0xff],
      [0x80, 0x00, 0x00, 0x00],
    ),
  ),
});

test("recorded messages with changed octets end in a RemoteProtocolError or in a value", () => {
  fc.assert(
    fc.property(
      fc.nat(recorded.length - 1),
      fc.array(mutation, { minLength: 0, maxLength: 4 }),
      fc.option(fc.nat()),
      (index, mutations, cut) => {
        let octets = recorded[index]!.slice();
        // Behind the header nearly always: a wrong header ends at once.
        for (const { at, octets: changed } of mutations) {
          octets.set(
            changed.slice(0, octets.length - 12),
            12 + (at % Math.max(1, octets.length - 16)),
          );
        }
        if (cut !== null) octets = octets.slice(0, 12 + (cut % Math.max(1, octets.length - 12)));
        octets[6]! &= 1;
        new DataView(octets.buffer).setUint32(8, octets.length - 12, octets[6] === 1);
        const assembler = new MessageAssembler({
          onMessage: (message) => only(() => decode(message)),
        });
        only(() => assembler.push(octets));
      },
    ),
    { numRuns: 6_000 },
  );
});

test("recorded messages of which nothing was changed are messages", () => {
  expect(recorded.every((octets) => octets.length >= 12)).toBe(true);
});

test("recorded wires with changed octets anywhere, headers of fragments included", () => {
  fc.assert(
    fc.property(
      fc.nat(wires.length - 1),
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 3000 }),
      (index, mutations, size) => {
        const wire = wires[index]!.slice();
        for (const { at, octets } of mutations) {
          const start = at % wire.length;
          wire.set(octets.slice(0, wire.length - start), start);
        }
        const assembler = new MessageAssembler({
          onMessage: (message) => only(() => decode(message)),
        });
        only(() => {
          for (let at = 0; at < wire.length; at += size)
            assembler.push(wire.subarray(at, at + size));
        });
      },
    ),
    { numRuns: 2_000 },
  );
});

test("noise as a connection's octets, in any chunks", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.boolean(), (chunks, greeting) => {
      const assembler = new MessageAssembler({
        onMessage: (message) => only(() => decode(message)),
      });
      const start = Uint8Array.of(0x47, 0x49, 0x4f, 0x50, 1, 2);
      for (const chunk of greeting ? [start, ...chunks] : chunks) only(() => assembler.push(chunk));
    }),
    { numRuns: 1_000 },
  );
});

test("recorded messages cut into any chunks come out the same", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(recorded.length - 1), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 30 }),
      (indexes, cuts) => {
        const whole = indexes.map((index) => recorded[index]!);
        const wire = new Uint8Array(Buffer.concat(indexes.map((index) => wires[index]!)));
        const messages: Uint8Array[] = [];
        const assembler = new MessageAssembler({
          onMessage({ bytes, start, end }) {
            const octets = bytes.slice(start, end);
            octets[6]! &= 1;
            new DataView(octets.buffer).setUint32(8, octets.length - 12, octets[6] === 1);
            messages.push(octets);
          },
        });
        for (let at = 0, round = 0; at < wire.length; round++) {
          const size = cuts[round % cuts.length]!;
          assembler.push(wire.subarray(at, at + size));
          at += size;
        }
        expect(messages.map((octets) => Buffer.from(octets).toString("hex"))).toEqual(
          whole.map((octets) => Buffer.from(octets).toString("hex")),
        );
      },
    ),
    { numRuns: 200 },
  );
});
