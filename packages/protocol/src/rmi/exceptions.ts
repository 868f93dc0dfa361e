import { CdrReader, FIRST_VALUE_TAG } from "../cdr/reader.ts";
import type { JavaContext } from "./java-context.ts";
import { exceptionClassOfId } from "./repository-id.ts";
import { JavaThrowable, throwableLayout } from "./throwable.ts";
import { readValue } from "./value-reader.ts";

/** A user exception as it came in a reply. */
export interface UserExceptionData {
  /** Names the *declared* exception; the value may be of a subclass. */
  readonly repositoryId: string;
  /** Class of the exception; the best guess from the id when it came without a value. */
  readonly javaClass: string;
  /** What the bean gave its exception. */
  readonly message: string | null;
  /** The exception itself, unwrapped; undefined for exceptions of IDL interfaces. */
  readonly throwable: JavaThrowable | undefined;
}

/** What GlassFish wraps every EJBException in; its cause is what the bean threw. */
const EJB_CONTAINER_ID = "IDL:com/sun/ejb/containers/InternalEJBContainerEx:1.0";

/** Reads the body of a USER_EXCEPTION reply: an id, then (from Java) the exception as a value. */
export function readUserException(body: CdrReader): UserExceptionData {
  const repositoryId = body.string();
  let throwable = holdsValue(body)
    ? throwableOf(readValue(body, undefined, throwableLayout))
    : undefined;
  if (repositoryId === EJB_CONTAINER_ID && throwable?.cause !== undefined) {
    throwable = throwable.cause;
  }
  return {
    repositoryId,
    javaClass: throwable?.javaClass ?? exceptionClassOfId(repositoryId) ?? repositoryId,
    message: throwable?.message ?? null,
    throwable,
  };
}

/** The Throwable inside an UnknownExceptionInfo context (Java to IDL mapping 1.4, §4.9.4). */
export function readUnknownExceptionInfo(
  data: Uint8Array,
  java?: JavaContext,
): JavaThrowable | undefined {
  const reader = CdrReader.ofEncapsulation(data);
  reader.java = java;
  return throwableOf(readValue(reader, undefined, throwableLayout));
}

/** The text inside an ExceptionDetailMessage context: usually the server's stack trace. */
export function readExceptionDetail(data: Uint8Array): string {
  return CdrReader.ofEncapsulation(data).wstring();
}

function throwableOf(value: unknown): JavaThrowable | undefined {
  return value instanceof JavaThrowable ? value : undefined;
}

/** Members of an IDL exception follow the id too; only a value begins with a value tag. */
function holdsValue(body: CdrReader): boolean {
  const at = body.position + ((body.origin - body.position) & 3);
  return at + 4 <= body.end && body.longAt(at) >= FIRST_VALUE_TAG;
}
