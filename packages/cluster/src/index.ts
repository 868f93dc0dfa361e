export {
  type EligibleMembers,
  eligibleOrPanic,
  type MemberIndex,
  memberIndex,
} from "./availability.ts";
export * from "./backoff.ts";
export {
  type ClusterMember,
  type ClusterView,
  configuredView,
  DEFAULT_WEIGHT,
  type WeightOverrides,
} from "./cluster-view.ts";
export { type Outcome } from "./decision-outcomes.ts";
export { type CompletionRule, type DecisionRow, decisionRows } from "./decision-rows.ts";
export * from "./endpoint.ts";
export * from "./endpoint-health.ts";
export * from "./failover.ts";
export * from "./failure.ts";
export { GLASSFISH_BOOTSTRAP_WEIGHT, type GlassfishList } from "./glassfish-rotation.ts";
export { type AddressScope, addressScope } from "./internet-address.ts";
export { type MemberOrder, shuffledOrder } from "./member-order.ts";
export * from "./pin.ts";
export * from "./random.ts";
export * from "./retry-budget.ts";
export {
  type Availability,
  fullyAvailable,
  initialRotationState,
  type LoadBalancingPolicy,
  nextHead,
  plannedShares,
  prepareRotation,
  type Rotation,
  type RotationOptions,
  type RotationResult,
  type RotationSequence,
  type RotationState,
} from "./rotation.ts";
export { tailOf } from "./rotation-tail.ts";
export {
  mergeView,
  type SameAddress,
  type ToldMember,
  type ToldMembers,
  type ViewChange,
  viewAfterSilence,
} from "./view-merge.ts";
