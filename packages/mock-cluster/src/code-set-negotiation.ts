// Code sets of a connection: named by the client's first CodeSets context, in force from then on.
import {
  CdrReader,
  type CodeSets,
  findContext,
  isKnownCharSet,
  isKnownWcharSet,
  type RequestMessage,
  readCodeSets,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { MockSystemException } from "./errors.ts";
import { codeSetsMissing } from "./reply-buffer.ts";

/** What a request says of its code sets; undefined when it says nothing. Throws what GlassFish answers to unknown ones. */
export function namedCodeSets(request: RequestMessage): CodeSets | undefined {
  const data = findContext(request.contexts, SERVICE_CONTEXT.codeSets);
  if (data === undefined) return undefined;
  const codeSets = readCodeSets(data);
  if (!isKnownCharSet(codeSets.char) || !isKnownWcharSet(codeSets.wchar)) {
    throw new MockSystemException({ name: "DATA_CONVERSION", minor: 0x4f4d_0008, completed: "no" });
  }
  return codeSets;
}

/** Reads the arguments of a request on a connection without code sets: everything but wide characters. */
export class UnnegotiatedReader extends CdrReader {
  /** A reader at the same place as `body`. */
  static of(body: CdrReader): UnnegotiatedReader {
    const reader = new UnnegotiatedReader(body.bytes, body.position, body.end, {
      origin: body.origin,
      littleEndian: body.littleEndian,
      giopMinor: body.giopMinor,
    });
    return reader;
  }

  override wchar(): string {
    throw codeSetsMissing();
  }

  override wstring(): string {
    throw codeSetsMissing();
  }
}
