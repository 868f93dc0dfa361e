import { describe, expect, test } from "vitest";
import { CodeSet, type CodeSets } from "../cdr/code-sets.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";
import { encodeIiopProfile } from "../ior/iiop-profile.ts";
import { decodeCancelRequest, encodeCancelRequest } from "./control-messages.ts";
import { type GiopMessage, peekRequestId } from "./giop-message.ts";
import type { MessageType } from "./header.ts";
import {
  decodeLocateReply,
  decodeLocateRequest,
  encodeLocateReply,
  encodeLocateRequest,
  LocateStatus,
} from "./locate.ts";
import { decodeReply, encodeReply, ReplyStatus } from "./reply.ts";
import {
  decodeRequest,
  finishRequest,
  type RequestTemplateOptions,
  requestTemplate,
  writeTemplate,
} from "./request.ts";
import { codeSetsContext, findContext, readCodeSets, SERVICE_CONTEXT } from "./service-context.ts";
import {
  minorNumber,
  minorVendor,
  readSystemException,
  systemExceptionName,
  writeSystemException,
} from "./system-exception.ts";

function message(writer: CdrWriter): GiopMessage {
  const bytes = writer.toBytes();
  expect(new DataView(bytes.buffer).getUint32(8, (bytes[6]! & 1) === 1)).toBe(bytes.length - 12);
  return {
    major: bytes[4]!,
    minor: bytes[5]!,
    littleEndian: (bytes[6]! & 1) === 1,
    type: bytes[7]! as MessageType,
    bytes,
    start: 0,
    end: bytes.length,
  };
}

const key = Uint8Array.of(1, 2, 3, 4, 5);
const label = Uint8Array.of(9, 8, 7);
const contexts = [
  codeSetsContext(CodeSet.utf8, CodeSet.utf16),
  { id: SERVICE_CONTEXT.membershipLabel, data: label },
];

function request(
  options: Partial<RequestTemplateOptions>,
  requestId: number,
  write?: (writer: CdrWriter) => void,
): GiopMessage {
  const template = requestTemplate({
    giopMinor: 2,
    objectKey: key,
    operation: "greet",
    contexts,
    ...options,
  });
  const writer = new CdrWriter({ capacity: 1 });
  writeTemplate(writer, template, requestId);
  write?.(writer);
  finishRequest(writer, template);
  return message(writer);
}

describe.each([
  [0, false],
  [0, true],
  [1, false],
  [1, true],
  [2, false],
  [2, true],
])("GIOP 1.%i, little-endian %s", (giopMinor, littleEndian) => {
  test("request", () => {
    const sent = request({ giopMinor, littleEndian }, 0xfffffff0, (writer) => {
      writer.octet(1);
      writer.double(2.5);
    });
    expect(peekRequestId(sent)).toBe(0xfffffff0);
    const got = decodeRequest(sent);
    expect(got).toMatchObject({
      giopMinor,
      requestId: 0xfffffff0,
      responseExpected: true,
      operation: "greet",
    });
    expect(got.objectKey).toEqual(key);
    expect(got.contexts).toEqual(contexts);
    expect(got.body.octet()).toBe(1);
    expect(got.body.double()).toBe(2.5);
    expect(got.body.remaining()).toBe(0);
  });

  test("request without arguments ends behind its head", () => {
    const got = decodeRequest(request({ giopMinor, littleEndian, responseFlags: 0 }, 5));
    expect(got.responseExpected).toBe(false);
    expect(got.body.remaining()).toBe(0);
  });

  test("reply, its contexts, and reply without a result", () => {
    const writer = new CdrWriter({ littleEndian });
    encodeReply(
      writer,
      { giopMinor, requestId: 6, status: ReplyStatus.userException, contexts },
      (body) => body.longlong(-5n),
    );
    const sent = message(writer);
    expect(peekRequestId(sent)).toBe(6);
    const got = decodeReply(sent);
    expect(got).toMatchObject({ giopMinor, requestId: 6, status: ReplyStatus.userException });
    expect(got.contexts).toEqual(contexts);
    expect(got.context(SERVICE_CONTEXT.membershipLabel)).toEqual(label);
    expect(got.context(77)).toBeUndefined();
    expect(got.body.longlong()).toBe(-5n);
    expect(got.contexts).toEqual(contexts);

    const empty = new CdrWriter({ littleEndian });
    encodeReply(empty, { giopMinor, requestId: 7, status: ReplyStatus.noException, contexts });
    const none = decodeReply(message(empty));
    expect(none.body.remaining()).toBe(0);
    expect(none.context(SERVICE_CONTEXT.codeSets)).toHaveLength(12);
  });

  test("locate request and reply", () => {
    const asked = new CdrWriter({ littleEndian });
    encodeLocateRequest(asked, { giopMinor, requestId: 8, objectKey: key });
    const got = decodeLocateRequest(message(asked));
    expect(got).toMatchObject({ giopMinor, requestId: 8 });
    expect(got.objectKey).toEqual(key);
    const answer = new CdrWriter({ littleEndian });
    encodeLocateReply(
      answer,
      { giopMinor, requestId: 8, status: LocateStatus.objectForward },
      (body) => body.string("x"),
    );
    const reply = decodeLocateReply(message(answer));
    expect(reply).toMatchObject({ requestId: 8, status: LocateStatus.objectForward });
    expect(reply.body.string()).toBe("x");
    expect(peekRequestId(message(answer))).toBe(8);
  });

  test("cancel request", () => {
    const writer = new CdrWriter({ littleEndian });
    encodeCancelRequest(writer, { giopMinor, requestId: 9 });
    expect(decodeCancelRequest(message(writer))).toBe(9);
  });
});

