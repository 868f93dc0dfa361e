import { namingExceptionId } from "@remora/protocol/internal";
import { StepFailed } from "../invocation/operation.ts";

/** Marks a name that is not bound, between the steps of an operation. */
export class NameNotBound extends Error {
  /** The name that was asked for; a step may ask for another one than the caller did. */
  readonly boundName: string;
  constructor(boundName: string) {
    super(boundName);
    this.boundName = boundName;
  }
}

/** Marks a name that cannot be used as the caller wants, between the steps of an operation; the message is for people. */
export class NameRefused extends Error {
  readonly code: "NAMING" | "NAME_ALREADY_BOUND";
  /** `no`: the server was not asked, since it could not do it. */
  readonly completed: "yes" | "no";
  constructor(
    code: "NAMING" | "NAME_ALREADY_BOUND",
    message: string,
    completed: "yes" | "no" = "yes",
  ) {
    super(message);
    this.code = code;
    this.completed = completed;
  }
}

/** How a naming service says no, whatever its words. */
export interface Refusal {
  readonly kind: "notFound" | "alreadyBound" | "notContext" | "other";
  /** Java class, or repository id of CosNaming. */
  readonly exception: string;
  readonly message?: string;
}

const javaKinds = new Map<string, Refusal["kind"]>([
  ["javax.naming.NameNotFoundException", "notFound"],
  ["javax.naming.NameAlreadyBoundException", "alreadyBound"],
  ["javax.naming.NotContextException", "notContext"],
]);

const idlKinds = new Map<string, Refusal["kind"]>([
  [namingExceptionId("NotFound"), "notFound"],
  [namingExceptionId("AlreadyBound"), "alreadyBound"],
  [namingExceptionId("CannotProceed"), "other"],
  [namingExceptionId("InvalidName"), "other"],
  [namingExceptionId("NotEmpty"), "other"],
]);

/** The exception of a naming service behind a failed step; undefined for every other failure. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof StepFailed)) return undefined;
  const { exception } = error.problem;
  if (exception?.kind !== "user") return undefined;
  const { javaClass, message, name } = exception;
  const idl = idlKinds.get(name);
  if (idl !== undefined) return { kind: idl, exception: name };
  if (javaClass?.startsWith("javax.naming.") !== true) return undefined;
  return {
    kind: javaKinds.get(javaClass) ?? "other",
    exception: javaClass,
    ...(message === undefined ? {} : { message }),
  };
}

/**
 * Whether a lookup found nothing. GlassFish says "already bound" of a name whose way leads through something that is
 * no context: for who asks, nothing is there.
 */
export function isNotFound(error: unknown): boolean {
  const kind = refusalOf(error)?.kind;
  return kind === "notFound" || kind === "alreadyBound" || kind === "notContext";
}
