import { type JavaThrowable, stackText } from "@remora/protocol/internal";
import {
  type CallError,
  type CallErrorDetails,
  ConcurrentAccessException,
  ConcurrentAccessTimeoutException,
  EJBAccessException,
  EJBException,
  type EJBExceptionData,
  EJBTransactionRequiredException,
  EJBTransactionRolledbackException,
  JavaException,
  NoSuchEJBException,
  SystemException,
  UserException,
} from "../errors.ts";
import type { ServerException } from "./attempt.ts";
import type { KnownExceptions } from "./known-exceptions.ts";

/** What GlassFish wraps in a declared exception of its own. */
const containerId = "IDL:com/sun/ejb/containers/InternalEJBContainerEx:1.0";

/** The hint for a method that wants its caller's transaction: none can come from here. */
const noClientTransaction =
  "no client transaction: the SDK propagates none, so the bean needs another transaction attribute than MANDATORY";

/** Causes of causes: a chain that somebody made endless ends here. */
const mostCauses = 50;

/** What the server threw as the cause of an error, with its own causes. */
export function causeOf(
  thrown: JavaThrowable | undefined,
  known: KnownExceptions | undefined,
  details: CallErrorDetails,
  above: ReadonlySet<JavaThrowable> = new Set(),
): Error | undefined {
  // A chain that goes in a circle ends where it would begin anew.
  if (thrown === undefined || above.size > mostCauses || above.has(thrown)) return undefined;
  const cause = causeOf(thrown.cause, known, details, new Set(above).add(thrown));
  const own = {
    fields: thrown.fields,
    serverText: stackText(thrown),
    ...(cause === undefined ? {} : { cause }),
  };
  const described = known?.classOf(thrown);
  if (described === undefined) return new JavaException(thrown.javaClass, thrown.message, own);
  const { javaClass, message } = thrown;
  return new described({ ...own, javaClass, repositoryId: "" }, message ?? javaClass, details);
}

/** The innermost thing that went wrong: wrappers of containers only repeat it. */
function rootOf(thrown: JavaThrowable): JavaThrowable {
  const seen = new Set([thrown]);
  let root = thrown;
  while (root.cause !== undefined && !seen.has(root.cause) && seen.size <= mostCauses) {
    root = root.cause;
    seen.add(root);
  }
  return root;
}

function ejbException(
  simpleName: string,
  data: EJBExceptionData,
  message: string,
  details: CallErrorDetails,
): EJBException {
  switch (simpleName) {
    case "NoSuchEJBException":
    case "NoSuchEntityException":
      return new NoSuchEJBException(message, details, data.cause, data.serverText);
    case "EJBAccessException":
      return new EJBAccessException(data, message, details);
    case "EJBTransactionRequiredException":
      return new EJBTransactionRequiredException(data, message, details);
    case "EJBTransactionRolledbackException":
      return new EJBTransactionRolledbackException(data, message, details);
    case "ConcurrentAccessException":
    case "IllegalLoopbackException":
      return new ConcurrentAccessException(data, message, details);
    case "ConcurrentAccessTimeoutException":
      return new ConcurrentAccessTimeoutException(data, message, details);
    default:
      return new EJBException(data, message, details);
  }
}

const ejbClass = /^(?:jakarta|javax)\.ejb\.(\w+Exception)$/;

/** What a container threw instead of, or around, what the bean threw. */
export function ejbExceptionOf(
  thrown: JavaThrowable,
  known: KnownExceptions | undefined,
  where: string,
  details: CallErrorDetails,
): EJBException {
  const { javaClass } = thrown;
  const [, simpleName] = ejbClass.exec(javaClass) ?? [];
  const root = rootOf(thrown);
  const text = root.message === null ? root.javaClass : `${root.javaClass}: ${root.message}`;
  // An exception that is none of the container's own is the cause, not the wrapper.
  const cause = causeOf(simpleName === undefined ? thrown : thrown.cause, known, details);
  const required = simpleName === "EJBTransactionRequiredException";
  const data: EJBExceptionData = {
    javaClass,
    serverText: stackText(thrown),
    ...(required ? { hint: noClientTransaction } : {}),
    ...(cause === undefined ? {} : { cause }),
  };
  const message = `${where}: ${text}${required ? `; ${noClientTransaction}` : ""}`;
  return ejbException(simpleName ?? "EJBException", data, message, details);
}

