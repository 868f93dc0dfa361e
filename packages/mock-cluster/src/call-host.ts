// What a call on its way asks of the member that received it.
import type { Ior, ServiceContext } from "@remora/protocol/internal";
import type { SystemExceptionAnswer } from "./errors.ts";
import type { FaultScript } from "./fault-script.ts";
import type { ForwardTarget } from "./faults.ts";
import type { Journal } from "./journal.ts";
import type { MembershipView } from "./membership.ts";
import type { ObjectAdapter } from "./object-adapter.ts";
import type { Target } from "./target.ts";

/** The member's side of a call. */
export interface CallHost {
  readonly name: string;
  readonly adapter: ObjectAdapter;
  readonly journal: Journal;
  readonly faults: FaultScript;
  readonly view: MembershipView;
  /** Whether the member is in a cluster: without one there are no labels and no updates. */
  readonly clustered: boolean;
  /** Largest message of a reply in one piece. */
  readonly fragmentBytes: number;
  /** Context 6 of the first reply on a connection. */
  readonly codeBaseContext: ServiceContext;
  /** What late calls of a planned stop are answered with, after they ran. */
  readonly lateAnswer: "unknown" | "result" | SystemExceptionAnswer;
  /** Whether a bean call that arrives now comes while the member is stopping; counts it if so. */
  arrivesLate(): boolean;
  /** The servant of a bean is entered, and left. */
  enterBeanCall(): void;
  leaveBeanCall(): void;
  /** Calls `go` now, or after the thaw when the member is frozen. */
  whenThawed(go: () => void): void;
  /** Calls `go` after a time, unless the member dies before. */
  after(ms: number, go: () => void): void;
  /** The member's process dies. */
  crash(): void;
  /** A reference for a scripted forward. */
  forwardReference(target: Target | undefined, to: ForwardTarget): Ior;
}
