// Figures by name of the member, as configuration, callbacks and documents give them.
import { didYouMean } from "../config/suggest.ts";
import { show } from "../options.ts";
import { LoadFailure } from "./load-failure.ts";
import { isRecord } from "./load-options.ts";

/** Figures of members by name, for instance `{ i1: { sessions: 3 } }`. */
export type FiguresByMember = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Figures of one member, and how old they are. */
export interface NamedFigures {
  readonly member: string;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly ageMs: number;
}

/** Reads `{ i1: { sessions: 3 } }`; throws LoadFailure for anything else. */
export function namedFiguresIn(value: unknown): readonly NamedFigures[] {
  if (!isRecord(value)) {
    throw new LoadFailure(`figures by member are wanted, as { i1: { … } }, not ${show(value)}`);
  }
  return Object.entries(value).map(([member, figures]) => {
    if (isRecord(figures)) return { member, figures, ageMs: 0 };
    throw new LoadFailure(`the figures of ${show(member)} must be an object, not ${show(figures)}`);
  });
}

/** Parts figures into those of members and those of strangers, whose names it tells once. */
export class StrangerWatch {
  #told = "";

  /** Hands on what members have; throws LoadFailure for names nobody knows, when they are others than before. */
  hand(
    all: readonly NamedFigures[],
    members: readonly string[],
    report: (member: string, figures: NamedFigures["figures"], ageMs: number) => void,
  ): void {
    const strangers: string[] = [];
    for (const { member, figures, ageMs } of all) {
      if (members.includes(member)) report(member, figures, ageMs);
      else strangers.push(member);
    }
    if (members.length > 0 && strangers.length === all.length) {
      const named = strangers.length === 0 ? "nobody" : listed(strangers);
      throw new LoadFailure(
        `has figures of ${named} and of none of the members ${listed(members)}`,
      );
    }
    const names = strangers.join("\n");
    const before = this.#told;
    this.#told = names;
    if (names === "" || names === before || members.length === 0) return;
    const hint = strangers.length === 1 ? didYouMean(strangers[0] ?? "", members) : "";
    throw new LoadFailure(
      `has figures of ${listed(strangers)}${hint}, which is no member; members: ${listed(members)}`,
    );
  }
}

/** Names for a message: the first ten. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => show(name));
  return names.length > 10 ? `${shown.join(", ")} and ${names.length - 10} more` : shown.join(", ");
}
