// A planned stop in the order seen on GlassFish (captures: glassfish/failover-stop-loop.jsonl).
import type { SystemExceptionAnswer } from "./errors.ts";
import type { CloseManner } from "./faults.ts";
import type { MemberServer } from "./member-server.ts";

/** How a stop goes. Counts make its steps wait for traffic; without them they follow each other at once. */
export interface StopOptions {
  /** Bean calls to accept while stopping: they run and are then answered UNKNOWN, MAYBE. Default 0. */
  readonly lateCalls?: number;
  /** What late calls are answered with after they ran: UNKNOWN (default), any system exception, or their result. */
  readonly lateAnswer?: "unknown" | "result" | SystemExceptionAnswer;
  /** Bean calls to answer with OBJECT_NOT_EXIST, NO, before the connections close. Default 0. */
  readonly refusedCalls?: number;
  /** Milliseconds to answer so at least; GlassFish takes 700 to 800. Default 0. */
  readonly refusingMs?: number;
  /** How connections close in the end. Default `fin`; GlassFish never sends CloseConnection, other servers do. */
  readonly closeManner?: CloseManner;
  /** Whether steps go on only when the script says so (`refuseCalls`, `closeConnections`). Default false. */
  readonly byHand?: boolean;
}

/** A stop that has begun. */
export class PlannedStop {
  /** Resolves when the member is down. */
  readonly finished: Promise<void>;
  readonly #server: MemberServer;
  #refuse: () => void = () => {};
  #close: () => void = () => {};

  /** Made by `MockMember.beginStop`. */
  constructor(server: MemberServer, options: StopOptions, close: () => Promise<void>) {
    this.#server = server;
    server.lateAnswer = options.lateAnswer ?? "unknown";
    server.enterPhase("stopping");
    const byHand = options.byHand === true;
    const toRefuse = new Promise<void>((resolve) => {
      this.#refuse = resolve;
      if (!byHand) resolve();
    });
    const toClose = new Promise<void>((resolve) => {
      this.#close = resolve;
      if (!byHand) resolve();
    });
    this.finished = this.#run(options, toRefuse, toClose, close);
  }

  /** Bean calls that came while stopping. */
  get lateCalls(): number {
    return this.#server.lateCalls;
  }

  /** Goes on to the step in which bean calls find no adapter, once running calls are done. */
  refuseCalls(): void {
    this.#refuse();
  }

  /** Goes on to the last step. */
  closeConnections(): void {
    this.#refuse();
    this.#close();
  }

  async #run(
    options: StopOptions,
    toRefuse: Promise<void>,
    toClose: Promise<void>,
    close: () => Promise<void>,
  ): Promise<void> {
    const server = this.#server;
    await toRefuse;
    const lateCalls = options.lateCalls ?? 0;
    await server.until(() => server.lateCalls >= lateCalls && server.runningCalls === 0);
    server.adapter.undeploy();
    server.enterPhase("adapterGone");
    const refusedBefore = server.adapter.refused;
    const refusedCalls = options.refusedCalls ?? 0;
    const { refusingMs } = options;
    let refusedLongEnough = refusingMs === undefined;
    if (refusingMs !== undefined) {
      server.after(refusingMs, () => {
        refusedLongEnough = true;
      });
    }
    await server.until(() => refusedLongEnough);
    await server.until(() => server.adapter.refused - refusedBefore >= refusedCalls);
    await toClose;
    await close();
  }
}
