// What servants of the mock throw to answer with a certain exception.
import type { CdrWriter, CompletionStatus } from "@remora/protocol/internal";
import type { JavaThrowable } from "./values/throwable.ts";
import type { StreamFormat } from "./values/value-writer.ts";

/** A system exception to be answered: its short name, e.g. `COMM_FAILURE`, minor code and completion status. */
export interface SystemExceptionAnswer {
  /** `COMM_FAILURE`, `TRANSIENT` …, or a whole repository id. */
  readonly name: string;
  /** Vendor and number. Default 0. */
  readonly minor?: number;
  /** Default `maybe`. */
  readonly completed?: CompletionStatus;
}

/** Thrown by a servant: the caller gets this system exception. */
export class MockSystemException extends Error {
  /** Always `MockSystemException`. */
  override readonly name: string = "MockSystemException";
  /** What the caller gets. */
  readonly answer: SystemExceptionAnswer;

  constructor(answer: SystemExceptionAnswer) {
    super(`${answer.name}, minor ${answer.minor ?? 0}, completed ${answer.completed ?? "maybe"}`);
    this.answer = answer;
  }
}

/** A declared Java exception to be answered. */
export interface UserExceptionAnswer {
  /** Class name, e.g. `com.acme.OrderException`. */
  readonly javaClass: string;
  /** What `getMessage` gives. Default null. */
  readonly message?: string | null;
  /** Id in front of the value; default by the rule of Java to IDL: `IDL:com/acme/OrderEx:1.0`. */
  readonly exceptionId?: string;
  /** Repository id of the value; default with a hash and a serial version of made-up digits. */
  readonly repositoryId?: string;
  /** What `getCause` gives. Default: none. */
  readonly cause?: JavaThrowable;
  /** Replaces the value behind the id altogether, for IDL exceptions. */
  readonly writeMembers?: (writer: CdrWriter) => void;
}

/** Thrown by a servant: the caller gets this user exception. */
export class MockUserException extends Error {
  /** Always `MockUserException`. */
  override readonly name: string = "MockUserException";
  /** What the caller gets. */
  readonly answer: UserExceptionAnswer;

  constructor(answer: UserExceptionAnswer) {
    super(`${answer.javaClass}: ${answer.message ?? ""}`);
    this.answer = answer;
  }
}

/** Thrown by the mock's own servants: a user exception whose whole body is written by hand. */
export class MockIdlException extends Error {
  override readonly name: string = "MockIdlException";
  readonly repositoryId: string;
  /** Writes the id and the members. */
  readonly writeBody: (writer: CdrWriter, streamFormat: StreamFormat) => void;

  constructor(
    repositoryId: string,
    writeBody: (writer: CdrWriter, streamFormat: StreamFormat) => void,
  ) {
    super(repositoryId);
    this.repositoryId = repositoryId;
    this.writeBody = writeBody;
  }
}

/** Misuse of the mock itself: an unknown member, a name bound twice, an option that makes no sense. */
export class MockClusterError extends Error {
  /** Always `MockClusterError`. */
  override readonly name: string = "MockClusterError";
  /** Always `MOCK_CLUSTER`. */
  readonly code: string = "MOCK_CLUSTER";
}
