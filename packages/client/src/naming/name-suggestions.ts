import { editDistance } from "@remora/cluster";
import { type OperationSteps, StepFailed } from "../invocation/operation.ts";
import { contextNames } from "./context-names.ts";
import type { NameService } from "./name-service.ts";
import { destroyIteratorMethod } from "./naming-methods.ts";

/** How far a name exists, and what stands at the place where it stops. */
export interface NameSuggestions {
  readonly resolved: string;
  readonly available: readonly string[];
}

const mostNames = 200;

/**
 * For the error of a name that is not bound: lists the deepest context on its way that exists, near names first.
 * What the server does not let be listed is left out.
 */
export async function suggestNames(
  service: NameService,
  steps: OperationSteps,
  name: string,
): Promise<NameSuggestions> {
  const parts = name.split("/");
  for (let length = parts.length - 1; length >= 0; length -= 1) {
    const resolved = parts.slice(0, length).join("/");
    try {
      const available = await listAt(service, steps, resolved);
      const wanted = parts.slice(length).join("/");
      const sorted = [...new Set(available)].sort(
        (a, b) => editDistance(a, wanted) - editDistance(b, wanted) || (a < b ? -1 : 1),
      );
      return { resolved, available: sorted };
    } catch (error) {
      // Without a reply there will be none for a shorter name either.
      if (error instanceof StepFailed && error.problem.exception === undefined) throw error;
    }
  }
  return { resolved: "", available: [] };
}

/** One context, as far as one reply goes; the iterator of the rest is given back to the server. */
async function listAt(
  service: NameService,
  steps: OperationSteps,
  name: string,
): Promise<readonly string[]> {
  const { names, rest } = await contextNames(service, steps, name, mostNames);
  if (rest !== undefined) await steps.request(rest, destroyIteratorMethod, [undefined]);
  return names.map((bound) => bound.name);
}
