/** Where a piece of work is reported: its policy counts what runs where. */
export interface WorkCounter {
  /** It goes on at another member. */
  moved(work: Assignment, previous: string, next: string): void;
  /** It has ended. */
  ended(work: Assignment): void;
}

/** Whose work it is and where it comes from, as the request said when it was placed. */
export interface WorkOrigin {
  readonly key?: string | undefined;
  readonly clientAddress?: string | undefined;
}

/** One piece of work that a policy gave to a member: a context, or a request in flight. */
export class Assignment {
  /** Whose work it is, as it was given. */
  readonly key: string | undefined;
  /** Where whoever asked for it is. */
  readonly clientAddress: string | undefined;
  #member: string;
  #counter: WorkCounter | undefined;

  constructor(counter: WorkCounter, member: string, { key, clientAddress }: WorkOrigin = {}) {
    this.#counter = counter;
    this.#member = member;
    this.key = key;
    this.clientAddress = clientAddress;
  }

  /** Where it runs now. */
  get member(): string {
    return this.#member;
  }

  /** Its member is called otherwise now. */
  renamed(member: string): void {
    this.#member = member;
  }

  /** It goes on elsewhere; nothing when it is there already, or over. */
  moveTo(member: string): void {
    const previous = this.#member;
    if (this.#counter === undefined || member === previous) return;
    this.#member = member;
    this.#counter.moved(this, previous, member);
  }

  /** Whether this is the one who counts it, and still does. */
  isCountedBy(counter: WorkCounter): boolean {
    return this.#counter === counter;
  }

  /** It goes on as another piece of work, which its counter has counted in its stead. */
  replaced(): void {
    this.#counter = undefined;
  }

  /** It is over. Idempotent. */
  end(): void {
    const counter = this.#counter;
    this.#counter = undefined;
    counter?.ended(this);
  }
}
