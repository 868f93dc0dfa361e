import { CdrReader, type Ior, readIor, valueWriterOf } from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { ReplyBuffer } from "./reply-buffer.ts";
import { capturedBeanBodies } from "./testing/captured-beans.ts";
import { writeAsyncResult, writeFuture } from "./values/async-values.ts";
import { writeHandle, writeMetaData } from "./values/ejb2-values.ts";

function bodyOf(write: (buffer: ReplyBuffer) => void): Uint8Array {
  const buffer = new ReplyBuffer(1_000_000);
  buffer.useCodeSets({ char: 0x0501_0001, wchar: 0x0001_0109 });
  buffer.begin();
  valueWriterOf(buffer).streamFormat = 2;
  write(buffer);
  return buffer.toBytes();
}

/** The reference that stands in a body where its type id does. */
function referenceIn(body: Buffer, typeId: string): Ior {
  const at = body.indexOf(typeId);
  const reader = new CdrReader(body, 0, body.length);
  reader.position = at - 4;
  return readIor(reader);
}

function expectEqualButPadding(ours: Uint8Array, captured: Buffer): void {
  expect(ours.length).toBe(captured.length);
  const different = [...ours.keys()].filter((at) => ours[at] !== captured[at]);
  // We write zeros as padding; GlassFish leaves what lay in the buffer.
  expect(different.filter((at) => ours[at] !== 0)).toEqual([]);
  expect(different.length).toBeLessThan(25);
}

const body = (name: keyof typeof capturedBeanBodies): Buffer =>
  Buffer.from(capturedBeanBodies[name], "hex");

test("the Future of an asynchronous method equals GlassFish's, padding apart", () => {
  const captured = body("future");
  const server = referenceIn(captured, "RMI:com.sun.ejb.codegen.GenericEJBHome_Generated");
  expectEqualButPadding(
    bodyOf((buffer) => writeFuture(buffer, 1n, server)),
    captured,
  );
});

test("the result of a task equals GlassFish's, padding apart", () => {
  const result = { asyncId: 1n, resultException: null, resultValue: "later n" };
  expectEqualButPadding(
    bodyOf((buffer) => writeAsyncResult(buffer, result)),
    body("asyncResult"),
  );
});

test("the handle of an EJB 2 object equals GlassFish's, padding apart", () => {
  const captured = body("handle");
  const reference = referenceIn(captured, "RMI:demo.anchor.Account:");
  expectEqualButPadding(
    bodyOf((buffer) => writeHandle(buffer, reference)),
    captured,
  );
});

test("the metadata of an EJB 2 home equal GlassFish's, padding apart", () => {
  const captured = body("metaData");
  const data = {
    stateless: false,
    remoteInterface: "demo.anchor.Account",
    homeInterface: "demo.anchor.AccountHome",
    home: referenceIn(captured, "RMI:demo.anchor.AccountHome:"),
  };
  expectEqualButPadding(
    bodyOf((buffer) => writeMetaData(buffer, data)),
    captured,
  );
});
