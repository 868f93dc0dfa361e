import {
  type Attempt,
  type CallFacts,
  type ClusterMember,
  type ClusterView,
  configuredView,
  decide,
  type EndpointHealth,
  eligibleOrPanic,
  endpointKey,
  type Failure,
  healthAfterFailure,
  healthyEndpoint,
  initialRotationState,
  isEligible,
  memberIndex,
  mergeView,
  nextHead,
  prepareRotation,
  type Rotation,
  type RotationOptions,
  seededRandom,
  tailOf,
} from "@remora/cluster";
import type { Figure, SectionOptions, SectionResult } from "../figure.ts";
import { microsPerOperation } from "../per-operation.ts";

const sizes = [10, 100, 1_000, 10_000];
const largest = 10_000;
const ejected = 3;

/** Who is next, and what after a failure, among few and many members. */
export async function rotationSection({ quick }: SectionOptions): Promise<SectionResult> {
  return { figures: sizes.flatMap((size) => figuresAmong(size, quick)) };
}

function figuresAmong(size: number, quick: boolean): readonly Figure[] {
  const view = viewOf(size);
  const random = seededRandom(1);
  const figure = (name: string, operation: () => unknown, per = 1): Figure => ({
    name: `${size.toLocaleString("en-US")} members: ${name}`,
    value: microsPerOperation(operation, quick) / per,
    unit: "µs",
  });
  const head = (name: string, operation: () => unknown): Figure => ({
    ...figure(`next head, ${name}`, operation),
    ...(size === largest ? { limit: { atMost: 5 } } : {}),
  });
  const weighted = rotationOf(view, { policy: "ic-based-weighted" });
  return [
    head("ic-based", heads(rotationOf(view, { policy: "ic-based" }), random)),
    head("ic-based-weighted", heads(weighted, random)),
    head(
      "smooth",
      heads(rotationOf(view, { policy: "ic-based-weighted", sequence: "smooth" }), random),
    ),
    head(`weighted, ${ejected} members out`, headsWithoutSome(view, weighted, random)),
    figure("one of the first 3 of a tail", tails(weighted, 3, random), 3),
    figure("one of a whole tail", tails(weighted, size - 1, random), size - 1),
    figure("decide, first failure", decision(1, size)),
    figure("decide, tenth failure", decision(10, size)),
  ];
}

function viewOf(size: number): ClusterView {
  const members = Array.from({ length: size }, (_, index) => ({
    name: `m${index}`,
    weight: 1 + (index % 7),
    endpoints: [{ host: `h${index}`, port: 3700, security: "clear" as const }],
  }));
  return mergeView(configuredView([]), { from: undefined, members, complete: true }, () => false)
    .view;
}

function rotationOf(view: ClusterView, options: RotationOptions): Rotation {
  const prepared = prepareRotation(view, options);
  if (!prepared.ok) throw new Error(prepared.problem);
  return prepared.rotation;
}

function heads(rotation: Rotation, random: () => number): () => ClusterMember {
  let state = initialRotationState;
  return () => {
    const next = nextHead(rotation, state, random);
    state = next.state;
    return next.member;
  };
}

/** As the client draws while some endpoints are ejected: health first. */
function headsWithoutSome(
  view: ClusterView,
  rotation: Rotation,
  random: () => number,
): () => ClusterMember {
  const now = 1_000;
  const health = new Map<string, EndpointHealth>();
  for (const { endpoints } of view.members.slice(0, ejected)) {
    let record = healthyEndpoint;
    while (isEligible(record, now)) record = healthAfterFailure(record, now);
    for (const endpoint of endpoints) health.set(endpointKey(endpoint), record);
  }
  const index = memberIndex(view);
  let state = initialRotationState;
  return () => {
    const { availability } = eligibleOrPanic(index, health, now);
    const next = nextHead(rotation, state, random, availability);
    state = next.state;
    return next.member;
  };
}

/** The first so many of the tail behind the first member. */
function tails(rotation: Rotation, count: number, random: () => number): () => unknown {
  const head = rotation.members[0] as ClusterMember;
  return () => {
    const tail = tailOf(rotation, head, random);
    let last: unknown;
    for (let taken = 0; taken < count; taken += 1) last = tail.next().value;
    return last;
  };
}

/** The decision after so many members refused the connection. */
function decision(failures: number, size: number): () => unknown {
  const failure: Failure = { origin: "local", phase: "connect", sent: "none", replyStarted: false };
  const history: Attempt[] = Array.from({ length: failures }, (_, index) => ({
    endpoint: `h${index}:3700`,
    failure,
    atMs: index,
  }));
  const facts: CallFacts = {
    idempotent: false,
    oneway: false,
    kind: "stateless",
    reLookup: "possible",
    clustered: true,
    untried: Math.max(0, size - failures),
    round: 0,
    maxRounds: 3,
    replaysUsed: 0,
    maxReplays: 1,
    trustCompletedNo: true,
    forwardHops: 8,
    forwardFollowed: false,
    budgetLeft: true,
    deadlineMs: 30_000,
  };
  return () => decide(history, failure, facts, failures);
}
