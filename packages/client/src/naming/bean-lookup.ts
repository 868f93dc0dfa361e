import type { ReferenceKind } from "@remora/cluster";
import { type Ior, JndiReference, type RemoteInterface } from "@remora/protocol/internal";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import { javaClassNameOf } from "./java-class-name.ts";
import type { NamingOptions } from "./lookup-options.ts";
import { NameRefused } from "./name-refusal.ts";
import type { FoundObject } from "./name-service.ts";
import { type NamingPlace, runNaming, withAdvice } from "./naming-operation.ts";

/** One name, looked up in one place of a cluster. */
export interface BeanLookup extends NamingPlace {
  readonly name: string;
  readonly remote: RemoteInterface<unknown> | undefined;
  /** The caller's word for what the bean is. */
  readonly kind: ReferenceKind | undefined;
  readonly options: NamingOptions | undefined;
}

/** A remote object or a value: what a lookup can give. */
export type Looked = Exclude<FoundObject, { readonly type: "context" }>;

/**
 * Looks a name up. Rejects with NamingError when it is not bound, with what stands there instead; when it is a context;
 * and when an interface is wanted and a value stands there.
 */
export async function lookUp(runtime: ReferenceRuntime, lookup: BeanLookup): Promise<Looked> {
  const { name, remote, names, kind, options } = lookup;
  const found = runNaming(runtime, {
    title: `lookup of ${JSON.stringify(name)}`,
    operation: "lookup",
    name,
    place: lookup,
    options,
    reachesApplication: remote !== undefined,
    askOthers: true,
    run: async (steps) => usable(name, remote, await names.bean(steps, name, { remote, kind })),
  });
  return await found.catch((error: unknown) => {
    throw withAdvice(
      error,
      "look the name up again; a session that was made for nobody ends by the server's time-out",
    );
  });
}

/** What was found, when it is what the caller can use. Throws NameRefused that says what stands there. */
export function usable(
  name: string,
  remote: RemoteInterface<unknown> | undefined,
  found: FoundObject,
): Looked {
  const shown = JSON.stringify(name);
  if (found.type === "context") {
    throw new NameRefused(
      "NAMING",
      `${shown} is a context and no object: list(${shown}) tells the names in it`,
    );
  }
  if (found.type === "object" || remote === undefined) return found;
  const { value } = found;
  const className = javaClassNameOf(value) ?? typeof value;
  throw new NameRefused(
    "NAMING",
    value instanceof JndiReference
      ? `${shown} is bound to a resource of the server (${className}), not to a remote object of ${remote.name}`
      : `${shown} is bound to a value (${className}), not to a remote object of ${remote.name}: look it up without an interface to get it`,
  );
}

/** The reference of a lookup that was made for one. */
export function referenceFound(found: Looked): Ior {
  return found.type === "object" ? found.ior : { typeId: "", profiles: [] };
}
