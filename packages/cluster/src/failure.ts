/** Whether an operation ran: CORBA's completion status. */
export type Completion = "yes" | "no" | "maybe";

/** What was going on when an attempt failed. */
export type FailurePhase =
  /** Looking up the host name. */
  | "resolve"
  /** Opening the TCP connection. */
  | "connect"
  /** The TLS handshake. */
  | "handshake"
  /** The connection was found closed while idle, or before the write. */
  | "idle-close"
  /** The peer sent CloseConnection. */
  | "closeConnection"
  /** Writing the request. */
  | "send"
  /** Waiting for the reply. */
  | "wait"
  /** Reading the reply. */
  | "receive"
  /** The peer sent MessageError, or framing was lost. */
  | "messageError"
  /** The time of the attempt, or of the call, was over. */
  | "timeout"
  /** The caller aborted. */
  | "abort"
  /** A whole reply was received. */
  | "reply";

/** A system exception of a reply. */
export interface FailureException {
  /** CORBA's name, such as `COMM_FAILURE`. */
  readonly name: string;
  /** The minor code, 32 bits, signed or not. */
  readonly minor: number;
  /** What the server says about the operation. */
  readonly completed: Completion;
}

/** A location forward of a reply. */
export interface FailureForward {
  /** LOCATION_FORWARD_PERM. */
  readonly permanent: boolean;
  /** Whether following it would leave TLS. */
  readonly toClear: boolean;
  /** How many forwards lead here from the original target, this one included: 1 for the first. */
  readonly hops: number;
  /** Whether its target was visited before in this chain: a loop. Default false. */
  readonly repeated?: boolean;
  /** Whether its type cannot be that of the reference (an old GlassFish bug). Default false. */
  readonly incompatible?: boolean;
}

/** What became of one attempt that gave no result. */
export interface Failure {
  /** `reply`: the server answered; `local`: it did not, as far as we know. */
  readonly origin: "local" | "reply";
  /** What was going on. */
  readonly phase: FailurePhase;
  /** `none` exactly while no octet of the request was handed to the socket. */
  readonly sent: "none" | "some";
  /** Whether any part of this request's reply was received. */
  readonly replyStarted: boolean;
  /** A fatal TLS alert before the first received octet. Default false. */
  readonly tlsAlert?: boolean;
  /** The system exception of a reply. */
  readonly exception?: FailureException;
  /** Repository id or class of the user exception of a reply. */
  readonly userException?: string;
  /** The location forward of a reply. */
  readonly forward?: FailureForward;
  /** NEEDS_ADDRESSING_MODE: the disposition the server wants. */
  readonly addressing?: number;
  /** False when a whole reply could not be decoded although its framing was intact. Default true. */
  readonly decodable?: boolean;
}

/** One attempt of a call, as `error.attempts` shows it. */
export interface Attempt {
  /** Key of the endpoint. */
  readonly endpoint: string;
  /** Name of the member, if known. */
  readonly member?: string;
  /** Number of the connection, if there was one. */
  readonly connection?: number;
  /** Why it gave no result. */
  readonly failure: Failure;
  /** When it failed, in milliseconds. */
  readonly atMs: number;
}

/** What a reference leads to: GlassFish's keys tell, else the descriptor, else `unknown`. */
export type ReferenceKind = "stateless" | "session" | "home" | "naming" | "unknown";

/** What the decision must know of the call besides its attempts. */
export interface CallFacts {
  /** The operation may run more than once. The SDK's own requests come with true. */
  readonly idempotent: boolean;
  /** No reply is expected. */
  readonly oneway: boolean;
  /** `unknown` counts as a session where identity matters. */
  readonly kind: ReferenceKind;
  /** Whether the reference came from a lookup by name that can be repeated. */
  readonly reLookup: "possible" | "done" | "impossible";
  /** Member name or endpoint key that served this session last. */
  readonly servedLast?: string;
  /** Whether another endpoint accepts this object key. */
  readonly clustered: boolean;
  /** Endpoints of the present target not yet tried in this round. */
  readonly untried: number;
  /** Round of the contact list, from 0. */
  readonly round: number;
  /** How many rounds there may be in all. */
  readonly maxRounds: number;
  /** Replays of this call after it may have run. */
  readonly replaysUsed: number;
  /** How many such replays there may be. */
  readonly maxReplays: number;
  /** Whether COMPLETED_NO of TRANSIENT and OBJ_ADAPTER is believed. */
  readonly trustCompletedNo: boolean;
  /** How many forwards may lead away from the original target. */
  readonly forwardHops: number;
  /** Whether the present target is a forward's, not the original. */
  readonly forwardFollowed: boolean;
  /** Whether a forward was dropped in this call already. Default: read from the history. */
  readonly forwardDropped?: boolean;
  /** Whether the retry budget allows one more. */
  readonly budgetLeft: boolean;
  /**
   * End of the call's time; while no endpoint has answered, end of the time for connecting, all rounds together, if that
   * is sooner. Absolute, same origin as `now`.
   */
  readonly deadlineMs: number;
}

/** Which endpoint comes next, if any. */
export type DecisionAction =
  /** The endpoint of this attempt again. */
  | "same-endpoint"
  /** The next untried endpoint of the present target, or the first of a new round. */
  | "next-endpoint"
  /** The target of the forward. */
  | "follow-forward"
  /** Drop the forward; the original target, from its first endpoint. */
  | "original-target"
  /** Look the reference up again by its name, once for all waiting calls; then the call. */
  | "lookup-again"
  /** No further attempt. */
  | "give-up";

/** How a call ends whose decision is `give-up`. */
export type DecisionError = "throw" | "session-lost" | "session-unavailable" | "no-such-ejb";

/** What a decision means for others than this call. Absent fields: nothing. */
export interface DecisionEffects {
  /** Avoid this object key at this member for so long, in milliseconds. */
  readonly avoidKeyMs?: number;
  /** The endpoint refuses us for a reason that will not pass by itself. */
  readonly misconfigured?: boolean;
  /** Counts against the health of the endpoint. */
  readonly endpointFailed?: boolean;
  /** The endpoint should be asked whether it lives; new calls go elsewhere meanwhile. */
  readonly endpointSuspect?: boolean;
  /** What becomes of the connection; absent where there is none. */
  readonly connection?: "destroy" | "keep";
  /** Send CancelRequest; the request id stays reserved until it is answered. */
  readonly cancelRequest?: boolean;
  /** The further attempt draws one from the retry budget. */
  readonly drawsBudget?: boolean;
  /** The further attempt is a replay of a call that may have run: count it in `replaysUsed`. */
  readonly replay?: boolean;
  /** The further attempt opens the next round: count it in `round`, all endpoints are untried. */
  readonly newRound?: boolean;
}

/** The answer to "again?". */
export interface Decision {
  /** What to do now. */
  readonly action: DecisionAction;
  /** Id of the row that decided: stable, documented in docs/failover.md. */
  readonly rule: string;
  /** Why, as a lower-case clause, for `explain()` and error messages. */
  readonly reason: string;
  /** Whether to pause first. */
  readonly delay: "none" | "backoff";
  /** Whether the operation ran, all attempts of the call taken together. */
  readonly completed: Completion;
  /** What it means for others than this call. */
  readonly effects: DecisionEffects;
  /** How the call ends; only with `give-up`. */
  readonly error?: DecisionError;
}
