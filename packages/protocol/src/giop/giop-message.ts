import { type CodeSets, defaultCodeSets } from "../cdr/code-sets.ts";
import { CdrReader } from "../cdr/reader.ts";
import { RemoteProtocolError } from "../errors.ts";
import { HEADER_OCTETS, MessageType, ulongAt } from "./header.ts";

/**
 * One logical message: the headers of Fragment messages are removed, so alignment and indirections
 * count as if it had been sent in one piece (CORBA 3.3 part 2, §9.4.9).
 */
export interface GiopMessage {
  /** 1 in every version there is. */
  readonly major: number;
  /** 0 to 2; control messages may claim more. */
  readonly minor: number;
  /** See `MessageType`. */
  readonly type: MessageType;
  /** Byte order of this message: each has its own. */
  readonly littleEndian: boolean;
  /** Holds the message from `start` to `end`, and perhaps neighbours: a view, not a copy. */
  readonly bytes: Uint8Array;
  /** Index of the `G` of `GIOP`. */
  readonly start: number;
  /** First index behind the message. */
  readonly end: number;
}

/** A reader at the first octet behind the header. */
export function messageReader(message: GiopMessage, codeSets?: CodeSets): CdrReader {
  const reader = new CdrReader(message.bytes, message.start, message.end);
  reader.position = message.start + HEADER_OCTETS;
  reader.littleEndian = message.littleEndian;
  reader.giopMinor = message.minor;
  if (codeSets !== undefined && codeSets !== defaultCodeSets) {
    reader.charSet = codeSets.char;
    reader.wcharSet = codeSets.wchar;
  }
  return reader;
}

/**
 * The request id without decoding what follows: in GIOP 1.2, and in all messages that have no
 * service contexts, it comes first; in 1.0 and 1.1 it follows the contexts, which are stepped over.
 */
export function peekRequestId(message: GiopMessage): number {
  const { bytes, start } = message;
  if (message.minor >= 2 && message.type <= MessageType.locateReply && message.end - start >= 16) {
    return ulongAt(bytes, start + HEADER_OCTETS, message.littleEndian);
  }
  const reader = messageReader(message);
  switch (message.type) {
    case MessageType.request:
    case MessageType.reply:
      if (message.minor < 2) skipContexts(reader);
      return reader.ulong();
    case MessageType.cancelRequest:
    case MessageType.locateRequest:
    case MessageType.locateReply:
      return reader.ulong();
    default:
      throw new RemoteProtocolError(
        "GIOP_MALFORMED",
        `a message of type ${message.type} has no request id`,
      );
  }
}

/** Steps over a list of service contexts and returns how many there were. */
export function skipContexts(reader: CdrReader): number {
  const count = reader.sequenceLength(8);
  for (let index = 0; index < count; index++) {
    reader.long();
    const length = reader.ulong();
    if (length > reader.remaining()) reader.fail(`a service context of ${length} octets`);
    reader.position += length;
  }
  return count;
}
