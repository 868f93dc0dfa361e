// The user exceptions of CosNaming (Naming Service 1.3, §2.3.2), read by clients and written by
// servers.
import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { type Ior, readIor, writeIor } from "../ior/ior.ts";
import { readName, writeName } from "./binding.ts";
import type { Name } from "./compound-name.ts";

/**
 * Why a name was not found: a context on the way is missing, is no context, or the end is no
 * object.
 */
export type NotFoundReason = "missingNode" | "notContext" | "notObject";

/** An exception of CosNaming. `rest` is the part of the name that was not resolved. */
export type NamingException =
  | { readonly kind: "NotFound"; readonly why: NotFoundReason; readonly rest: Name }
  | { readonly kind: "CannotProceed"; readonly context: Ior; readonly rest: Name }
  | { readonly kind: "InvalidName" | "AlreadyBound" | "NotEmpty" | "InvalidAddress" };

const reasons: readonly NotFoundReason[] = ["missingNode", "notContext", "notObject"];

const prefix = "IDL:omg.org/CosNaming/";

/**
 * The repository id of an exception. InvalidAddress belongs to the extended interface, all others
 * to the plain one.
 */
export function namingExceptionId(kind: NamingException["kind"]): string {
  const scope = kind === "InvalidAddress" ? "NamingContextExt" : "NamingContext";
  return `${prefix}${scope}/${kind}:1.0`;
}

function readReason(reader: CdrReader): NotFoundReason {
  const value = reader.ulong();
  return reasons[value] ?? reader.fail(`NotFound with reason ${value}, where 0 to 2 are known`);
}

/**
 * Reads the members of an exception whose repository id was read already (it begins the body of the
 * reply); undefined when the id is none of CosNaming's.
 */
export function readNamingException(
  reader: CdrReader,
  repositoryId: string,
): NamingException | undefined {
  switch (repositoryId) {
    case namingExceptionId("NotFound"): {
      const why = readReason(reader);
      return { kind: "NotFound", why, rest: readName(reader) };
    }
    case namingExceptionId("CannotProceed"): {
      const context = readIor(reader);
      return { kind: "CannotProceed", context, rest: readName(reader) };
    }
    case namingExceptionId("InvalidName"):
      return { kind: "InvalidName" };
    case namingExceptionId("AlreadyBound"):
      return { kind: "AlreadyBound" };
    case namingExceptionId("NotEmpty"):
      return { kind: "NotEmpty" };
    case namingExceptionId("InvalidAddress"):
      return { kind: "InvalidAddress" };
    default:
      return undefined;
  }
}

/**
 * Writes an exception: its repository id and its members, the body of a reply with status
 * USER_EXCEPTION.
 */
export function writeNamingException(writer: CdrWriter, exception: NamingException): void {
  writer.string(namingExceptionId(exception.kind));
  if (exception.kind === "NotFound") {
    writer.ulong(reasons.indexOf(exception.why));
    writeName(writer, exception.rest);
  } else if (exception.kind === "CannotProceed") {
    writeIor(writer, exception.context);
    writeName(writer, exception.rest);
  }
}