/** A user exception: the class that the method declares, the container's own exceptions unwrapped. */
export function userExceptionOf(
  exception: ServerException,
  known: KnownExceptions | undefined,
  where: string,
  details: CallErrorDetails,
): CallError {
  const { name: repositoryId, javaClass, thrown } = exception;
  if (repositoryId === containerId && thrown !== undefined) {
    return ejbExceptionOf(thrown, known, where, details);
  }
  return declaredException(thrown, repositoryId, javaClass, known, details);
}

/** An exception of the application, as the nearest class that is known. */
export function declaredException(
  thrown: JavaThrowable | undefined,
  repositoryId: string,
  javaClass: string | undefined,
  known: KnownExceptions | undefined,
  details: CallErrorDetails,
): UserException {
  const above = thrown === undefined ? undefined : new Set([thrown]);
  const cause = causeOf(thrown?.cause, known, details, above);
  const ExceptionClass = known?.classOf(thrown, repositoryId) ?? UserException;
  return new ExceptionClass(
    {
      repositoryId,
      ...(javaClass === undefined ? {} : { javaClass }),
      ...(thrown === undefined ? {} : { serverText: stackText(thrown), fields: thrown.fields }),
      ...(cause === undefined ? {} : { cause }),
    },
    thrown?.message ?? javaClass ?? repositoryId,
    details,
  );
}

/** The Java exception for a system exception at a business interface, as its wrapper in a Java client says it. */
const businessExceptions: Readonly<Record<string, string>> = {
  NO_PERMISSION: "EJBAccessException",
  TRANSACTION_REQUIRED: "EJBTransactionRequiredException",
  TRANSACTION_ROLLEDBACK: "EJBTransactionRolledbackException",
};

/** Minor code of a container that has the bean and not the object. */
const objectGone = 9_999;

/** What a member says whose interface is another one than ours. */
const versionTrouble: ReadonlySet<string> = new Set(["BAD_OPERATION", "MARSHAL"]);

function hintFor(
  exception: ServerException,
  known: KnownExceptions | undefined,
  details: CallErrorDetails,
): string | undefined {
  if (exception.name === "TRANSACTION_REQUIRED") return noClientTransaction;
  if (!versionTrouble.has(exception.name)) return undefined;
  const member = details.member ?? details.endpoint;
  const others = known?.answeredElsewhere(member) ?? [];
  if (others.length === 0) return undefined;
  return `member ${member} runs another version: ${others.join(", ")} answered ${details.operation} before`;
}

/** A system exception, with the Java exception behind it where the server sent it along. */
export function systemExceptionOf(
  exception: ServerException,
  known: KnownExceptions | undefined,
  words: { readonly where: string; readonly text: string; readonly cause: unknown },
  details: CallErrorDetails,
): CallError {
  const { thrown } = exception;
  // A RuntimeException that the application made its own comes as UNKNOWN; its class says that it is expected.
  if (thrown !== undefined && known?.classOf(thrown) !== undefined) {
    return declaredException(thrown, "", thrown.javaClass, known, details);
  }
  const hint = hintFor(exception, known, details);
  const message = `${words.where}: ${words.text}${hint === undefined ? "" : `; ${hint}`}`;
  const told = hint === undefined ? exception : { ...exception, hint };
  const cause = causeOf(thrown, known, details) ?? words.cause;
  const system = new SystemException(told, message, details, cause);
  if (known?.view !== "business") return system;
  if (exception.name === "OBJECT_NOT_EXIST" && exception.minor === objectGone) {
    return new NoSuchEJBException(message, details, system, exception.serverText);
  }
  const simpleName = businessExceptions[exception.name];
  if (simpleName === undefined) return system;
  const data: EJBExceptionData = {
    cause: system,
    ...(exception.serverText === undefined ? {} : { serverText: exception.serverText }),
    ...(hint === undefined ? {} : { hint }),
  };
  return ejbException(simpleName, data, message, details);
}
