import {
  type Binding,
  type Ior,
  isNil,
  jndiToName,
  type ListResult,
  LocalProtocolError,
  listedNameOf,
  type Name,
  NamingTypeId,
  nameToJndi,
} from "@remora/protocol/internal";
import { ObjectReference } from "../invocation/object-reference.ts";
import { type OperationSteps, StepFailed } from "../invocation/operation.ts";
import { type BoundName, describeBound } from "./bound-name.ts";
import { NameNotBound, NameRefused, refusalOf } from "./name-refusal.ts";
import type { NameService } from "./name-service.ts";
import { listMethod, providerListMethod } from "./naming-methods.ts";

/** The names of one context, as far as the first replies go. */
export interface ContextNames {
  readonly names: readonly BoundName[];
  /** Where the rest of a long CosNaming listing stands; undefined: there is none. */
  readonly rest: ObjectReference | undefined;
}

/**
 * The names of a context from both trees of a server. GlassFish's lookup service knows business names and values,
 * leaves out what it cannot serialise, and tells no contexts; CosNaming knows contexts and homes. One of the two is
 * enough: a list that cannot be read, or that the server fails to make, counts as none.
 *
 * Throws NameNotBound, NameRefused for a name that is no context, and StepFailed.
 */
export async function contextNames(
  service: NameService,
  steps: OperationSteps,
  name: string,
  batchSize: number,
): Promise<ContextNames> {
  const known = new Map<string, BoundName>();
  const provider = await service.provider(steps);
  let isThere = false;
  let failure: StepFailed | undefined;
  if (provider !== null) {
    try {
      for (const bound of await namesOfProvider(steps, provider, name))
        known.set(bound.name, bound);
      isThere = true;
    } catch (error) {
      const kind = refusalOf(error)?.kind;
      if (kind === "notContext") throw notContext(name);
      if (kind !== "notFound" && kind !== "alreadyBound") failure = unlistable(error);
    }
  }
  let plain: ContextNames | undefined;
  try {
    plain = await namesOfCosNaming(service, steps, name, batchSize);
  } catch (error) {
    // What one tree lacks the other may have.
    if (!isThere || !(error instanceof NameNotBound || unlistable(error) !== undefined)) {
      throw error instanceof NameNotBound && failure !== undefined ? failure : error;
    }
  }
  for (const bound of plain?.names ?? []) if (!known.has(bound.name)) known.set(bound.name, bound);
  return { names: [...known.values()], rest: plain?.rest };
}

/** A binding of CosNaming as listings show it. */
export function describeBinding(binding: Binding): BoundName {
  const name = listedNameOf(nameToJndi(binding.name));
  return { name, kind: binding.type };
}

async function namesOfProvider(
  steps: OperationSteps,
  provider: ObjectReference,
  name: string,
): Promise<readonly BoundName[]> {
  const table: unknown = await steps.request(provider, providerListMethod, [name]);
  const names = new Map<string, BoundName>();
  for (const [key, value] of table instanceof Map ? (table as Map<unknown, unknown>) : []) {
    if (typeof key !== "string") continue;
    const shown = listedNameOf(key);
    // A bean's internal home stands for the bean; the bean's own name says more.
    if (shown === key || !names.has(shown)) names.set(shown, describeBound(shown, value));
  }
  return [...names.values()];
}

/** The first names of a CosNaming context, and the iterator of the others. */
async function namesOfCosNaming(
  service: NameService,
  steps: OperationSteps,
  name: string,
  batchSize: number,
): Promise<ContextNames> {
  const context = name === "" ? service.root(steps) : await contextAt(service, steps, name);
  const { bindings, iterator } = (await steps.request(context, listMethod, [
    batchSize,
  ])) as ListResult;
  return {
    names: bindings.map(describeBinding),
    rest: isNil(iterator) ? undefined : ObjectReference.of(iterator),
  };
}

async function contextAt(
  service: NameService,
  steps: OperationSteps,
  name: string,
): Promise<ObjectReference> {
  let parts: Name;
  try {
    parts = jndiToName(name);
  } catch (error) {
    if (error instanceof LocalProtocolError) throw new NameNotBound(name);
    throw error;
  }
  const ior: Ior = await service.resolveIn(steps, service.root(steps), parts, name);
  const isContext =
    ior.typeId === NamingTypeId.namingContext || ior.typeId === NamingTypeId.namingContextExt;
  if (!isContext) throw notContext(name);
  return ObjectReference.of(ior);
}

function notContext(name: string): NameRefused {
  return new NameRefused(
    "NAMING",
    `${JSON.stringify(name)} is no context, so there are no names in it: look it up`,
  );
}

/** System exceptions of a server that is on its way out or in: another member is asked, not another tree. */
const unrelated: ReadonlySet<string> = new Set([
  "TRANSIENT",
  "OBJ_ADAPTER",
  "OBJECT_NOT_EXIST",
  "COMM_FAILURE",
]);

/** The failure of a server that answers and cannot make, or show, its list. Throws every other one. */
function unlistable(error: unknown): StepFailed | undefined {
  if (error instanceof NameNotBound) return undefined;
  if (!(error instanceof StepFailed)) throw error;
  const { failure, exception } = error.problem;
  const isAnswer =
    failure.decodable === false ||
    (exception !== undefined && !(exception.kind === "system" && unrelated.has(exception.name)));
  if (!isAnswer) throw error;
  return error;
}
