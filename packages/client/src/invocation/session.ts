/** A call that waits for its turn on a session. */
export interface QueuedCall {
  /** Its turn has come. May settle at once, and then leaves the session from inside of this. */
  start(): void;
}

/** How calls on one session go: one after another, or as they come. */
export type SessionConcurrency = "ordered" | "unordered";

/** Why a session takes no more calls. */
export interface SessionEnd {
  /** The method that ended it. */
  readonly operation: string;
}

/** Places of calls that have had their turn, before the list is cut. */
const mostUsedPlaces = 256;

/**
 * One session of a stateful bean, as this Orb sees it. The container lets one call in at a time and refuses others or
 * makes them wait as it likes, so calls wait here instead, in the order in which they were made. A call that is given
 * up leaves the queue; one whose reply never came gives its place to the next, for nobody can know when it ends.
 */
export class Session {
  readonly concurrency: SessionConcurrency;
  /** Told once, when the session is known to be over. */
  onEnded: (() => void) | undefined;
  #running: QueuedCall | undefined;
  /** In the order of their coming; holes where one has left. */
  #queue: (QueuedCall | undefined)[] = [];
  /** Where the queue begins: what is before has had its turn. */
  #head = 0;
  /** Places that were cut off the list: numbers of places only grow. */
  #gone = 0;
  /** Numbers of places in the queue, by call. */
  readonly #places = new Map<QueuedCall, number>();
  #starting = false;
  #end: SessionEnd | undefined;

  constructor(concurrency: SessionConcurrency = "ordered") {
    this.concurrency = concurrency;
  }

  /** Set once its remove method has succeeded: the server would not know it any more. */
  get end(): SessionEnd | undefined {
    return this.#end;
  }

  /** How many calls wait for another one. */
  get waiting(): number {
    return this.#places.size;
  }

  /** Whether the call may start now; otherwise it is started when its turn has come. */
  enter(call: QueuedCall): boolean {
    if (this.concurrency === "unordered") return true;
    if (this.#running === undefined) {
      this.#running = call;
      return true;
    }
    this.#places.set(call, this.#gone + this.#queue.length);
    this.#queue.push(call);
    return false;
  }

  /** The call has ended, whether it ran, waited, or never entered. */
  leave(call: QueuedCall): void {
    if (this.#running !== call) {
      const place = this.#places.get(call);
      if (place === undefined) return;
      this.#places.delete(call);
      this.#queue[place - this.#gone] = undefined;
      return;
    }
    this.#running = undefined;
    // Whoever settles inside of `start` comes here again: the loop below goes on for it, so that a thousand calls on a
    // removed session do not stand on each other's shoulders.
    if (this.#starting) return;
    this.#starting = true;
    try {
      while (this.#running === undefined) {
        const next = this.#next();
        if (next === undefined) break;
        this.#running = next;
        next.start();
      }
    } finally {
      this.#starting = false;
    }
  }

  /** Takes the oldest call off the queue; undefined when nobody waits. */
  #next(): QueuedCall | undefined {
    while (this.#head < this.#queue.length) {
      const call = this.#queue[this.#head];
      this.#queue[this.#head] = undefined;
      this.#head += 1;
      if (call === undefined) continue;
      this.#places.delete(call);
      this.#tidy();
      return call;
    }
    return undefined;
  }

  /** Now and then: a session that is never idle must not keep the places of all its calls. */
  #tidy(): void {
    if (this.#head < mostUsedPlaces || 2 * this.#head < this.#queue.length) return;
    this.#queue = this.#queue.slice(this.#head);
    this.#gone += this.#head;
    this.#head = 0;
  }

  /** Its remove method has succeeded. */
  remove(end: SessionEnd): void {
    this.#end = end;
    this.forget();
  }

  /** The server does not know it any more; calls are still asked there, for only the server can know. */
  forget(): void {
    this.onEnded?.();
    this.onEnded = undefined;
  }
}
