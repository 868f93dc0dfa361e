import {
  type Binding,
  formatName,
  jndiToName,
  type ListResult,
  type Name,
  nameToJndi,
} from "@remora/protocol/internal";
import { editDistance } from "../config/suggest.ts";
import { ObjectReference } from "../invocation/object-reference.ts";
import type { OperationSteps } from "../invocation/operation.ts";
import { StepFailed } from "../invocation/operation.ts";
import type { NameService } from "./name-service.ts";
import { destroyIteratorMethod, listMethod } from "./naming-methods.ts";

/** How far a name exists, and what stands at the place where it stops. */
export interface NameSuggestions {
  readonly resolved: string;
  readonly available: readonly string[];
}

const mostNames = 200;
const internalHome = /__3_x_Internal_RemoteBusinessHome__$/;

/**
 * For the error of a name that is not bound: walks the name context by context and lists the deepest one that
 * exists, near names first. What the server does not let be listed is left out.
 */
export async function suggestNames(
  names: NameService,
  steps: OperationSteps,
  jndiName: string,
): Promise<NameSuggestions> {
  const parts = jndiToName(jndiName);
  for (let length = parts.length - 1; length >= 0; length -= 1) {
    const prefix = parts.slice(0, length);
    try {
      const available = await listAt(names, steps, prefix);
      const wanted = nameToJndi(parts.slice(length));
      const sorted = [...new Set(available)].sort(
        (a, b) => editDistance(a, wanted) - editDistance(b, wanted) || (a < b ? -1 : 1),
      );
      return { resolved: length === 0 ? "" : nameToJndi(prefix), available: sorted };
    } catch (error) {
      if (error instanceof StepFailed && error.problem.exception === undefined) throw error;
    }
  }
  return { resolved: "", available: [] };
}

/** One context, as far as one reply goes; the iterator of the rest is given back to the server. */
async function listAt(
  names: NameService,
  steps: OperationSteps,
  prefix: Name,
): Promise<readonly string[]> {
  const context =
    prefix.length === 0
      ? names.root(steps)
      : ObjectReference.of(await names.resolve(steps, formatName(prefix), "cosnaming"));
  const { bindings, iterator } = (await steps.request(context, listMethod, [
    mostNames,
  ])) as ListResult;
  if (iterator.profiles.length > 0) {
    await steps.request(ObjectReference.of(iterator), destroyIteratorMethod, [undefined]);
  }
  return bindings.map((binding: Binding) => nameToJndi(binding.name).replace(internalHome, ""));
}
