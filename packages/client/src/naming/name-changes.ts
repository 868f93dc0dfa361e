import { CdrWriter, isIor, jndiToName, LocalProtocolError } from "@remora/protocol/internal";
import { ArgumentError } from "../errors.ts";
import { ObjectReference } from "../invocation/object-reference.ts";
import type { OperationSteps } from "../invocation/operation.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import { isStub, referenceOf } from "../invocation/stub.ts";
import { checkedNamingOptions, checkName, type NamingOptions } from "./lookup-options.ts";
import { NameNotBound, NameRefused, type Refusal, refusalOf } from "./name-refusal.ts";
import {
  bindReferenceMethod,
  boundObject,
  providerBindMethod,
  providerRebindMethod,
  providerRenameMethod,
  providerUnbindMethod,
  rebindReferenceMethod,
  unbindReferenceMethod,
} from "./naming-methods.ts";
import { type NamingPlace, runNaming, withAdvice } from "./naming-operation.ts";

/** One change of a member's names. */
export type NameChange =
  | { readonly kind: "bind" | "rebind"; readonly name: string; readonly value: unknown }
  | { readonly kind: "unbind"; readonly name: string }
  | { readonly kind: "rename"; readonly name: string; readonly newName: string };

/** Once the request was passed to the socket, it is not sent again: nobody can know whether it ran. */
const once = { repeatable: false } as const;

/**
 * Changes the names of one member: the one on which the context stands. Whatever can be refused without asking a
 * server is an ArgumentError; nothing is sent then.
 */
export async function changeNames(
  runtime: ReferenceRuntime,
  place: NamingPlace,
  given: NameChange,
  options: NamingOptions,
): Promise<void> {
  const { kind, name } = given;
  checkNewName(name, kind);
  if (given.kind === "rename") checkNewName(given.newName, kind);
  checkedNamingOptions(options);
  const change: NameChange = "value" in given ? { ...given, value: bindable(given) } : given;
  const done = runNaming(runtime, {
    title: `${kind} of ${JSON.stringify(name)}`,
    operation: kind,
    name,
    place,
    options,
    // Another member's names are other names.
    askOthers: false,
    run: async (steps) => {
      const provider = await place.names.provider(steps);
      try {
        if (provider === null) await changePlain(place, steps, change);
        else await changeAtProvider(provider, steps, change);
      } catch (error) {
        const refusal = refusalOf(error);
        throw refusal === undefined ? error : inWords(change, refusal);
      }
    },
  });
  await done.catch((error: unknown) => {
    throw withAdvice(error, "look the name up before you repeat it");
  });
}

/** Servers differ in what an empty part means, and some bind below it what no lookup finds. */
function checkNewName(name: string, kind: NameChange["kind"]): void {
  checkName(name, kind, "shop/limit");
  if (!/^\/|\/\/|\/$/.test(name)) return;
  throw new ArgumentError(
    `${kind} of ${JSON.stringify(name)}: an empty part; expected parts between "/", such as "shop/limit"`,
  );
}

async function changeAtProvider(
  provider: ObjectReference,
  steps: OperationSteps,
  change: NameChange,
): Promise<void> {
  switch (change.kind) {
    case "bind":
    case "rebind": {
      const method = change.kind === "bind" ? providerBindMethod : providerRebindMethod;
      await steps.request(provider, method, [change.name, change.value], once);
      return;
    }
    case "unbind":
      await steps.request(provider, providerUnbindMethod, [change.name], once);
      return;
    case "rename":
      refuseDeepRename(change.name, change.newName);
      await steps.request(provider, providerRenameMethod, [change.name, change.newName], once);
      return;
  }
}

/**
 * GlassFish renames in its root context, whose names are single parts: a name with "/" is not found there, and as a new
 * name it would be put where no lookup finds it and no unbind takes it away.
 */
