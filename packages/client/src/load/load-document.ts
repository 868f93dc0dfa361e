// The JSON that a load agent publishes, and the plain form of it.
import { show } from "../options.ts";
import { LoadFailure } from "./load-failure.ts";
import { isRecord } from "./load-options.ts";
import { type NamedFigures, namedFiguresIn } from "./named-figures.ts";

/** A document of load figures, read. */
export interface LoadDocument {
  /** When it was made, by its maker's clock, milliseconds since 1970; undefined: it does not say. */
  readonly atMs: number | undefined;
  readonly figures: readonly NamedFigures[];
}

/** Reads the text of a document; throws LoadFailure. */
export function parseLoadDocument(text: string): LoadDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LoadFailure(`answers no JSON but ${show(text)}`, { cause });
  }
  if (!isRecord(value)) throw new LoadFailure(`answers ${show(value)} and no object`);
  const { version, atMs, members } = value;
  if (!Object.hasOwn(value, "version")) return { atMs: undefined, figures: namedFiguresIn(value) };
  if (version !== 1) throw new LoadFailure(`has version ${show(version)}; version 1 is known`);
  if (atMs !== undefined && !isTime(atMs)) {
    throw new LoadFailure(`has atMs ${show(atMs)}; accepted: milliseconds since 1970`);
  }
  if (!isRecord(members)) throw new LoadFailure(`has members ${show(members)} and no object`);
  const figures = Object.entries(members).map(([member, entry]) => entryOf(member, entry));
  return { atMs, figures };
}

function entryOf(member: string, entry: unknown): NamedFigures {
  if (!isRecord(entry) || !isRecord(entry["figures"])) {
    throw new LoadFailure(`member ${show(member)} has no { "figures": { … } }`);
  }
  const { figures, ageMs = 0 } = entry;
  if (!isTime(ageMs)) {
    throw new LoadFailure(`member ${show(member)} has ageMs ${show(ageMs)}; accepted: from 0`);
  }
  return { member, figures: figures as NamedFigures["figures"], ageMs };
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