test("the request that GlassFish's bootstrap takes, octet by octet", () => {
  const sent = request(
    {
      objectKey: new Uint8Array(Buffer.from("NameService")),
      operation: "resolve",
      contexts: [codeSetsContext(CodeSet.utf8, CodeSet.utf16)],
    },
    5,
    (writer) => {
      writer.ulong(1);
      writer.string("SerialContextProvider");
      writer.string("");
    },
  );
  // Padding before the body ends at offset 0x50; the shorter head of a hand-made client is the same.
  expect(Buffer.from(sent.bytes).toString("hex")).toBe(
    "47494f5001020000000000690000000503000000000000000000000b4e616d655365727669636500" +
      "000000087265736f6c76650000000001000000010000000c00000000050100010001010900000000" +
      "000000010000001653657269616c436f6e7465787450726f7669646572000000" +
      "0000000100",
  );
});

describe("target addresses of GIOP 1.2", () => {
  const profile = encodeIiopProfile({
    major: 1,
    minor: 2,
    host: "h",
    port: 1,
    objectKey: key,
    components: [],
  });
  test("by profile and by reference lead to the same key", () => {
    const byProfile = decodeRequest(request({ target: { profile } }, 1));
    expect(byProfile.objectKey).toEqual(key);
    const other = { tag: 1, data: Uint8Array.of(0) };
    const ior = { typeId: "IDL:x:1.0", profiles: [other, profile] };
    expect(decodeRequest(request({ target: { ior, index: 1 } }, 1)).objectKey).toEqual(key);
    expect(decodeRequest(request({ target: { ior, index: 0 } }, 1)).objectKey).toBeUndefined();
    expect(decodeRequest(request({ target: { ior, index: 7 } }, 1)).objectKey).toBeUndefined();
  });
  test("another disposition is refused", () => {
    const sent = request({}, 1);
    sent.bytes[21] = 3;
    expect(() => decodeRequest(sent)).toThrow(RemoteProtocolError);
  });
});

describe("malformed heads", () => {
  test("a status that does not exist", () => {
    const writer = new CdrWriter();
    encodeReply(writer, { giopMinor: 2, requestId: 1, status: 6 as ReplyStatus });
    expect(() => decodeReply(message(writer))).toThrow("6 is no reply status");
  });
  test("contexts that promise more than there is", () => {
    for (const [at, value] of [
      [20, 0x7fffffff],
      [20, 4],
      [28, 0xffffffff],
    ] as const) {
      const writer = new CdrWriter();
      encodeReply(writer, { giopMinor: 2, requestId: 1, status: 0, contexts });
      writer.patchUlong(at, value);
      expect(() => decodeReply(message(writer))).toThrow(RemoteProtocolError);
    }
  });
});

test("code sets context", () => {
  const context = codeSetsContext(CodeSet.latin1, CodeSet.ucs2);
  expect(readCodeSets(findContext([context], SERVICE_CONTEXT.codeSets)!)).toEqual({
    char: CodeSet.latin1,
    wchar: CodeSet.ucs2,
  } satisfies CodeSets);
});

describe("system exceptions", () => {
  test("are read as they were written", () => {
    const exception = { name: "COMM_FAILURE", minor: 0x53550002, completed: "maybe" as const };
    const writer = new CdrWriter();
    writeSystemException(writer, exception);
    const sent = writer.toBytes();
    const got = readSystemException(decodeReplyBody(sent));
    expect(got).toEqual({ ...exception, repositoryId: "IDL:omg.org/CORBA/COMM_FAILURE:1.0" });
    expect(minorVendor(got.minor)).toBe(0x53550);
    expect(minorNumber(got.minor)).toBe(2);
  });
  test("ids outside the standard keep their text", () => {
    expect(systemExceptionName("IDL:acme.com/ODD:1.0")).toBe("IDL:acme.com/ODD:1.0");
  });
  test("a completion status that does not exist", () => {
    const writer = new CdrWriter();
    writer.string("IDL:omg.org/CORBA/UNKNOWN:1.0");
    writer.ulong(0);
    writer.ulong(3);
    expect(() => readSystemException(decodeReplyBody(writer.toBytes()))).toThrow(
      "no completion status",
    );
  });
});

function decodeReplyBody(octets: Uint8Array) {
  const writer = new CdrWriter();
  encodeReply(writer, { giopMinor: 2, requestId: 1, status: 2 }, (body) => body.raw(octets));
  return decodeReply(message(writer)).body;
}
