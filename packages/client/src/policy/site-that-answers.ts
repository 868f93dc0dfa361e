import type { SelectionRequest } from "@remora/cluster";
import { AllEndpointsFailedError, type CallAttempt } from "../errors.ts";
import type { Cluster } from "../resolution/cluster.ts";
import type { Drawn } from "../selection/policy-driver.ts";
import type { SiteSet } from "./site-set.ts";

/**
 * The site that the policy chooses, or the next one while none of its endpoints can be reached. The policy is asked
 * anew after each failure: by then it knows who has failed.
 *
 * @param reach - resolves when the cluster answers; rejects with AllEndpointsFailedError when nobody there does
 * @throws AllEndpointsFailedError with the attempts at all sites; NoCandidateError; what `reach` rejects with
 */
export async function siteThatAnswers<T>(
  sites: SiteSet,
  request: SelectionRequest,
  { operation, now }: { readonly operation: string; readonly now: () => number },
  reach: (cluster: Cluster) => Promise<T>,
): Promise<{ readonly site: Drawn; readonly found: T }> {
  const site = sites.draw(request);
  try {
    return await firstThatAnswers(sites, site, request, { operation, now }, reach);
  } catch (error) {
    site.assignment?.end();
    throw error;
  }
}

async function firstThatAnswers<T>(
  sites: SiteSet,
  site: Drawn,
  request: SelectionRequest,
  { operation, now }: { readonly operation: string; readonly now: () => number },
  reach: (cluster: Cluster) => Promise<T>,
): Promise<{ readonly site: Drawn; readonly found: T }> {
  const tried = new Set<string>();
  const attempts: CallAttempt[] = [];
  const startedAt = now();
  let last: AllEndpointsFailedError | undefined;
  for (let name: string | undefined = site.member; name !== undefined; ) {
    tried.add(name);
    site.assignment?.moveTo(name);
    try {
      return { site: { ...site, member: name }, found: await reach(sites.cluster(name)) };
    } catch (error) {
      if (!(error instanceof AllEndpointsFailedError)) throw error;
      last = error;
      attempts.push(...error.attempts);
    }
    name = [...sites.alternates(request)].find((each) => !tried.has(each));
  }
  throw new AllEndpointsFailedError(
    `${operation}: no site could be reached (${[...tried].join(", ")}): ${last?.message ?? ""}`,
    {
      completed: "no",
      attempts,
      endpoint: last?.endpoint ?? "",
      operation,
      elapsedMs: now() - startedAt,
    },
    last,
  );
}
