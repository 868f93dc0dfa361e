import type { ReferenceKind } from "@remora/cluster";
import type { Ior, RemoteInterface } from "@remora/protocol/internal";
import { type CallAttempt, type CallErrorDetails, NamingError, noDetails } from "../errors.ts";
import type { AttemptProblem } from "../failover/attempt.ts";
import { runOperation, StepFailed } from "../invocation/operation.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import type { Cluster } from "../resolution/cluster.ts";
import type { ContextPin } from "../resolution/context-pin.ts";
import { PinnedCandidates, RequestCandidates } from "../resolution/member-candidates.ts";
import type { LookupOptions } from "./initial-context.ts";
import { type FoundObject, NameNotBound, type NameService } from "./name-service.ts";
import { type NameSuggestions, suggestNames } from "./name-suggestions.ts";

/** One name, looked up in one place of a cluster. */
export interface BeanLookup {
  readonly name: string;
  readonly remote: RemoteInterface<unknown> | undefined;
  readonly cluster: Cluster;
  readonly names: NameService;
  /** The context's place; undefined: any member, balanced by request. */
  readonly pin: ContextPin | undefined;
  /** The caller's word for what the bean is. */
  readonly kind: ReferenceKind | undefined;
  readonly options: LookupOptions | undefined;
}

/** Looks a name up. Rejects with NamingError when it is not bound, with what stands there instead. */
export function lookUp(runtime: ReferenceRuntime, lookup: BeanLookup): Promise<FoundObject> {
  const { name, remote, cluster, names, pin, kind, options } = lookup;
  const exclusion = (
    endpoint: Parameters<typeof runtime.health.eligible>[0],
  ): string | undefined =>
    runtime.health.eligible(endpoint) ? undefined : "failed a short time ago";
  let asked = 0;
  const startedAt = runtime.now();
  let attempts: () => readonly CallAttempt[] = () => [];
  return runOperation(runtime, {
    name: `lookup of ${JSON.stringify(name)}`,
    timeoutMs: options?.timeoutMs ?? runtime.options.lookupTimeoutMs,
    signal: options?.signal,
    kind: "naming",
    reachesApplication: remote !== undefined,
    onStart: (made) => {
      attempts = made;
    },
    cluster,
    candidates: () =>
      pin === undefined
        ? new RequestCandidates(cluster, exclusion)
        : new PinnedCandidates(pin, exclusion),
    run: async (steps) => {
      try {
        return await names.bean(steps, name, remote?.name, kind);
      } catch (error) {
        if (!(error instanceof NameNotBound)) throw error;
        asked += 1;
        const here = cluster.memberAt(steps.endpoint);
        const others = cluster.view.members.some((member) => {
          const endpoint = member.name === here ? undefined : cluster.endpointOf(member.name);
          return endpoint !== undefined && exclusion(endpoint) === undefined;
        });
        if (asked === 1 && others) throw new StepFailed(notBoundHere(name));
        const { resolved, available } = await suggestNames(names, steps, name).catch(
          (): NameSuggestions => ({ resolved: "", available: [] }),
        );
        const member = steps.endpoint.canonical.member;
        throw notFound(name, resolved, available, {
          completed: "yes",
          attempts: [...attempts()],
          endpoint: steps.endpoint.key,
          ...(member === undefined ? {} : { member }),
          operation: "lookup",
          elapsedMs: runtime.now() - startedAt,
        });
      }
    },
  });
}

/** Minor code of "object adapter not found" under the vendor prefix of GlassFish's ORB. */
const adapterGone = 0x5355_0002;

/**
 * A member that starts or stops is there before and after its application: one other is asked, as for a key that has
 * left its member.
 */
function notBoundHere(name: string): AttemptProblem {
  return {
    failure: {
      origin: "reply",
      phase: "reply",
      sent: "some",
      replyStarted: true,
      exception: { name: "OBJECT_NOT_EXIST", minor: adapterGone, completed: "no" },
    },
    code: "NAME_NOT_FOUND",
    message: `${JSON.stringify(name)} is not bound there`,
  };
}

const shownNames = 10;

/** Nearest names first, so that the likely one is among the few that are shown. */
function notFound(
  name: string,
  resolved: string,
  available: readonly string[],
  details: CallErrorDetails,
): NamingError {
  const there =
    available.length === 0
      ? ""
      : `; bound there: ${available.slice(0, shownNames).join(", ")}${available.length > shownNames ? ", …" : ""}`;
  const far = resolved === "" ? "" : `; ${JSON.stringify(resolved)} exists`;
  return new NamingError(
    "NAME_NOT_FOUND",
    `${JSON.stringify(name)} is not bound at ${details.endpoint}${far}${there}`,
    { lookupName: name, resolved, available },
    details,
  );
}

/** The reference of a lookup that found a remote object. Throws NamingError for anything else. */
export function foundReference(name: string, found: FoundObject): Ior {
  if (found.ior.profiles.length > 0) return found.ior;
  throw new NamingError(
    "NAMING",
    `${JSON.stringify(name)} is bound to ${found.value === null ? "null" : `a value (${typeof found.value})`}, not to a remote object`,
    { lookupName: name },
    { ...noDetails, operation: "lookup", completed: "yes" },
  );
}
