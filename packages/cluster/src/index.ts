// Where the listeners are.

// Who is left out for now.
export {
  type EligibleMembers,
  eligibleOrPanic,
  type MemberIndex,
  memberIndex,
} from "./availability.ts";
// What after a failure.
export {
  type BackoffOptions,
  backoffCeilingMs,
  backoffMs,
  defaultBackoff,
  delayWithinDeadline,
} from "./backoff.ts";

// Who the members are.
export {
  type ClusterMember,
  type ClusterView,
  configuredView,
  DEFAULT_WEIGHT,
  type WeightOverrides,
  withWeights,
} from "./cluster-view.ts";
// For tools: the failover table as data, and the insides of values.
export type { DecisionCase } from "./decision-case.ts";
export type { Outcome } from "./decision-outcomes.ts";
export { type CompletionRule, type DecisionRow, decisionRows } from "./decision-rows.ts";
export { editDistance } from "./edit-distance.ts";
export {
  compareEndpoints,
  DEFAULT_IIOP_PORT,
  type Endpoint,
  type EndpointDefaults,
  type EndpointFound,
  type EndpointListFound,
  type EndpointListProblem,
  type EndpointListResult,
  type EndpointProblem,
  type EndpointResult,
  type EndpointSecurity,
  endpointKey,
  formatEndpoint,
  parseEndpoint,
  parseEndpointList,
} from "./endpoint.ts";
export {
  defaultHealthOptions,
  type EndpointHealth,
  ejectionLengthMs,
  eligibleShare,
  type HealthOptions,
  type HealthState,
  healthAfterFailure,
  healthAfterProbe,
  healthAfterSilence,
  healthAfterSuccess,
  healthWhileProbing,
  healthyEndpoint,
  isEligible,
  isForgettable,
  isProbeDue,
} from "./endpoint-health.ts";
export { decide, decideBy } from "./failover.ts";
export type {
  Attempt,
  CallFacts,
  Completion,
  Decision,
  DecisionAction,
  DecisionEffects,
  DecisionError,
  Failure,
  FailureException,
  FailureForward,
  FailurePhase,
  ReferenceKind,
} from "./failure.ts";
export { GLASSFISH_BOOTSTRAP_WEIGHT, type GlassfishList } from "./glassfish-rotation.ts";
export { type AddressScope, addressScope } from "./internet-address.ts";
// Who serves the next context, and who after it.
export { type MemberOrder, shuffledOrder } from "./member-order.ts";
export { advancePin, newPin, type Pin } from "./pin.ts";
export { type Random, randomBelow, seededRandom, shuffled } from "./random.ts";
export {
  budgetAfterCalls,
  budgetAfterRetry,
  defaultRetryBudget,
  hasRetryLeft,
  newRetryBudget,
  type RetryBudget,
  type RetryBudgetOptions,
  retriesLeft,
} from "./retry-budget.ts";
export {
  type Availability,
  fullyAvailable,
  type Head,
  initialRotationState,
  type LoadBalancingPolicy,
  nextHead,
  plannedShares,
  prepareRotation,
  type Rotation,
  type RotationOptions,
  type RotationPrepared,
  type RotationProblem,
  type RotationResult,
  type RotationSequence,
  type RotationState,
} from "./rotation.ts";
export { tailOf } from "./rotation-tail.ts";
// Policies: stages of our own and of the package, in one pipeline.
export { type AlteonGslbOptions, alteonGslb } from "./selection/alteon/alteon-gslb.ts";
export type { AlteonRule } from "./selection/alteon/alteon-rule.ts";
export type { AlteonSite } from "./selection/alteon/alteon-site.ts";
export type { AlteonThresholds } from "./selection/alteon/alteon-thresholds.ts";
export {
  newProximity,
  type Proximity,
  type ProximityAnswer,
  type ProximityOptions,
  proximityAsked,
  proximityMeasured,
} from "./selection/alteon/client-proximity.ts";
export {
  type AlteonDnsAnswer,
  type AlteonDnsOptions,
  alteonDnsAnswer,
} from "./selection/alteon/dns-answer.ts";
export {
  type AlteonArrival,
  type AlteonHandling,
  type AlteonRedirectOptions,
  alteonHandling,
} from "./selection/alteon/http-redirect.ts";
export {
  dueUpdate,
  newSiteUpdates,
  type SiteNews,
  type SiteUpdate,
  type SiteUpdateOptions,
  type SiteUpdates,
  updateReceived,
  updatesExpired,
} from "./selection/alteon/site-updates.ts";
export { best, first, inOrder } from "./selection/best-chooser.ts";
export type { Candidate } from "./selection/candidate.ts";
export { hasWeight, notDrained, notFailed } from "./selection/common-filters.ts";
// Configuration in each system's own words.
export {
  type AlteonConfiguration,
  parseAlteonConfiguration,
} from "./selection/configuration/alteon-configuration.ts";
export { formatAlteonConfiguration } from "./selection/configuration/alteon-text.ts";
export {
  type ConfigurationProblem,
  type ConfigurationResult,
  configured,
  formatConfigurationProblem,
} from "./selection/configuration/configuration-result.ts";
export {
  formatGlassfishWeights,
  type GlassfishCommands,
  parseGlassfishCommands,
} from "./selection/configuration/glassfish-commands.ts";
export {
  loadBalancingPolicies,
  loadBalancingPolicyOf,
} from "./selection/configuration/glassfish-policy.ts";
export {
  type PropertyLine,
  readJavaProperties,
} from "./selection/configuration/java-properties.ts";
export type { Tenant } from "./selection/configuration/ldap-match.ts";
export {
  changeSapProfile,
  formatSapProfile,
  parseSapProfile,
  type SapProfile,
} from "./selection/configuration/sap-profile.ts";
export {
  formatSgdCommands,
  parseSgdCommands,
  type SgdCommandMember,
  type SgdCommands,
} from "./selection/configuration/sgd-commands.ts";
export {
  almPropertiesOf,
  parseTier3hostdata,
  parseTier3lb,
  parseTier3loadbalancing,
  type SgdHostProperties,
  type SgdProperties,
  type SgdPropertiesOptions,
  sgdPropertiesOf,
  sgdWeightings,
} from "./selection/configuration/sgd-properties.ts";
export {
  formatTier3hostdata,
  formatTier3lb,
} from "./selection/configuration/sgd-properties-text.ts";
export { type SplitWords, splitShellWords } from "./selection/configuration/shell-words.ts";
export {
  parseUserAssignment,
  type UserAssignment,
  type UserAssignmentResult,
} from "./selection/configuration/user-assignment.ts";
export {
  type CandidateFate,
  type Explanation,
  formatExplanation,
  type Removal,
  type StageKind,
  type StageNote,
} from "./selection/explanation.ts";
export { extended, type MoreStages } from "./selection/extended.ts";
export type { FactTable } from "./selection/fact-table.ts";
export {
  type Feedback,
  type FigureProblem,
  type Figures,
  soundFigures,
} from "./selection/feedback.ts";
export { type GlassfishOptions, glassfish } from "./selection/glassfish/glassfish.ts";
export { type HerdForecast, type HerdOptions, herdForecast } from "./selection/herd.ts";
export type { MemberFacts } from "./selection/member-facts.ts";
export { matchesPattern } from "./selection/name-pattern.ts";
export { type PipelineState, pipeline } from "./selection/pipeline.ts";
export {
  type Plan,
  type PlannedDeath,
  type PlannedShare,
  type PlanOptions,
  plan,
} from "./selection/plan.ts";
export { formatPlan } from "./selection/plan-text.ts";
export {
  type Circumstances,
  InvalidPolicyError,
  type Policy,
  type Selected,
  type Selection,
  type SelectionRequest,
  type SkippedStage,
} from "./selection/policy.ts";
export {
  type PresetName,
  type PresetOptionKind,
  presetNames,
  presetOptions,
} from "./selection/preset-shapes.ts";
export { policyNamed } from "./selection/presets.ts";
export { byWeight, twoRandom, uniform } from "./selection/random-choosers.ts";
export {
  type CostEntry,
  type CostTable,
  type CostTableResult,
  changeCostTable,
  costOf,
  formatCostTable,
  type HostAddresses,
  parseCostTable,
} from "./selection/sap-gateway/cost-table.ts";
export { type SapGatewayOptions, sapGateway } from "./selection/sap-gateway/sap-gateway.ts";
export {
  type AlmArray,
  type AlmMember,
  type AlmServer,
  type AlmUpdate,
  almContacted,
  almDueContacts,
  almKnown,
  almMethodOf,
  almPrimaryStops,
  almReported,
  almTick,
  almWarmRestart,
  newAlmArray,
} from "./selection/sgd/alm-array.ts";
export {
  type AlmStanding,
  almMethod,
  almNextContact,
  almStanding,
  almUpdatePeriod,
} from "./selection/sgd/alm-contact.ts";
export {
  type AlmProbe,
  type AlmSample,
  type AlmStep,
  almReport,
  almSample,
  newAlmProbe,
} from "./selection/sgd/alm-probe.ts";
export {
  type AlmProperties,
  almDefaults,
  almProperties,
  almProseDefaults,
} from "./selection/sgd/alm-properties.ts";
export { type SgdPlacementMethod, sgdPlacement } from "./selection/sgd/session-placement.ts";
export { type SgdOptions, sgd } from "./selection/sgd/sgd.ts";
export type { SgdMethod } from "./selection/sgd/sgd-load.ts";
export type { SgdMember } from "./selection/sgd/sgd-member.ts";
export type {
  Choice,
  Chooser,
  Filter,
  Load,
  LoadOf,
  LoadValues,
  Metric,
  RankedBy,
  Source,
  Stage,
  StageContext,
  Stages,
  Sticky,
} from "./selection/stage.ts";
export type { SmoothSequence, Turn, TurnHeap } from "./smooth-sequence.ts";
export {
  mergeView,
  type SameAddress,
  type ToldMember,
  type ToldMembers,
  type ViewChange,
  viewAfterSilence,
} from "./view-merge.ts";
export type { WeightLine } from "./weighted-draw.ts";
