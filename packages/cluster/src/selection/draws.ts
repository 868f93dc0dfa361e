import type { Random } from "../random.ts";

/** The draws of one decision: remembered until it is over, so that it can be made again to tell how it went. */
export class Draws {
  readonly #source: Random;
  readonly #drawn: number[] = [];
  #isOver = false;

  constructor(source: Random) {
    this.#source = source;
  }

  /** Draws. */
  readonly random: Random = () => {
    const drawn = this.#source();
    if (!this.#isOver) this.#drawn.push(drawn);
    return drawn;
  };

  /** The decision is made: what is drawn from here on is not part of it. */
  end(): void {
    this.#isOver = true;
  }

  /** A source that gives the remembered draws first. */
  again(): Random {
    let next = 0;
    return () => {
      const drawn = this.#drawn[next];
      next += 1;
      return drawn ?? this.random();
    };
  }
}
