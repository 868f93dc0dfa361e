import {
  CodeSet,
  codeSetsContext,
  type RequestTemplate,
  requestTemplate,
} from "@remora/protocol/internal";

const utf8AndUtf16 = codeSetsContext(CodeSet.utf8, CodeSet.utf16);

/** What a request says before its arguments. */
export type RequestHeadParts = Parameters<typeof requestTemplate>[0];

/**
 * The ready-made head of requests, GIOP header to service contexts, in two forms: code sets are agreed on once for a
 * connection (CORBA 3.3 part 2, 7.10.2.6), so they are told until its first reply has come, and not after it: a server
 * takes them in anew with each request that has them.
 */
export class RequestHead {
  readonly giopMinor: number;
  /** Tells the code sets. */
  readonly first: RequestTemplate;
  readonly #parts: RequestHeadParts;
  #later: RequestTemplate | undefined;

  /** Contexts without the one of code sets. */
  constructor(parts: RequestHeadParts) {
    this.giopMinor = parts.giopMinor;
    this.#parts = parts;
    this.first = requestTemplate({ ...parts, contexts: [utf8AndUtf16, ...parts.contexts] });
  }

  /** For a connection on which a request that told the code sets was answered; encoded when first needed. */
  get later(): RequestTemplate {
    this.#later ??= requestTemplate(this.#parts);
    return this.#later;
  }
}