function refuseDeepRename(name: string, newName: string): void {
  if (!name.includes("/") && !newName.includes("/")) return;
  throw new NameRefused(
    "NAMING",
    `${JSON.stringify(name)} cannot be renamed to ${JSON.stringify(newName)}: GlassFish renames names of its root context only, those without "/"; bind the new name, then unbind the old one`,
    "no",
  );
}

/** A server with CosNaming alone: it binds references, and has no rename. */
async function changePlain(
  place: NamingPlace,
  steps: OperationSteps,
  change: NameChange,
): Promise<void> {
  const root = place.names.root(steps);
  switch (change.kind) {
    case "bind":
    case "rebind": {
      if (!isIor(change.value)) {
        throw new NameRefused(
          "NAMING",
          `${JSON.stringify(change.name)} can be bound to a remote object only: this server has CosNaming, which knows no values`,
          "no",
        );
      }
      const method = change.kind === "bind" ? bindReferenceMethod : rebindReferenceMethod;
      const name = jndiToName(change.name);
      await steps.request(root, method, [{ name, reference: change.value }], once);
      return;
    }
    case "unbind":
      await steps.request(root, unbindReferenceMethod, [jndiToName(change.name)], once);
      return;
    case "rename":
      throw new NameRefused(
        "NAMING",
        `${JSON.stringify(change.name)} cannot be renamed: this server has CosNaming, which knows no rename; bind the new name, then unbind the old one`,
        "no",
      );
  }
}

/** What goes out: the IOR of a stub, or the value itself once it is known that it can be encoded. */
function bindable({ kind, name, value }: NameChange & { readonly value: unknown }): unknown {
  const path = `${kind} of ${JSON.stringify(name)}`;
  if (value instanceof ObjectReference) return value.ior;
  if (isStub(value)) return referenceOf(value).ior;
  if (value === null || value === undefined) {
    throw new ArgumentError(
      `${path}: ${String(value)} cannot be bound, since a name that is bound to nothing is not bound; unbind it`,
    );
  }
  if (typeof value === "function" || typeof value === "symbol") {
    throw new ArgumentError(
      `${path}: a ${typeof value} cannot be bound; accepted: values of Java, and stubs and references of remote objects`,
    );
  }
  try {
    // The same octets are made again when they are sent: here only to know that they can be.
    boundObject.write(new CdrWriter(), value, "value");
  } catch (error) {
    if (!(error instanceof LocalProtocolError)) throw error;
    throw new ArgumentError(`${path}: ${error.message}`, error);
  }
  return value;
}

/** The error of a change that the server refused. */
function inWords(change: NameChange, refusal: Refusal): Error {
  const { kind, name } = change;
  const target = change.kind === "rename" ? change.newName : name;
  const shown = JSON.stringify(target);
  switch (refusal.kind) {
    case "alreadyBound": {
      const blocked = blockedPart(change, refusal);
      if (blocked !== undefined) {
        return new NameRefused(
          "NAMING",
          `${JSON.stringify(name)} cannot be reached: ${JSON.stringify(blocked)} on its way is bound to something that is no context`,
        );
      }
      const wayOut = kind === "bind" ? "; rebind replaces it" : "; unbind it first";
      return new NameRefused("NAME_ALREADY_BOUND", `${shown} is bound already${wayOut}`);
    }
    case "notFound":
      return new NameNotBound(name);
    case "notContext":
    case "other":
      return new NameRefused(
        "NAMING",
        `${shown}: ${kind} is refused by the server with ${refusal.exception}${refusal.message === undefined ? "" : `: ${refusal.message}`}`,
      );
  }
}

/** GlassFish says "already bound", with that part as its message, when the way to a name leads through no context. */
function blockedPart({ kind, name }: NameChange, refusal: Refusal): string | undefined {
  const way = name.split("/").slice(0, -1);
  if (refusal.message !== undefined && way.includes(refusal.message)) return refusal.message;
  return kind === "rebind" || kind === "unbind" ? (way.at(-1) ?? name) : undefined;
}
