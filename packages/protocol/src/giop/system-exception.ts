import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import type { CompletionStatus } from "../errors.ts";

/** Names of the standard's exceptions (CORBA 3.3 part 1, §8.4.3). */
export const systemExceptionNames = [
  "UNKNOWN",
  "BAD_PARAM",
  "NO_MEMORY",
  "IMP_LIMIT",
  "COMM_FAILURE",
  "INV_OBJREF",
  "NO_PERMISSION",
  "INTERNAL",
  "MARSHAL",
  "INITIALIZE",
  "NO_IMPLEMENT",
  "BAD_TYPECODE",
  "BAD_OPERATION",
  "NO_RESOURCES",
  "NO_RESPONSE",
  "PERSIST_STORE",
  "BAD_INV_ORDER",
  "TRANSIENT",
  "FREE_MEM",
  "INV_IDENT",
  "INV_FLAG",
  "INTF_REPOS",
  "BAD_CONTEXT",
  "OBJ_ADAPTER",
  "DATA_CONVERSION",
  "OBJECT_NOT_EXIST",
  "TRANSACTION_REQUIRED",
  "TRANSACTION_ROLLEDBACK",
  "INVALID_TRANSACTION",
  "INV_POLICY",
  "CODESET_INCOMPATIBLE",
  "REBIND",
  "TIMEOUT",
  "TRANSACTION_UNAVAILABLE",
  "TRANSACTION_MODE",
  "BAD_QOS",
  "INVALID_ACTIVITY",
  "ACTIVITY_COMPLETED",
  "ACTIVITY_REQUIRED",
  "THREAD_CANCELLED",
] as const;
/** Name of one of the standard's exceptions. */
export type SystemExceptionName = (typeof systemExceptionNames)[number];

/** CORBA's own failure as it comes in a reply. */
export interface SystemExceptionData {
  /** `COMM_FAILURE`, …; for an id outside the standard, the id itself. */
  readonly name: SystemExceptionName | (string & {});
  /** As it came. */
  readonly repositoryId: string;
  /** Vendor (upper 20 bits) and number (lower 12 bits), unsigned. */
  readonly minor: number;
  /** The server's word; JacORB says NO after running, so it is not always believed. */
  readonly completed: CompletionStatus;
}

const PREFIX = "IDL:omg.org/CORBA/";
const completions: readonly CompletionStatus[] = ["yes", "no", "maybe"];

/** The repository id of a standard exception. */
export function systemExceptionId(name: string): string {
  return name.startsWith("IDL:") ? name : `${PREFIX}${name}:1.0`;
}

/** The name inside a repository id, or the id itself when it is none of the standard's form. */
export function systemExceptionName(repositoryId: string): string {
  const colon = repositoryId.lastIndexOf(":");
  if (!repositoryId.startsWith(PREFIX) || colon <= PREFIX.length) return repositoryId;
  return repositoryId.slice(PREFIX.length, colon);
}

/** Reads the body of a SYSTEM_EXCEPTION reply (§9.4.3.2). */
export function readSystemException(reader: CdrReader): SystemExceptionData {
  const repositoryId = reader.string();
  const minor = reader.ulong();
  const status = reader.ulong();
  const completed = completions[status];
  if (completed === undefined) reader.fail(`${status} is no completion status`);
  return { name: systemExceptionName(repositoryId), repositoryId, minor, completed };
}

/** Writes the body of a SYSTEM_EXCEPTION reply. */
export function writeSystemException(
  writer: CdrWriter,
  exception: {
    readonly name: string;
    readonly minor: number;
    readonly completed: CompletionStatus;
  },
): void {
  writer.string(systemExceptionId(exception.name));
  writer.ulong(exception.minor);
  writer.ulong(completions.indexOf(exception.completed));
}

/** Vendor part of a minor code: `0x4f4d0` is OMG's, `0x53550` Sun's. */
export function minorVendor(minor: number): number {
  return minor >>> 12;
}

/** The lower 16 bits of a minor code: ORB versions disagree about the vendor, not about these. */
export function minorNumber(minor: number): number {
  return minor & 0xffff;
}
