// The values that GlassFish's homes send for asynchronous methods (captures: glassfish/async.jsonl).
import { type CdrWriter, type Ior, valueWriterOf } from "@remora/protocol/internal";
import type { AsyncResult } from "../async-tasks.ts";
import { valueBoxType, wstringType } from "./type-code.ts";
import { stringValueId } from "./value-writer.ts";

const futureId = "RMI:com.sun.ejb.containers.EjbRemoteFutureTask:E211F5AF1C7420E1:6D24E7C637337F81";
const resultId = "RMI:com.sun.ejb.containers.RemoteAsyncResult:C98DEAFC83F92C23:AB26785C56B86C8D";
const longId = "RMI:java.lang.Long:205F6CCF002E6E90:3B8BE490CC8F23DF";

const stringType = valueBoxType(stringValueId, "StringValue", wstringType);

function writeLong(writer: CdrWriter, value: bigint): void {
  valueWriterOf(writer).fresh(longId, () => writer.longlong(value));
}

/** Writes the Future that an asynchronous method returns: its task, and the home that knows it. */
export function writeFuture(writer: CdrWriter, asyncId: bigint, server: Ior): void {
  const values = valueWriterOf(writer);
  values.begin(futureId, false);
  // cancelCalled and complete, then the fields that are objects, by name.
  writer.boolean(false);
  writer.boolean(false);
  writeLong(writer, asyncId);
  values.null();
  values.any(null, "resultValue");
  values.reference(server);
  values.end();
}

/** Writes what a task came to, or null while it runs. */
export function writeAsyncResult(writer: CdrWriter, result: AsyncResult | null): void {
  const values = valueWriterOf(writer);
  if (result === null) {
    values.null();
    return;
  }
  values.begin(resultId, false);
  writeLong(writer, result.asyncId);
  values.value(result.resultException, "resultException");
  const { resultValue } = result;
  if (typeof resultValue === "string") {
    // A text is told by a type code of its own; for other classes the server's are long, and one for all does as well.
    values.open();
    stringType(writer);
    values.string(resultValue, "resultValue");
  } else {
    values.any(resultValue, "resultValue");
  }
  values.end();
}
