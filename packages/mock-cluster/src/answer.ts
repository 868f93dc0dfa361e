// What a request is answered with: status, the contexts that belong to it, and a body.
import {
  CdrWriter,
  exceptionIdOf,
  type Ior,
  RemoteProtocolError,
  ReplyStatus,
  SERVICE_CONTEXT,
  type ServiceContext,
  type JavaThrowable as Thrown,
  valueWriterOf,
  writeIor,
  writeSystemException,
} from "@remora/protocol/internal";
import {
  MockIdlException,
  MockSystemException,
  MockUserException,
  type SystemExceptionAnswer,
  type UserExceptionAnswer,
} from "./errors.ts";
import {
  containerExceptionAround,
  declaredClassOf,
  isJavaException,
  MockJavaException,
  remoteExceptionAround,
  throwableOf,
} from "./java-exception.ts";
import type { Operation } from "./target.ts";
import { writeNamingFields } from "./values/naming-values.ts";
import {
  type JavaThrowable,
  ThrowableId,
  unknownExceptionFormat,
  writeThrowable,
} from "./values/throwable.ts";
import { type StreamFormat, ValueWriter } from "./values/value-writer.ts";

/** A reply before it is encoded. */
export interface Answer {
  readonly status: ReplyStatus;
  /** For the journal: `ok`, `forward`, or the name of an exception. */
  readonly name: string;
  /** Contexts behind those that every reply has. */
  readonly contexts: readonly ServiceContext[];
  writeBody(writer: CdrWriter): void;
}

const noContexts: readonly ServiceContext[] = Object.freeze([]);

/** The result of an operation. */
export function resultAnswer(
  operation: Operation,
  result: unknown,
  streamFormat: StreamFormat,
): Answer {
  return {
    status: ReplyStatus.noException,
    name: "ok",
    contexts: noContexts,
    writeBody: (writer) => operation.writeResult(writer, result, { streamFormat }),
  };
}

/** LOCATION_FORWARD, or LOCATION_FORWARD_PERM. */
export function forwardAnswer(reference: Ior, permanent = false): Answer {
  return {
    status: permanent ? ReplyStatus.locationForwardPerm : ReplyStatus.locationForward,
    name: "forward",
    contexts: noContexts,
    writeBody: (writer) => writeIor(writer, reference),
  };
}

/** NEEDS_ADDRESSING_MODE (CORBA 3.3 part 2, 9.4.3.2). */
export function addressingAnswer(disposition: number): Answer {
  return {
    status: ReplyStatus.needsAddressingMode,
    name: "needsAddressingMode",
    contexts: noContexts,
    writeBody: (writer) => writer.short(disposition),
  };
}

const vendors = new Map([
  [0x4f4d0, "OMG"],
  [0x53550, "SUN"],
]);

// Context 14: the text of a Java stack trace, here of two lines; an encapsulation, so without a byte order mark.
function detailContext(answer: SystemExceptionAnswer): ServiceContext {
  const minor = answer.minor ?? 0;
  const vendor = vendors.get(minor >>> 12) ?? `0x${(minor >>> 12).toString(16)}`;
  const completed = answer.completed ?? "maybe";
  const shown = completed.charAt(0).toUpperCase() + completed.slice(1);
  const text =
    `org.omg.CORBA.${answer.name}: answered by the mock cluster  vmcid: ${vendor}  ` +
    `minor code: ${minor & 0xfff}  completed: ${shown}\n\tat remora.mock.Servant.invoke(Servant.java:42)`;
  return encapsulated(SERVICE_CONTEXT.exceptionDetailMessage, (writer) => writer.wstring(text));
}

function encapsulated(id: number, write: (writer: CdrWriter) => void): ServiceContext {
  const writer = new CdrWriter({ capacity: 512 });
  writer.octet(0);
  write(writer);
  return { id, data: writer.toBytes() };
}

/** A system exception; `thrown` goes out in context 9, as GlassFish does with UNKNOWN. */
export function systemExceptionAnswer(
  answer: SystemExceptionAnswer,
  thrown?: JavaThrowable | ((writer: CdrWriter) => void),
): Answer {
  const contexts = [detailContext(answer)];
  if (thrown !== undefined) {
    const write =
      typeof thrown === "function"
        ? thrown
        : (writer: CdrWriter) =>
            writeThrowable(new ValueWriter(writer, unknownExceptionFormat), thrown);
    contexts.push(encapsulated(SERVICE_CONTEXT.unknownExceptionInfo, write));
  }
  return {
    status: ReplyStatus.systemException,
    name: answer.name,
    contexts,
    writeBody: (writer) =>
      writeSystemException(writer, {
        name: answer.name,
        minor: answer.minor ?? 0,
        completed: answer.completed ?? "maybe",
      }),
  };
}

/** What a stopping GlassFish answers to a call that it accepted late: the call has run all the same. */
export function stoppedAnswer(): Answer {
  return systemExceptionAnswer(
    { name: "UNKNOWN", minor: 0x4f4d_0007, completed: "maybe" },
    {
      repositoryId: ThrowableId.ejbException,
      message: "Attempt to invoke when container is in STOPPED",
      thrownAt: { className: "com.sun.ejb.containers.BaseContainer", method: "postInvoke" },
    },
  );
}

