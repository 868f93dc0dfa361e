// What an HTTP request is answered with, and which answer a failure becomes.
import { CallError, type CompletionStatus, OrbError } from "@remora/client";
import { SoldOutException } from "./generated/index.ts";

/** An HTTP answer; the body is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of every answer that is no success. */
export interface FailureBody {
  /** For programs. */
  readonly error: string;
  /** For people; no address of a server is in it. */
  readonly message: string;
  /** Whether it ran: what a caller needs to know before he asks again. */
  readonly completed: CompletionStatus;
}

/** The request itself is wrong, and nothing was called. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Something failed before the call that matters was made, whatever became of the calls before it. */
export class NothingAsked extends Error {}

/** The answer that a failure becomes. */
export function failureAnswer(error: unknown): Answer {
  if (error instanceof RequestProblem) {
    return failure(error.status, error.code, error.message, "no", error.headers);
  }
  // Declared by the bean: an answer like any other, with the fields that it has in Java.
  if (error instanceof SoldOutException) {
    const { article, wanted, left } = error;
    const message = `${left} of "${article}" are left, ${wanted} were wanted; nothing was ordered`;
    const body = { error: "SOLD_OUT", message, completed: "yes", article, wanted, left };
    return { status: 409, body };
  }
  if (error instanceof NothingAsked) return unavailable("UNAVAILABLE");
  if (!(error instanceof OrbError)) {
    return failure(500, "INTERNAL", "a mistake in this server", "maybe");
  }
  switch (error.completed) {
    case "no":
      return unavailable(error.code);
    case "yes":
      return failure(502, error.code, "it ran, and it failed", "yes");
    default:
      return failure(502, error.code, "it may have run: look before you ask again", "maybe");
  }
}

/** What an operator wants to know of a failure, and no caller should: each attempt, with its member and rule. */
export function logOf(error: unknown): Readonly<Record<string, unknown>> {
  const cause = error instanceof NothingAsked ? error.cause : error;
  if (!(cause instanceof CallError)) return { error: String(cause) };
  const { code, completed, operation, elapsedMs, message } = cause;
  const attempts = cause.attempts.map(({ member, endpoint, rule }) => ({ member, endpoint, rule }));
  return { code, completed, operation, elapsedMs: Math.round(elapsedMs), message, attempts };
}

/** There is nothing of that name: asked and answered. */
export function notFound(error: string, message: string): Answer {
  return failure(404, error, message, "yes");
}

function unavailable(code: string): Answer {
  const message = "nothing was done: no server could be asked; try again";
  return failure(503, code, message, "no", { "retry-after": "1" });
}

function failure(
  status: number,
  error: string,
  message: string,
  completed: CompletionStatus,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body: FailureBody = { error, message, completed };
  return { status, body, headers };
}
