import type { CdrReader } from "../cdr/reader.ts";
import { type ArrayReader, primitiveArrays } from "./array-value.ts";
import { builtInLayouts } from "./built-in-layouts.ts";
import type { ClassLayout } from "./class-layout.ts";
import type { KnownId } from "./known-id.ts";
import { NO_CLASS } from "./number-arrays.ts";
import { Places } from "./places.ts";
import { parseRepositoryId, sameHash } from "./repository-id.ts";
import { SmallMap } from "./small-map.ts";
import { isStringId, STRING_ID } from "./value-header.ts";

/** What a repository id says about how to read its value. */
export interface ResolvedId {
  readonly className: string;
  readonly layout: ClassLayout | undefined;
  /** The class is described, with other fields than the sender has. */
  readonly evolved: boolean;
  /** Reads arrays of the class; undefined for others, and until one was read. */
  array: ArrayReader | undefined;
}

/** A repository id that was read. */
export class ReadId {
  readonly text: string;
  /** What it says; found out when first needed. */
  resolved: ResolvedId | undefined = undefined;

  constructor(text: string) {
    this.text = text;
  }
}

/** The id of all strings: nothing has to be found out about it. */
export const stringId: ReadId = Object.freeze(new ReadId(STRING_ID));

/** Ids of arrays of primitives and of built-in classes as they are now: what they say is the same in every message. */
const sameInAll: ReadonlyMap<string, ReadId> = new Map(
  [...idsOfArrays(), ...idsOfBuiltIns()].map((id) => [id.text, id]),
);

function* idsOfArrays(): Iterable<ReadId> {
  for (const [letter, array] of Object.entries(primitiveArrays)) {
    const className = `[${letter}`;
    yield fixedId(`RMI:${className}:${NO_CLASS}`, className, undefined, array);
  }
}

function* idsOfBuiltIns(): Iterable<ReadId> {
  for (const layout of builtInLayouts.values()) {
    const { name, repositoryId, hash, otherShape } = layout;
    if (repositoryId === undefined || otherShape !== undefined) continue;
    const told = parseRepositoryId(repositoryId)?.hash;
    if (hash === undefined || sameHash(hash, told)) yield fixedId(repositoryId, name, layout);
  }
}

function fixedId(
  text: string,
  className: string,
  layout: ClassLayout | undefined,
  array?: ArrayReader,
): ReadId {
  const id = new ReadId(text);
  id.resolved = Object.freeze({ className, layout, evolved: false, array });
  return Object.freeze(id);
}

/** What counts of a list of repository ids. */
export interface ReadIdList {
  /** The class of the value. */
  readonly first: ReadId;
  /** The lowest class that has a layout; the first where none has. */
  readonly known: ReadId;
}

/** Reads repository ids and lists of them, of one message or one encapsulation; later ones may be indirections. */
export class IdReader {
  readonly #reader: CdrReader;
  #ids: Places<ReadId> | undefined = undefined;
  #byText: SmallMap<string, ReadId> | undefined = undefined;
  #lists: Places<ReadIdList> | undefined = undefined;
  /** Where the id of strings was last found. */
  #stringIdAt = -1;

  constructor(reader: CdrReader) {
    this.#reader = reader;
  }

  /** A repository id or codebase, or an indirection to one. `expected`: the one that is most likely, if it has a likely one. */
  read(expected: KnownId | undefined): ReadId {
    const reader = this.#reader;
    const length = reader.long();
    const at = reader.position - 4;
    if (length === -1) return this.#idAt(indirectionTarget(reader));
    if (isStringId(reader, at)) {
      reader.position = at + 4 + length;
      this.#stringIdAt = at;
      return stringId;
    }
    if (expected !== undefined && isNext(reader, length, expected.octets)) {
      reader.position += length;
      return this.#noted(at, expected.text);
    }
    reader.position = at;
    return this.#noted(at, reader.string());
  }

  /** One object per id, so that each is parsed once per message: stack traces have the same one a hundred times. */
  of(text: string): ReadId {
    if (text === STRING_ID) return stringId;
    const known = sameInAll.get(text) ?? this.#byText?.get(text);
    if (known !== undefined) return known;
    const id = new ReadId(text);
    (this.#byText ??= new SmallMap()).add(text, id);
    return id;
  }

  /**
   * A list of repository ids, or an indirection to one. It names the class, then the bases that a
   * reader may truncate it to; which of them is known is found out once per list.
   */
  list(isKnown: (id: ReadId) => boolean): ReadIdList {
    const reader = this.#reader;
    const count = reader.long();
    const at = reader.position - 4;
    if (count === -1) {
      return (
        this.#lists?.get(indirectionTarget(reader)) ??
        reader.fail("an indirection to a place where no list of ids began", "VALUE_INDIRECTION")
      );
    }
    if (count <= 0 || count * 8 > reader.end - reader.position) {
      reader.fail(`a list of ${count} repository ids`, "VALUE_MALFORMED");
    }
    const first = this.read(undefined);
    let known = isKnown(first) ? first : undefined;
    for (let index = 1; index < count; index++) {
      const id = this.read(undefined);
      if (known === undefined && isKnown(id)) known = id;
    }
    const list: ReadIdList = { first, known: known ?? first };
    (this.#lists ??= new Places()).note(at, list);
    return list;
  }

  /** Forgets what was read from a place on: reading goes back there. */
  forget(from: number): void {
    this.#ids?.forget(from);
    this.#lists?.forget(from);
  }

  #noted(at: number, text: string): ReadId {
    const id = this.of(text);
    (this.#ids ??= new Places()).note(at, id);
    return id;
  }

  /** The id that an indirection leads to. */
  #idAt(target: number): ReadId {
    // The ids of plain strings are not remembered one by one: comparing again is as cheap.
    if (target === this.#stringIdAt) return stringId;
    const id = this.#ids?.get(target);
    if (id !== undefined) return id;
    if (!isStringId(this.#reader, target)) {
      const message = "an indirection to a place where no repository id began";
      this.#reader.fail(message, "VALUE_INDIRECTION");
    }
    this.#stringIdAt = target;
    return stringId;
  }
}

/** Whether these octets come next as a string of that length: comparing is faster than decoding. */
function isNext(reader: CdrReader, length: number, octets: Uint8Array): boolean {
  const { bytes, position } = reader;
  if (length !== octets.length || position + length > reader.limit) return false;
  for (let index = 0; index < length; index++) {
    if (bytes[position + index] !== octets[index]) return false;
  }
  return length > 0;
}

/** The index that an indirection's offset names, counted from the offset itself (§9.3.4.3). */
export function indirectionTarget(reader: CdrReader): number {
  const offset = reader.long();
  const at = reader.position - 4;
  if (offset >= -4 || at + offset < reader.origin) {
    reader.fail(`an indirection of ${offset} octets`, "VALUE_INDIRECTION");
  }
  return at + offset;
}
