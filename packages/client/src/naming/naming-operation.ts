import type { ReferenceKind } from "@remora/cluster";
import {
  type CallAttempt,
  type CallErrorDetails,
  ConnectionError,
  NamingError,
} from "../errors.ts";
import type { AttemptProblem } from "../failover/attempt.ts";
import { type OperationSteps, runOperation, StepFailed } from "../invocation/operation.ts";
import type { ReferenceRuntime } from "../invocation/reference-runtime.ts";
import type { Cluster } from "../resolution/cluster.ts";
import type { ContextPin } from "../resolution/context-pin.ts";
import {
  type Exclusion,
  PinnedCandidates,
  RequestCandidates,
} from "../resolution/member-candidates.ts";
import type { NamingOptions } from "./lookup-options.ts";
import { NameNotBound, NameRefused, refusalOf } from "./name-refusal.ts";
import type { NameService } from "./name-service.ts";
import { type NameSuggestions, suggestNames } from "./name-suggestions.ts";

/** Where names are asked for. */
export interface NamingPlace {
  readonly cluster: Cluster;
  readonly names: NameService;
  /** The context's place; undefined: any member, balanced by request. */
  readonly pin: ContextPin | undefined;
}

/** One question about a name, or one change of it. */
export interface NamingPlan<T> {
  /** For messages: `lookup of "java:global/shop/Greeter"`. */
  readonly title: string;
  /** For `error.operation`: `lookup`, `list`, `bind` … */
  readonly operation: string;
  /** The name that errors speak of. */
  readonly name: string;
  readonly place: NamingPlace;
  readonly options: NamingOptions | undefined;
  /** Its success shows that the application answers. Default false. */
  readonly reachesApplication?: boolean;
  /** A name that is not bound at one member is asked for at one other. */
  readonly askOthers: boolean;
  /** Its requests, all at one endpoint. Throws StepFailed, NameNotBound, NameRefused. */
  run(steps: OperationSteps): Promise<T>;
}

const namingKind: ReferenceKind = "naming";

/** Runs a plan at the place; every refusal of a name becomes a NamingError that tells what stands there instead. */
export function runNaming<T>(runtime: ReferenceRuntime, plan: NamingPlan<T>): Promise<T> {
  const { name, options, place } = plan;
  const { cluster, names, pin } = place;
  const exclusion: Exclusion = (endpoint) => {
    if (!runtime.health.eligible(endpoint)) return "failed a short time ago";
    return cluster.isDrained(endpoint) ? "is drained" : undefined;
  };
  const startedAt = runtime.now();
  let attempts: () => readonly CallAttempt[] = () => [];
  let asked = 0;
  const details = (steps: OperationSteps): CallErrorDetails => {
    const member = steps.endpoint.canonical.member;
    return {
      completed: "yes",
      attempts: [...attempts()],
      endpoint: steps.endpoint.key,
      ...(member === undefined ? {} : { member }),
      operation: plan.operation,
      elapsedMs: runtime.now() - startedAt,
    };
  };
  const hasOthers = (steps: OperationSteps): boolean => {
    const here = cluster.memberAt(steps.endpoint);
    return cluster.view.members.some((member) => {
      const endpoint = member.name === here ? undefined : cluster.endpointOf(member.name);
      return endpoint !== undefined && exclusion(endpoint) === undefined;
    });
  };
  return runOperation(runtime, {
    name: plan.title,
    timeoutMs: options?.timeoutMs ?? runtime.options.lookupTimeoutMs,
    signal: options?.signal,
    kind: namingKind,
    reachesApplication: plan.reachesApplication === true,
    onStart: (made) => {
      attempts = made;
    },
    cluster,
    candidates: () =>
      pin === undefined
        ? new RequestCandidates(cluster, exclusion, () => cluster.namingOrder())
        : new PinnedCandidates(pin, exclusion),
    run: async (steps) => {
      try {
        return await plan.run(steps);
      } catch (error) {
        if (error instanceof NameNotBound) {
          asked += 1;
          if (plan.askOthers && asked === 1 && hasOthers(steps)) {
            throw new StepFailed(notBoundHere(error.boundName));
          }
          const { resolved, available } = await suggestNames(names, steps, error.boundName).catch(
            (): NameSuggestions => ({ resolved: "", available: [] }),
          );
          throw notFound(error.boundName, resolved, available, details(steps));
        }
        const refused = error instanceof NameRefused ? error : refusedBy(error, name);
        if (refused === undefined) throw error;
        throw new NamingError(
          refused.code,
          `${refused.message}, at ${steps.endpoint.key}`,
          { lookupName: name },
          { ...details(steps), completed: refused.completed },
        );
      }
    },
  });
}

/**
 * A connection that was lost behind a request of naming: there is no method that could be marked, so the error says
 * what can be done instead.
 */
export function withAdvice(error: unknown, advice: string): unknown {
  if (!(error instanceof ConnectionError) || error.completed !== "maybe") return error;
  const last = error.attempts.at(-1)?.message ?? error.code;
  const member = error.member === undefined ? "" : ` (${error.member})`;
  return new ConnectionError(
    error.code,
    `${error.operation} at ${error.endpoint}${member}: ${last}; nobody can know whether it ran: ${advice}`,
    error.phase,
    error,
    error.cause,
  );
}

/** What a naming service says no with, and nobody has put into words before. */
function refusedBy(error: unknown, name: string): NameRefused | undefined {
  const refusal = refusalOf(error);
  if (refusal === undefined) return undefined;
  const words = refusal.message === undefined ? "" : `: ${refusal.message}`;
  return new NameRefused(
    "NAMING",
    `${JSON.stringify(name)} is refused by the server with ${refusal.exception}${words}`,
  );
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
