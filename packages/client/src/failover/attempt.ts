import type { Failure } from "@remora/cluster";
import type { CompletionStatus, Ior } from "@remora/protocol/internal";
import type { ConnectionPhase } from "../errors.ts";

/** What a server's exception says. */
export interface ServerException {
  readonly kind: "system" | "user";
  /** CORBA name of a system exception; the repository id of a user exception. */
  readonly name: string;
  readonly minor: number;
  readonly completed: CompletionStatus;
  /** Java class, where the server tells it. */
  readonly javaClass?: string;
  /** The exception's own message. */
  readonly message?: string;
  /** Stack or other text that the server sent along. */
  readonly serverText?: string;
}

/** A failed attempt: the facts that `decide` reads, and the words that people read. */
export interface AttemptProblem {
  readonly failure: Failure;
  /** `ECONNREFUSED`, `OBJECT_NOT_EXIST`, … */
  readonly code: string;
  readonly message: string;
  readonly phase?: ConnectionPhase;
  readonly cause?: unknown;
  readonly exception?: ServerException;
  /** Where a forward points. */
  readonly forward?: { readonly ior: Ior; readonly permanent: boolean };
}

/** How one attempt ended. Outcomes are values: nothing is thrown on the way to `decide`. */
export type AttemptOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: AttemptProblem };