/** A declared exception: its id, then the Throwable as a value. */
export function userExceptionAnswer(
  answer: UserExceptionAnswer,
  streamFormat: StreamFormat,
): Answer {
  const id = answer.exceptionId ?? exceptionIdOf(answer.javaClass);
  const throwable: JavaThrowable = {
    repositoryId:
      answer.repositoryId ?? `RMI:${answer.javaClass}:4C85CB612DC2C5D4:0000000000000001`,
    message: answer.message ?? null,
    ...(answer.cause && { cause: answer.cause }),
    // All exceptions of JNDI have the fields of their common superclass.
    ...(answer.javaClass.startsWith("javax.naming.") && { extraFields: writeNamingFields }),
  };
  return {
    status: ReplyStatus.userException,
    name: answer.javaClass,
    contexts: noContexts,
    writeBody: (writer) => {
      writer.string(id);
      if (answer.writeMembers !== undefined) answer.writeMembers(writer);
      else writeThrowable(new ValueWriter(writer, streamFormat), throwable);
    },
  };
}

// A RuntimeException of an EJB 3 bean: the container wraps it twice (captures: glassfish/exceptions.jsonl).
function containerAnswer(message: string, streamFormat: StreamFormat): Answer {
  return userExceptionAnswer(
    {
      javaClass: "com.sun.ejb.containers.InternalEJBContainerException",
      repositoryId: ThrowableId.internalContainer,
      message,
      cause: {
        repositoryId: ThrowableId.ejbException,
        message,
        cause: { repositoryId: ThrowableId.runtime, message },
      },
    },
    streamFormat,
  );
}

/** What the view of a bean does to exceptions. */
export interface ExceptionView {
  /** An EJB 3 view: the container has a declared exception of its own for what the bean does not declare. */
  readonly businessView?: boolean;
  /** An EJB 2 view: there it is a RemoteException. */
  readonly ejb2View?: boolean;
  /** What the method declares. */
  readonly throws: readonly { readonly name: string }[];
}

/** A Java exception that a servant threw, as a container sends it (captures: glassfish/exceptions.jsonl, ejb2.jsonl). */
function javaExceptionAnswer(
  error: Error,
  streamFormat: StreamFormat,
  view: ExceptionView,
): Answer {
  const thrown = throwableOf(error);
  const declared = declaredClassOf(thrown, view.throws);
  if (declared !== undefined) {
    return thrownAnswer(exceptionIdOf(declared), thrown, streamFormat);
  }
  const application = error instanceof MockJavaException && error.application;
  if (view.businessView === true && !application) {
    const wrapper = containerExceptionAround(thrown);
    return thrownAnswer(exceptionIdOf(wrapper.javaClass), wrapper, streamFormat);
  }
  const sent = view.ejb2View === true && !application ? remoteExceptionAround(thrown) : thrown;
  return systemExceptionAnswer(
    { name: "UNKNOWN", minor: 0x4f4d_0007, completed: "maybe" },
    (writer) => writeThrown(writer, sent, unknownExceptionFormat),
  );
}

function thrownAnswer(id: string, thrown: Thrown, streamFormat: StreamFormat): Answer {
  return {
    status: ReplyStatus.userException,
    name: thrown.javaClass,
    contexts: noContexts,
    writeBody: (writer) => {
      writer.string(id);
      writeThrown(writer, thrown, streamFormat);
    },
  };
}

function writeThrown(writer: CdrWriter, thrown: Thrown, streamFormat: StreamFormat): void {
  const values = valueWriterOf(writer);
  values.streamFormat = streamFormat;
  values.value(thrown, "exception");
}

/** What the server answers when something threw: the mock's own errors say it, every other is a RuntimeException. */
export function errorAnswer(
  error: unknown,
  streamFormat: StreamFormat,
  view: ExceptionView,
): Answer {
  if (error instanceof MockSystemException) return systemExceptionAnswer(error.answer);
  if (error instanceof MockUserException) return userExceptionAnswer(error.answer, streamFormat);
  if (isJavaException(error)) return javaExceptionAnswer(error, streamFormat, view);
  if (view.ejb2View === true && !(error instanceof RemoteProtocolError)) {
    const plain = error instanceof Error ? error : new Error(String(error));
    return javaExceptionAnswer(plain, streamFormat, view);
  }
  if (error instanceof MockIdlException) {
    return {
      status: ReplyStatus.userException,
      name: error.repositoryId,
      contexts: noContexts,
      writeBody: (writer) => error.writeBody(writer, streamFormat),
    };
  }
  if (error instanceof RemoteProtocolError) {
    return systemExceptionAnswer({ name: "MARSHAL", minor: 0x4f4d_000b, completed: "maybe" });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (view.businessView === true) return containerAnswer(message, streamFormat);
  return systemExceptionAnswer(
    { name: "UNKNOWN", minor: 0x5355_00d1, completed: "maybe" },
    { repositoryId: ThrowableId.runtime, message },
  );
}
