import type { Failure } from "@remora/cluster";
import type { CompletionStatus, Ior, JavaThrowable } from "@remora/protocol/internal";
import type { ConnectionPhase } from "../errors.ts";

/** What a server's exception says. */
export interface ServerException {
  /** CORBA's own failure, or one that the interface declares. */
  readonly kind: "system" | "user";
  /** CORBA name of a system exception; the repository id of a user exception. */
  readonly name: string;
  /** 0 for user exceptions. */
  readonly minor: number;
  /** As the server says; whether it is believed is for `decide`. */
  readonly completed: CompletionStatus;
  /** Java class, where the server tells it. */
  readonly javaClass?: string;
  /** The exception's own message. */
  readonly message?: string;
  /** Stack or other text that the server sent along. */
  readonly serverText?: string;
  /** The Java exception itself, where the server sent it. */
  readonly thrown?: JavaThrowable;
}

/** A failed attempt: the facts that `decide` reads, and the words that people read. */
export interface AttemptProblem {
  /** What `decide` reads. Words never decide. */
  readonly failure: Failure;
  /** `ECONNREFUSED`, `OBJECT_NOT_EXIST`, … */
  readonly code: string;
  /** A clause for people; it becomes part of the error. */
  readonly message: string;
  /** For ConnectionError; absent where a reply came. */
  readonly phase?: ConnectionPhase;
  /** What Node.js or the codec threw. */
  readonly cause?: unknown;
  /** What the server said, where it said something. */
  readonly exception?: ServerException;
  /** Where a forward points. */
  readonly forward?: { readonly ior: Ior; readonly permanent: boolean };
}

/** How one attempt ended. Outcomes are values: nothing is thrown on the way to `decide`. */
export type AttemptOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: AttemptProblem };
