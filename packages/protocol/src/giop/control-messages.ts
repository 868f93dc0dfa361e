import type { CdrWriter } from "../cdr/writer.ts";
import { type GiopMessage, messageReader } from "./giop-message.ts";
import { finishMessage, MessageType, writeHeader } from "./header.ts";

/** Says that the caller no longer waits; the server may still answer (CORBA 3.3 part 2, §9.4.4). */
export function encodeCancelRequest(
  writer: CdrWriter,
  request: { readonly giopMinor: number; readonly requestId: number },
): void {
  writeHeader(writer, MessageType.cancelRequest, request.giopMinor);
  writer.ulong(request.requestId);
  finishMessage(writer);
}

/** The id of the request that is no longer waited for. */
export function decodeCancelRequest(message: GiopMessage): number {
  return messageReader(message).ulong();
}

/** Says that the connection closes in order: unanswered requests were not begun (§9.4.7). */
export function encodeCloseConnection(writer: CdrWriter, giopMinor = 2): void {
  writeHeader(writer, MessageType.closeConnection, giopMinor);
}

/** Says that a message with a wrong header, version or type was received (§9.4.8). */
export function encodeMessageError(writer: CdrWriter, giopMinor = 2): void {
  writeHeader(writer, MessageType.messageError, giopMinor);
}
