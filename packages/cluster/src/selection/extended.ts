import { type PipelineState, pipeline } from "./pipeline.ts";
import { InvalidPolicyError, type Policy } from "./policy.ts";
import type { Chooser, Filter, Load, Metric, StageContext, Stages, Sticky } from "./stage.ts";

/** Stages that join those of another policy. */
export interface MoreStages {
  /** Asked after those of the policy. */
  readonly filters?: readonly Filter[];
  /** Asked after those of the policy. */
  readonly sticky?: readonly Sticky[];
  /** Asked after those of the policy, when none of them has decided. */
  readonly metrics?: readonly Metric[];
  /** In place of those of the policy. */
  readonly load?: readonly Load[];
  /** In place of that of the policy. */
  readonly chooser?: Chooser;
}

function allMetrics(
  stages: Stages,
  more: readonly Metric[],
): Pick<Stages, "metrics" | "metricsInUse"> {
  const { metrics = [] } = stages;
  if (typeof metrics !== "function") return { metrics: [...metrics, ...more] };
  return {
    metrics: (context: StageContext) => [...metrics(context), ...more],
    metricsInUse: [...(stages.metricsInUse ?? []), ...more],
  };
}

/**
 * A policy of this package with stages of your own beside its own ones: a filter for licences before the least load of
 * `sgd`, say, or another load behind its affinity and groups.
 *
 * @param name - appears in explanations
 * @param base - a policy made of stages: `glassfish()`, `sgd()`, `sapGateway()`, `alteonGslb()`, or of `pipeline`
 * @throws InvalidPolicyError when the policy is not made of stages, or two stages have one name
 */
export function extended(
  name: string,
  base: Policy<PipelineState>,
  more: MoreStages,
): Policy<PipelineState> {
  const { stages } = base;
  if (stages === undefined) {
    const hint = "only policies of pipeline() and the presets can be extended";
    throw new InvalidPolicyError("extended", base.name, "is not made of stages", hint);
  }
  const { load, chooser, filters = [], sticky = [], metrics = [] } = more;
  const policy = pipeline(name, {
    ...stages,
    filters: [...(stages.filters ?? []), ...filters],
    sticky: [...(stages.sticky ?? []), ...sticky],
    ...(metrics.length === 0 ? {} : allMetrics(stages, metrics)),
    ...(load === undefined ? {} : { load }),
    ...(chooser === undefined ? {} : { chooser }),
    // Another load or chooser comes to another order than the one that the policy has promised.
    ...(load === undefined && chooser === undefined ? {} : { ranked: () => undefined }),
  });
  const { herds } = base;
  return {
    ...policy,
    warnings: (state) => base.warnings?.(state) ?? [],
    ...(herds === undefined ? {} : { herds }),
    ...(base.changed === undefined
      ? {}
      : { changed: (change) => extended(name, base.changed?.(change) ?? base, more) }),
  };
}
