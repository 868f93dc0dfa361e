import { describe, expect, test } from "vitest";
import { fromHex, type Golden, loadGolden, masked } from "../../golden/load.ts";
import { OutgoingBuffer } from "../cdr/outgoing-buffer.ts";
import { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import {
  decodeCancelRequest,
  encodeCancelRequest,
  encodeCloseConnection,
  encodeMessageError,
} from "../giop/control-messages.ts";
import type { GiopMessage } from "../giop/giop-message.ts";
import { MessageType } from "../giop/header.ts";
import {
  decodeLocateReply,
  decodeLocateRequest,
  encodeLocateReply,
  encodeLocateRequest,
} from "../giop/locate.ts";
import { MessageAssembler } from "../giop/message-assembler.ts";
import { decodeReply, encodeReply } from "../giop/reply.ts";
import { decodeRequest, finishRequest, requestTemplate, writeTemplate } from "../giop/request.ts";
import { readCodeSets, SERVICE_CONTEXT, type ServiceContext } from "../giop/service-context.ts";
import { readSystemException, writeSystemException } from "../giop/system-exception.ts";
import { readName, writeName } from "../naming/binding.ts";
import {
  type NamingException,
  readNamingException,
  writeNamingException,
} from "../naming/naming-exceptions.ts";
import { readStringValue, writeStringValue } from "../rmi/string-value.ts";
import { clusterMembers } from "./cluster-member-component.ts";
import { codeSetName } from "./code-sets-component.ts";
import { addressText, type Json } from "./describe-component.ts";
import { hexNumber, toHex } from "./hex.ts";
import { firstIiopProfile } from "./iiop-profile.ts";
import { type Ior, readIor, writeIor } from "./ior.ts";
import { decodeIorUpdate } from "./ior-update.ts";
import { membershipLabel, membershipLabelText } from "./membership-label.ts";

type Fields = { readonly [field: string]: Json };
interface Meaning {
  readonly type: string;
  readonly version: string;
  readonly littleEndian: boolean;
  readonly parts: readonly number[];
  readonly body?: Fields;
}

const typeNames = Object.keys({
  Request: 0,
  Reply: 1,
  CancelRequest: 2,
  LocateRequest: 3,
  LocateReply: 4,
  CloseConnection: 5,
  MessageError: 6,
});
const replyStatus = [
  "NO_EXCEPTION",
  "USER_EXCEPTION",
  "SYSTEM_EXCEPTION",
  "LOCATION_FORWARD",
  "LOCATION_FORWARD_PERM",
  "NEEDS_ADDRESSING_MODE",
];
const locateStatus = ["UNKNOWN_OBJECT", "OBJECT_HERE", "OBJECT_FORWARD"];

const goldens = loadGolden<Meaning>("giop");
const canonical = goldens.filter((golden) => golden.canonical);

/** What the files say of a reference inside a message; `golden/ior` goes further. */
function describeReference(ior: Ior): { readonly [field: string]: Json } {
  const profile = firstIiopProfile(ior);
  if (profile === undefined) throw new Error("no IIOP profile");
  return {
    typeId: ior.typeId,
    address: addressText(profile),
    objectKey: toHex(profile.objectKey),
    tags: profile.components.map(({ tag }) => tag),
  };
}

function describeUpdate(data: Uint8Array): Fields {
  const ior = decodeIorUpdate(data);
  const components = firstIiopProfile(ior)?.components ?? [];
  const members = clusterMembers(components).map(({ name, weight, sockets }) => ({
    name,
    weight,
    addresses: sockets.map(addressText),
  }));
  const label = membershipLabel(components);
  return {
    ...describeReference(ior),
    members,
    ...(label === undefined ? {} : { label: membershipLabelText(label) }),
  };
}

function describeContext({ id, data }: ServiceContext): Fields {
  switch (id) {
    case SERVICE_CONTEXT.codeSets: {
      const { char, wchar } = readCodeSets(data);
      return { id, codeSets: { char: codeSetName(char), wchar: codeSetName(wchar) } };
    }
    case SERVICE_CONTEXT.sendingContextRunTime:
      return { id, codeBase: describeReference(readIor(CdrReader.ofEncapsulation(data))) };
    case SERVICE_CONTEXT.exceptionDetailMessage:
      return { id, detail: CdrReader.ofEncapsulation(data).wstring().split(/\r?\n/)[0] ?? "" };
    case SERVICE_CONTEXT.membershipLabel:
      return { id, label: membershipLabelText(data) };
    case SERVICE_CONTEXT.iorUpdate:
      return { id, iorUpdate: describeUpdate(data) };
    default:
      return data.length <= 64 ? { id, hex: toHex(data) } : { id };
  }
}

const cdr: { readonly [type: string]: (reader: CdrReader) => Json } = {
  long: (reader) => reader.long(),
  boolean: (reader) => reader.boolean(),
  double: (reader) => reader.double(),
  longlong: (reader) => String(reader.longlong()),
  string: (reader) => reader.string(),
  wstring: (reader) => reader.wstring(),
  wchar: (reader) => reader.wchar(),
};

/** Reads a body the way the file says, for nothing in a message tells what its body is. */
function describeBody(reader: CdrReader, expected: Fields): Fields {
  if ("opaque" in expected) return { opaque: reader.remaining() > 0 };
  if ("userException" in expected) return { userException: reader.string() };
  const body = ((): Fields => {
    if ("empty" in expected) return { empty: true };
    if ("name" in expected)
      return { name: readName(reader).map((component) => ({ ...component })) };
    if ("ior" in expected) return { ior: describeReference(readIor(reader)) };
    if ("string" in expected) return { string: readStringValue(reader) };
    if ("systemException" in expected) {
      const { name, minor, completed } = readSystemException(reader);
      return { systemException: { name, minor: hexNumber(minor), completed } };
    }
    if ("namingException" in expected) {
      return { namingException: readNamingException(reader, reader.string()) as unknown as Json };
    }
    const items = expected["cdr"] as readonly (readonly [string, Json])[];
    return { cdr: items.map(([type]) => [type, cdr[type]?.(reader) ?? null]) };
  })();
  expect(reader.remaining()).toBe(0);
  return body;
}

/** A message in the words of the files. */
function describeMessage(message: GiopMessage, expected: Meaning): Fields {
  const { major, minor, littleEndian, start } = message;
  const head = { type: typeNames[message.type] ?? "?", version: `${major}.${minor}`, littleEndian };
  const body = (reader: CdrReader): Fields => ({
    bodyOffset: reader.position - start,
    body: describeBody(reader, expected.body ?? {}),
  });
  switch (message.type) {
    case MessageType.request: {
      const request = decodeRequest(message);
      const { target } = request;
      return {
        ...head,
        requestId: request.requestId,
        responseFlags: request.responseExpected ? 3 : 0,
        objectKey: toHex(request.objectKey ?? new Uint8Array(0)),
        ...("profile" in target ? { disposition: 1 } : {}),
        ...("ior" in target ? { disposition: 2 } : {}),
        operation: request.operation,
        contexts: request.contexts.map(describeContext),
        ...body(request.body),
      };
    }
    case MessageType.reply: {
      const reply = decodeReply(message);
      return {
        ...head,
        requestId: reply.requestId,
        status: replyStatus[reply.status] ?? "?",
        contexts: reply.contexts.map(describeContext),
        ...body(reply.body),
      };
    }
    case MessageType.cancelRequest:
      return { ...head, requestId: decodeCancelRequest(message) };
    case MessageType.locateRequest: {
      const { requestId, objectKey } = decodeLocateRequest(message);
      return { ...head, requestId, objectKey: toHex(objectKey ?? new Uint8Array(0)) };
    }
    case MessageType.locateReply: {
      const reply = decodeLocateReply(message);
      const status = locateStatus[reply.status] ?? "?";
      return { ...head, requestId: reply.requestId, status, ...body(reply.body) };
    }
    default:
      return head;
  }
}

/** Octets of a stream to the one message in it, delivered in chunks of a size. */
function assemble(octets: Uint8Array, chunkOctets: number): GiopMessage {
  const messages: GiopMessage[] = [];
  const assembler = new MessageAssembler({ onMessage: (message) => messages.push(message) });
  for (let at = 0; at < octets.length; at += chunkOctets) {
    assembler.push(octets.slice(at, at + chunkOctets));
  }
  const [message, ...others] = messages;
  if (message === undefined || others.length > 0) throw new Error(`${messages.length} messages`);
  return message;
}

/** Sizes of the messages of a stream, header included. */
function partsOf(octets: Uint8Array): number[] {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const parts: number[] = [];
  for (let at = 0; at < octets.length; at += parts.at(-1) ?? 0) {
    parts.push(12 + view.getUint32(at + 8, (view.getUint8(at + 6) & 1) === 1));
  }
  return parts;
}

/**
 * Where two messages differ, pad octets that hold garbage and the size in the header aside;
 * undefined if nowhere.
 */
function difference(ours: GiopMessage, golden: Golden<Meaning>): string | undefined {
  const octets = [ours, assemble(fromHex(golden.hex), 1 << 20)].map((message) => {
    const copy = masked(message.bytes.subarray(message.start, message.end), golden.padding);
    // The header of a fragmented message has the size of its first part, whoever joined the parts.
    return copy.fill(0, 8, 12);
  });
  const [encoded, recorded] = octets as [Uint8Array, Uint8Array];
  if (encoded.length !== recorded.length)
    return `${encoded.length} octets, recorded ${recorded.length}`;
  const at = encoded.findIndex((octet, index) => octet !== recorded[index]);
  if (at < 0) return undefined;
  const around = (all: Uint8Array): string => toHex(all.subarray(Math.max(0, at - 8), at + 8));
  return `at octet ${at}: …${around(encoded)}…, recorded …${around(recorded)}…`;
}

function writeCdr(writer: CdrWriter, items: readonly (readonly [string, Json])[]): void {
  for (const [type, value] of items) {
    if (type === "long") writer.long(value as number);
    else if (type === "boolean") writer.boolean(value as boolean);
    else if (type === "double") writer.double(value as number);
    else if (type === "longlong") writer.longlong(BigInt(value as string));
    else if (type === "string") writer.string(value as string);
    else if (type === "wstring") writer.wstring(value as string);
    else writer.wchar(value as string);
  }
}

/** Writes a body from what the file says; what it does not say is copied. */
function writeBody(
  writer: CdrWriter,
  body: CdrReader,
  meaning: Fields | undefined,
  copy: boolean,
): void {
  if (meaning === undefined || "empty" in meaning) return;
  if (copy || "opaque" in meaning || "userException" in meaning) {
    writer.raw(body.bytes.subarray(body.position, body.end));
  } else if ("name" in meaning) writeName(writer, meaning["name"] as never);
  else if ("ior" in meaning) writeIor(writer, readIor(body));
  else if ("string" in meaning) writeStringValue(writer, meaning["string"] as string);
  else if ("systemException" in meaning) {
    const { name, minor, completed } = meaning["systemException"] as never as {
      name: string;
      minor: string;
      completed: "yes" | "no" | "maybe";
    };
    writeSystemException(writer, { name, minor: Number(minor), completed });
  } else if ("namingException" in meaning) {
    writeNamingException(writer, meaning["namingException"] as unknown as NamingException);
  } else writeCdr(writer, meaning["cdr"] as never);
}

/** The message encoded anew, as the chunks that would go to the socket. */
function encodedAnew(
  message: GiopMessage,
  { meaning }: Golden<Meaning>,
  copy: boolean,
): Uint8Array {
  const { littleEndian, minor: giopMinor } = message;
  const maxFragmentBytes = meaning.parts.length > 1 ? (meaning.parts[0] ?? 0) : 1 << 24;
  const writer = new OutgoingBuffer({ littleEndian, maxFragmentBytes, giopMinor });
  writer.begin();
  switch (message.type) {
    case MessageType.request: {
      const { requestId, target, objectKey, operation, contexts, responseExpected, body } =
        decodeRequest(message);
      const template = requestTemplate({
        giopMinor,
        littleEndian,
        objectKey: objectKey ?? new Uint8Array(0),
        operation,
        contexts,
        target,
        responseFlags: responseExpected ? 3 : 0,
      });
      writeTemplate(writer, template, requestId);
      writeBody(writer, body, meaning.body, copy);
      finishRequest(writer, template);
      break;
    }
    case MessageType.reply: {
      const { requestId, status, contexts, body } = decodeReply(message);
      encodeReply(writer, { giopMinor, requestId, status, contexts }, (out) =>
        writeBody(out, body, meaning.body, copy),
      );
      break;
    }
    case MessageType.cancelRequest:
      encodeCancelRequest(writer, { giopMinor, requestId: decodeCancelRequest(message) });
      break;
    case MessageType.locateRequest: {
      const { requestId, objectKey } = decodeLocateRequest(message);
      encodeLocateRequest(writer, {
        giopMinor,
        requestId,
        objectKey: objectKey ?? new Uint8Array(0),
      });
      break;
    }
    case MessageType.locateReply: {
      const { requestId, status, body } = decodeLocateReply(message);
      encodeLocateReply(writer, { giopMinor, requestId, status }, (out) =>
        writeBody(out, body, meaning.body, copy),
      );
      break;
    }
    case MessageType.closeConnection:
      encodeCloseConnection(writer, giopMinor);
      break;
    default:
      encodeMessageError(writer, giopMinor);
  }
  writer.finish();
  return Uint8Array.from(writer.take().flatMap((chunk) => [...chunk]));
}

describe(`golden messages: ${goldens.length} decode, ${canonical.length} encode to the same octets`, () => {
  test("there are all types of messages, of all servers and versions", () => {
    const seen = (of: (golden: Golden<Meaning>) => string): string[] =>
      [...new Set(goldens.map(of))].sort();
    expect(seen(({ meaning }) => meaning.type)).toEqual([...typeNames].sort());
    expect(seen(({ meaning }) => meaning.version)).toEqual(["1.0", "1.1", "1.2"]);
    expect(seen(({ server }) => server)).toEqual(["Eclipse ORB", "GlassFish", "JacORB", "WildFly"]);
  });

  test.each(goldens)("$name: $description", ({ hex, meaning, padding }) => {
    const octets = fromHex(hex);
    const { parts, ...expected } = meaning;
    expect(partsOf(octets)).toEqual(parts);
    const whole = assemble(octets, octets.length);
    expect(describeMessage(whole, meaning)).toEqual(expected);
    const pieced = assemble(octets, 7);
    expect(describeMessage(pieced, meaning)).toEqual(expected);
    // What the file calls padding must not matter.
    const bytes = masked(whole.bytes.subarray(whole.start, whole.end), padding);
    const plain = { ...whole, bytes, start: 0, end: bytes.length };
    expect(describeMessage(plain, meaning)).toEqual(expected);
  });

  test.each(goldens)("$name: its head encodes to the same octets", (golden) => {
    const message = assemble(fromHex(golden.hex), 1 << 20);
    const anew = encodedAnew(message, golden, true);
    expect(partsOf(anew)).toEqual(golden.meaning.parts);
    expect(difference(assemble(anew, anew.length), golden)).toBeUndefined();
  });

  test.each(canonical)("$name encodes to the same octets", (golden) => {
    const message = assemble(fromHex(golden.hex), 1 << 20);
    const anew = encodedAnew(message, golden, false);
    expect(partsOf(anew)).toEqual(golden.meaning.parts);
    expect(difference(assemble(anew, anew.length), golden)).toBeUndefined();
  });
});
