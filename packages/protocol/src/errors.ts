/** Did the operation run? `maybe` when nobody can tell (CORBA 3.3 part 1, §8.4.2). */
export type CompletionStatus = "yes" | "no" | "maybe";

/** What any error of the SDK may carry besides its text. */
export interface OrbErrorOptions {
  /** What led to it. */
  readonly cause?: unknown;
  /** Absent where no operation is concerned. */
  readonly completed?: CompletionStatus | undefined;
}

/**
 * The root of all errors of the SDK. Recognise errors by `code`, not by `instanceof`, when two
 * copies of the package may be loaded.
 */
export class OrbError extends Error {
  /** Stable, documented in `docs/errors.md`. */
  readonly code: string;
  /** Whether the operation ran; undefined when the error is not about a call. */
  readonly completed: CompletionStatus | undefined;

  constructor(code: string, message: string, options?: OrbErrorOptions) {
    // An explicit `cause: undefined` would create the property; leave it out instead.
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.completed = options?.completed;
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** Where in the arguments the illegal value was found. */
export interface LocalProtocolErrorOptions extends OrbErrorOptions {
  /** See `LocalProtocolError.path`. */
  readonly path?: string | undefined;
}

/** The caller (or the SDK itself) asked for something that cannot be put on the wire. */
export class LocalProtocolError extends OrbError {
  /** Path of the value, for example `greet(who)` or `place(order).lines[3]`. */
  readonly path: string | undefined;

  constructor(code: string, message: string, options?: LocalProtocolErrorOptions) {
    super(code, message, options);
    this.path = options?.path;
  }
}

/** Where in the message the illegal octets were found. */
export interface RemoteProtocolErrorOptions extends OrbErrorOptions {
  /** See `RemoteProtocolError.offset`. */
  readonly offset?: number | undefined;
  /** See `RemoteProtocolError.path`. */
  readonly path?: string | undefined;
}

/** The peer sent octets that the standard forbids, or more than our limits allow. */
export class RemoteProtocolError extends OrbError {
  /** Octets from the start of the (logical) message. */
  readonly offset: number | undefined;
  /** For values: class and field that were being read. */
  readonly path: string | undefined;

  constructor(code: string, message: string, options?: RemoteProtocolErrorOptions) {
    const where = options?.offset === undefined ? "" : ` (at octet ${options.offset})`;
    super(code, message + where, options);
    this.offset = options?.offset;
    this.path = options?.path;
  }
}
