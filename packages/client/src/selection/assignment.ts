/** Where a piece of work is reported: its policy counts what runs where. */
export interface WorkCounter {
  /** It goes on at another member. */
  moved(work: Assignment, previous: string, next: string): void;
  /** It has ended. */
  ended(work: Assignment): void;
}

/** One piece of work that a policy gave to a member: a context, or a request in flight. */
export class Assignment {
  /** Whose work it is, as it was given. */
  readonly key: string | undefined;
  #member: string;
  #counter: WorkCounter | undefined;

  constructor(counter: WorkCounter, member: string, key: string | undefined) {
    this.#counter = counter;
    this.#member = member;
    this.key = key;
  }

  /** Where it runs now. */
  get member(): string {
    return this.#member;
  }

  /** It goes on elsewhere; nothing when it is there already, or over. */
  moveTo(member: string): void {
    const previous = this.#member;
    if (this.#counter === undefined || member === previous) return;
    this.#member = member;
    this.#counter.moved(this, previous, member);
  }

  /** It is over. Idempotent. */
  end(): void {
    const counter = this.#counter;
    this.#counter = undefined;
    counter?.ended(this);
  }
}
