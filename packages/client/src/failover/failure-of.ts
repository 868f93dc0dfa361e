import type { Failure } from "@remora/cluster";
import {
  type ReplyMessage,
  ReplyStatus,
  readExceptionDetail,
  readIor,
  readSystemException,
  readUnknownExceptionInfo,
  readUserException,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import type { ConnectionFailure } from "../connection/connection-request.ts";
import type { ConnectProblem } from "../connection/remote-endpoint.ts";
import type { AttemptProblem } from "./attempt.ts";

/** No connection: nothing was sent. */
export function failureOfConnect(problem: ConnectProblem): AttemptProblem {
  const phase =
    problem.phase === "resolve" || problem.phase === "handshake" ? problem.phase : "connect";
  return {
    failure: { origin: "local", phase, sent: "none", replyStarted: false },
    code: problem.code,
    message: problem.message,
    phase,
    cause: problem.cause,
  };
}

/** A connection that broke, or a reply that cannot be read. */
export function failureOfConnection(failure: ConnectionFailure): AttemptProblem {
  return {
    failure: {
      origin: "local",
      phase: failure.phase,
      sent: failure.sent,
      replyStarted: failure.replyStarted,
      ...(failure.undecodable === true ? { decodable: false } : {}),
    },
    code: failure.code,
    message: failure.message,
    phase: failure.sent === "none" ? "send" : "receive",
    cause: failure.cause,
  };
}

/** The result of a good reply did not decode: the operation ran. */
export function failureOfResult(error: unknown): AttemptProblem {
  return {
    failure: {
      origin: "reply",
      phase: "reply",
      sent: "some",
      replyStarted: true,
      decodable: false,
    },
    code: "UNREADABLE_REPLY",
    message: error instanceof Error ? error.message : String(error),
    phase: "receive",
    cause: error,
  };
}

/** Nothing received from the peer, a probe included. */
export const silentPeer: AttemptProblem = {
  failure: { origin: "local", phase: "timeout", sent: "some", replyStarted: false },
  code: "SILENT_PEER",
  message: "connected, and no answer",
  phase: "receive",
};

const replied = { origin: "reply", phase: "reply", sent: "some", replyStarted: true } as const;

/**
 * Every reply that is no result: exceptions, forwards, the wish for another addressing mode.
 *
 * @param typeId - the type of the reference that was called, empty when it tells none
 */
export function failureOfReply(reply: ReplyMessage, typeId: string): AttemptProblem {
  try {
    return readProblem(reply, typeId);
  } catch (error) {
    return failureOfResult(error);
  }
}

/** What only adds words to an exception must not hide the exception when it cannot be read. */
function attempted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Any object may stand behind it: it says nothing of the type. */
const anyObject = "IDL:omg.org/CORBA/Object:1.0";

/** Old GlassFish versions forwarded to objects of other types; the Java client refuses such forwards, too. */
function isOtherType(known: string, told: string): boolean {
  const silent = (typeId: string): boolean => typeId === "" || typeId === anyObject;
  return told !== known && !silent(known) && !silent(told);
}

/** By reply status (CORBA 3.3 part 2, 9.4.3.1). Whatever throws here is an undecodable reply. */
/** Whatever else a server names counts as UNKNOWN, which says nothing (CORBA 3.3 part 1, 8.6.3.6). */
const standardForm = /^[A-Z][A-Z0-9_]*$/;

function readProblem(reply: ReplyMessage, typeId: string): AttemptProblem {
  switch (reply.status) {
    case ReplyStatus.userException: {
      const { repositoryId, javaClass, message, throwable } = readUserException(reply.body);
      const exception = {
        kind: "user" as const,
        name: repositoryId,
        minor: 0,
        completed: "yes" as const,
        javaClass,
        ...(message === null ? {} : { message }),
        ...(throwable === undefined ? {} : { thrown: throwable }),
      };
      return {
        failure: { ...replied, userException: repositoryId },
        code: "USER_EXCEPTION",
        message: message ?? javaClass ?? repositoryId,
        exception,
      };
    }
    case ReplyStatus.systemException: {
      const { name: told, minor, completed } = readSystemException(reply.body);
      const name = standardForm.test(told) ? told : "UNKNOWN";
      const detail = reply.context(SERVICE_CONTEXT.exceptionDetailMessage);
      const info = reply.context(SERVICE_CONTEXT.unknownExceptionInfo);
      const thrown =
        info === undefined
          ? undefined
          : attempted(() => readUnknownExceptionInfo(info, reply.body.java));
      const serverText =
        detail === undefined ? undefined : attempted(() => readExceptionDetail(detail));
      const words = thrown?.message ?? thrown?.javaClass;
      const exception = {
        kind: "system" as const,
        name,
        minor,
        completed,
        ...(thrown?.javaClass === undefined ? {} : { javaClass: thrown.javaClass }),
        ...(typeof thrown?.message === "string" ? { message: thrown.message } : {}),
        ...(serverText === undefined ? {} : { serverText }),
        ...(thrown === undefined ? {} : { thrown }),
      };
      return {
        failure: { ...replied, exception: { name, minor, completed } },
        code: name,
        message: `${told} (minor 0x${minor.toString(16)}, completed ${completed})${words === undefined ? "" : `: ${words}`}`,
        exception,
      };
    }
    case ReplyStatus.locationForward:
    case ReplyStatus.locationForwardPerm: {
      const permanent = reply.status === ReplyStatus.locationForwardPerm;
      const ior = readIor(reply.body);
      const incompatible = isOtherType(typeId, ior.typeId);
      const failure: Failure = {
        ...replied,
        forward: { permanent, toClear: false, hops: 0, incompatible },
      };
      return {
        failure,
        code: "LOCATION_FORWARD",
        message: incompatible
          ? `forwarded to an object of another type, ${JSON.stringify(ior.typeId)}`
          : "forwarded",
        forward: { ior, permanent },
      };
    }
    default:
      return {
        failure: { ...replied, addressing: reply.body.ushort() },
        code: "NEEDS_ADDRESSING_MODE",
        message: "the server wants another form of target address",
      };
  }
}
