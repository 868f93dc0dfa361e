/** Times of a watch, milliseconds. */
export interface SilenceTimes {
  readonly silenceProbeMs: number;
  readonly idleCloseMs: number;
}

/** What the watch asks its connection, and tells it. */
export interface WatchedConnection {
  /** Requests that wait for a reply or for the socket. */
  readonly pendingCount: number;
  /**
   * Requests were given up after the write, and no octet was received since. Their peer is watched too: calls with
   * short deadlines would else go to a dead one for ever.
   */
  readonly owed: boolean;
  /** Octets have been received at some time. */
  readonly proven: boolean;
  /** The socket takes no more for now: nothing can be asked. */
  readonly blocked: boolean;
  /** Grows while a blocked socket takes octets: its peer reads. */
  readonly octetsTaken: number;
  /** Sends one probe; false: it cannot be sent now. */
  probe(): boolean;
  /** Nothing was received, an answer to the probe neither. */
  onSilence(): void;
  /** No request for `idleCloseMs`. */
  onIdle(): void;
}

/**
 * Tells silence from idleness: one timer per connection. While requests are pending it ticks each `silenceProbeMs`, so
 * that a single call pays nothing for it; without requests it waits for the idle close. The peer has half of that time
 * to answer a probe, so that a call whose member is frozen gets its answer from another one, or its error, inside the
 * connect budget. A peer that has never said anything is asked after half of it: its first call may be a slow one.
 *
 * A peer that reads is not silent: while the socket is blocked by a large message, octets that it takes are the sign of
 * life. What the kernels hold then is still on its way when the socket has taken everything, and the probe behind it; so
 * as many periods without an octet are excused as there were periods of reading.
 */
export class SilenceWatch {
  readonly #times: SilenceTimes;
  readonly #connection: WatchedConnection;
  #timer: NodeJS.Timeout | undefined;
  #idle = true;
  #probed = false;
  /** Whole messages received. */
  #received = 0;
  #receivedAtTick = 0;
  /** Octets received of messages that are not whole. */
  #octets = 0;
  #octetsAtTick = 0;
  /** While the socket is blocked: what it had taken when the period began. */
  #takenAtTick: number | undefined;
  /** Periods without a received octet that reading has earned. */
  #excused = 0;

  constructor(times: SilenceTimes, connection: WatchedConnection) {
    this.#times = times;
    this.#connection = connection;
  }

  /** From now on: the connection is open and without requests. */
  start(): void {
    this.#arm(true);
  }

  /** A request was sent. */
  noteRequest(): void {
    if (this.#idle) this.#begin();
  }

  /** The peer is asked at once, and has so long to answer. */
  hurry(limitMs: number): void {
    this.#begin();
    this.#probed = true;
    this.#connection.probe();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), limitMs);
    this.#timer.unref();
  }

  /** A whole message was received. */
  noteMessage(): void {
    this.#received += 1;
  }

  /** Octets were received that made no message whole. */
  noteOctets(count: number): void {
    this.#octets += count;
  }

  /** For good. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(idle: boolean): void {
    clearTimeout(this.#timer);
    this.#idle = idle;
    const { idleCloseMs, silenceProbeMs } = this.#times;
    const asked = this.#probed || !this.#connection.proven;
    const waitMs = asked ? Math.ceil(silenceProbeMs / 2) : silenceProbeMs;
    this.#timer = setTimeout(() => this.#tick(), idle ? idleCloseMs : waitMs);
    this.#timer.unref();
  }

  #begin(): void {
    this.#probed = false;
    this.#receivedAtTick = this.#received;
    this.#octetsAtTick = this.#octets;
    this.#look();
    this.#arm(false);
  }

  /** A blocked peer cannot be asked: whether it reads is looked at instead. */
  #look(): void {
    this.#takenAtTick = this.#connection.blocked ? this.#connection.octetsTaken : undefined;
  }

  /**
   * A message, or enough octets of a long one. Less than an octet a millisecond is no transfer but a peer that has
   * announced more than it sends: what it says afterwards, answers to probes too, would go into that message for ever.
   */
  #isHeard(): boolean {
    return (
      this.#received !== this.#receivedAtTick ||
      this.#octets - this.#octetsAtTick >= this.#times.silenceProbeMs
    );
  }

  #tick(): void {
    const connection = this.#connection;
    if (connection.pendingCount === 0 && !connection.owed) {
      if (this.#idle) connection.onIdle();
      else this.#arm(true);
      return;
    }
    if (this.#idle || this.#isHeard()) {
      this.#excused = 0;
      this.#begin();
      return;
    }
    if (this.#takenAtTick !== undefined && connection.octetsTaken > this.#takenAtTick) {
      this.#excused += 1;
      this.#begin();
      return;
    }
    if (!connection.blocked && this.#excused > 0) {
      this.#excused -= 1;
      this.#begin();
      return;
    }
    // A peer that takes no octets, or that never spoke, has the second half of its time all the same.
    const asks = !this.#probed && (connection.probe() || connection.blocked || !connection.proven);
    this.#probed ||= asks;
    if (asks && this.#takenAtTick === undefined) this.#look();
    this.#arm(false);
    if (!asks) connection.onSilence();
  }
}
