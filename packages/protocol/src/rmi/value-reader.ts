import { type CdrReader, FIRST_VALUE_TAG } from "../cdr/reader.ts";
import { RemoteProtocolError } from "../errors.ts";
import { isNil, readIor } from "../ior/ior.ts";
import { readAny } from "./any.ts";
import { arrayReader } from "./array-value.ts";
import { builtInLayouts } from "./built-in-layouts.ts";
import { refusedValue } from "./checked-value.ts";
import {
  type ClassLayout,
  incompleteBy,
  type JavaFields,
  javaClassOf,
  UnknownValue,
} from "./class-layout.ts";
import { readClassState } from "./class-state.ts";
import {
  IdReader,
  indirectionTarget,
  type ReadId,
  type ResolvedId,
  stringId,
} from "./id-reader.ts";
import { classesOf } from "./java-classes.ts";
import type { JavaClasses } from "./java-context.ts";
import type { JavaType } from "./java-type.ts";
import type { KnownId } from "./known-id.ts";
import { Places } from "./places.ts";
import { parseRepositoryId, sameHash } from "./repository-id.ts";
import { replaceInside } from "./self-reference.ts";
import { STRING_ID, ValueFlag } from "./value-header.ts";

/**
 * Reads values (CORBA 3.3 part 2, §9.3.4) of one message or one encapsulation: it remembers where
 * values, ids and codebases began, since later ones may be indirections to them. Only places seen
 * before are accepted, so forward and foreign offsets fail and nothing is read twice.
 *
 * End tags: `closing` is the level that the last end tag closes to; -1 after three levels ends them
 * all. Each level notices for itself that it is closed.
 */
export class ValueReader {
  readonly reader: CdrReader;
  /** Class of a value that was taken as opaque, because it has neither chunks nor a layout. */
  opaqueClass: string | undefined = undefined;
  readonly #values: Places<unknown> = new Places();
  readonly #ids: IdReader;
  #declared: JavaType<unknown>[] | undefined = undefined;
  #classes: JavaClasses | undefined = undefined;
  /** Indexes of the tags of values around the position whose final form is still to be made. */
  readonly #unresolved: number[] = [];
  /** Objects of such values that were met again. */
  #referred: Set<unknown> | undefined = undefined;
  #steps = 0;
  #copies = 0;
  /** Index of the tag of the value around all others. */
  #outermost = -1;

  constructor(reader: CdrReader) {
    this.reader = reader;
    this.#ids = new IdReader(reader);
  }

  /** Remembers the value whose tag is at `index`, or replaces it by its final form. */
  remember(index: number, value: unknown): void {
    this.#values.note(index, value);
  }

  /**
   * Reads a value, null or an indirection. `declared`: repository id to assume when the value has
   * none. `fallback`: layout for classes that nobody described. `expected`: the id that values of the
   * declared type usually have; it makes no difference but in time.
   */
  value(declared?: string, fallback?: ClassLayout, expected?: KnownId): unknown {
    if (this.reader.valueDepth > 0) return this.inner(declared, fallback, expected);
    this.#outermost = -1;
    if (this.#unresolved.length > 0) this.#unresolved.length = 0;
    try {
      return this.inner(declared, fallback, expected);
    } catch (error) {
      // The depth limit may be above what the stack of this thread has room for.
      if (error instanceof RangeError)
        this.reader.fail("values are nested too deep", "VALUE_TOO_DEEP");
      const partial = error instanceof RemoteProtocolError ? this.#partial() : undefined;
      if (partial === undefined) throw error;
      return partial;
    }
  }

  /**
   * The outermost value as far as it was read, when a class that nobody described and that has no chunks
   * hides where it ends. What is missing is undefined, and the value says so under {@link incompleteBy}.
   */
  #partial(): unknown {
    const { reader, opaqueClass } = this;
    if (opaqueClass === undefined) return undefined;
    const partial = this.#values.get(this.#outermost);
    if (typeof partial !== "object" || partial === null || Object.isFrozen(partial))
      return undefined;
    Object.defineProperty(partial, incompleteBy, { value: opaqueClass, configurable: true });
    reader.position = reader.end;
    reader.limit = reader.end;
    reader.chunkDepth = 0;
    reader.closing = 0;
    reader.valueDepth = 0;
    return partial;
  }

  /**
   * As {@link value}, for values inside others: without the net for the stack, which only the outermost value
   * needs, and so with one frame less of it at each level.
   */
  inner(
    declared: string | undefined,
    fallback: ClassLayout | undefined,
    expected: KnownId | undefined,
  ): unknown {
    const reader = this.reader;
    const at = this.#tag();
    if (at === NULL) return null;
    if (at === INDIRECTION) return this.#indirect();
    const outerDepth = reader.chunkDepth;
    if (reader.valueDepth === 0) this.#outermost = at;
    // An exception keeps its own name, whatever known class it may be truncated to.
    const wantsClass = fallback?.resolve !== undefined;
    const id = this.#header(reader.longAt(at), declared, wantsClass, expected);
    const value = this.#state(id, at, fallback, reader.chunkDepth > outerDepth);
    if (reader.chunkDepth > outerDepth) this.#end(undefined);
    reader.valueDepth--;
    return value;
  }

  /** An abstract interface (§9.3.5): a flag, then a reference or a value. */
  abstractValue(): unknown {
    if (this.reader.boolean()) return this.reference();
    return this.reader.valueDepth > 0 ? this.inner(undefined, undefined, undefined) : this.value();
  }

  /** An IOR; nil is null. */
  reference(): unknown {
    const ior = readIor(this.reader);
    if (isNil(ior)) return null;
    const toReference = this.reader.java?.toReference;
    return toReference === undefined ? ior : toReference(ior, undefined);
  }

  /** What Java writes for `Object`: a type code, then a value of that type. */
  any(): unknown {
    return readAny(this);
  }

  /** A value that must be a string or null. */
  string(): string | null {
    const value = this.value(STRING_ID);
    if (value === null || typeof value === "string") return value;
    return this.reader.fail("a string is declared, the value has another class", "VALUE_CLASS");
  }

  /**
   * Whether the innermost value has more state; for classes that say only by their end how much they
   * wrote. Values outside of chunks have no end, so the answer is the end of the message.
   */
  hasMore(): boolean {
    const reader = this.reader;
    if (reader.closing !== 0) return false;
    if (reader.position < reader.limit) return true;
    return reader.chunkDepth > 0 && this.#peek() > 0;
  }

  /**
   * Counts the parts of anys. A type code may name parts that take no octets, and the same part many
   * times by indirection; the octets of the message bound how many of them we follow.
   */
  countStep(): void {
    const { origin, end } = this.reader;
    if (++this.#steps > 8 * (end - origin)) {
      this.reader.fail("an any has more parts than octets", "TYPE_CODE");
    }
  }

  /**
   * Counts what classes copy out of other values when they are made: elements, octets, characters. A part may
   * be named any number of times by indirection, so few octets could become a fortune.
   */
  countCopies(count: number): void {
    const { origin, end } = this.reader;
    this.#copies += count;
    if (this.#copies > LEAST_COPIES + 2 * (end - origin)) {
      this.reader.fail(
        "values are copied more often than the message has octets",
        "VALUE_MALFORMED",
      );
    }
  }

  /** Takes in the classes that a declared type leads to, unless the call knows all of its interface. */
  know(type: JavaType<unknown>): void {
    if (this.reader.java?.classes !== undefined) return;
    const declared = (this.#declared ??= []);
    if (declared.includes(type)) return;
    declared.push(type);
    this.#classes = undefined;
  }

  /** The layout of a class, if it is known. */
  layoutOf(className: string): ClassLayout | undefined {
    const builtIn = builtInLayouts.get(className);
    if (builtIn !== undefined) return builtIn;
    const classes =
      this.reader.java?.classes ?? (this.#classes ??= classesOf(this.#declared ?? []));
    return classes.get(className);
  }

  /**
   * Reads the tag: returns its index, or {@link NULL} or {@link INDIRECTION}. Nulls and indirections
   * lie inside chunks like any long; the tag of a value lies between chunks (§9.3.4.6).
   */
  #tag(): number {
    const reader = this.reader;
    let between = false;
    if (reader.chunkDepth > 0 && reader.position === reader.limit) {
      between = reader.closing === 0 && this.#peek() >= FIRST_VALUE_TAG;
      if (between) reader.limit = reader.end;
      else reader.enterChunk();
    }
    const tag = reader.long();
    if (tag === 0) return NULL;
    if (tag === -1) return INDIRECTION;
    if (tag < FIRST_VALUE_TAG) reader.fail(`${tag} is no value tag`, "VALUE_MALFORMED");
    if (reader.chunkDepth > 0 && !between) {
      reader.fail("a value begins inside a chunk", "VALUE_MALFORMED");
    }
    return reader.position - 4;
  }

  /** The long behind a chunk's end, without moving; a negative one when the data ends. */
  #peek(): number {
    const reader = this.reader;
    const at = reader.position + ((reader.origin - reader.position) & 3);
    return at + 4 > reader.end ? -1 : reader.longAt(at);
  }

  /** The same object again (§9.3.4.3): identity is kept, and nothing is read twice. */
  #indirect(): unknown {
    const target = indirectionTarget(this.reader);
    const number = this.#values.numberOf(target);
    if (number < 0) {
      this.reader.fail("an indirection to a place where no value began", "VALUE_INDIRECTION");
    }
    const value = this.#values.at(number);
    if (this.#unresolved.length > 0 && this.#isUnresolved(target)) {
      (this.#referred ??= new Set()).add(value);
    }
    return value;
  }

  /** Whether the value at a place is one around the position that gets its final form later. */
  #isUnresolved(place: number): boolean {
    const open = this.#unresolved;
    let low = 0;
    let high = open.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (open[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return open[low] === place;
  }

  /** Reads what follows a tag up to the state, and opens the value. */
  #header(
    tag: number,
    declared: string | undefined,
    wantsClass: boolean,
    expected: KnownId | undefined,
  ): ReadId | undefined {
    const reader = this.reader;
    const flags = tag & 0xff;
    const typeInfo = flags & ValueFlag.typeInfo;
    if (flags > 0x0f || typeInfo === 4) {
      reader.fail(`value tag 0x${tag.toString(16)} has reserved bits`, "VALUE_MALFORMED");
    }
    const chunked = (flags & ValueFlag.chunked) !== 0;
    if (!chunked && reader.chunkDepth > 0) {
      reader.fail("a value inside a chunked one must be chunked", "VALUE_MALFORMED");
    }
    if (++reader.valueDepth > reader.maxValueDepth) {
      reader.fail(`values are nested deeper than ${reader.maxValueDepth}`, "VALUE_TOO_DEEP");
    }
    // Codebases are parsed to find what follows, and ignored: nothing is ever loaded from there.
    if ((flags & ValueFlag.codebase) !== 0) this.#ids.read(undefined);
    let id: ReadId | undefined;
    if (typeInfo === ValueFlag.oneId) id = this.#ids.read(expected);
    else if (typeInfo === 0) id = declared === undefined ? undefined : this.#ids.of(declared);
    else if (typeInfo === ValueFlag.idList) {
      // Decides to which of its bases the value is truncated.
      const list = this.#ids.list(
        (each) => each === stringId || this.#resolve(each).layout !== undefined,
      );
      id = wantsClass ? list.first : list.known;
    }
    if (chunked) {
      reader.chunkDepth++;
      reader.limit = reader.position;
    }
    return id;
  }

  #resolve(id: ReadId, declared?: ClassLayout): ResolvedId {
    return (id.resolved ??= this.#ofDeclared(id.text, declared) ?? this.#resolveText(id.text));
  }

  /** What an id says that is just that of the declared class: nothing has to be taken out of it. */
  #ofDeclared(id: string, layout: ClassLayout | undefined): ResolvedId | undefined {
    if (layout?.repositoryId !== id || layout.otherShape !== undefined) return undefined;
    const { name: className } = layout;
    if (this.layoutOf(className) !== layout) return undefined;
    return { className, layout, evolved: false, array: undefined };
  }

  #resolveText(id: string): ResolvedId {
    const parsed = parseRepositoryId(id);
    const className = parsed?.className ?? id;
    const known = parsed === undefined ? undefined : this.layoutOf(className);
    const other = known?.otherShape;
    const isOther = other?.hash !== undefined && sameHash(other.hash, parsed?.hash ?? "0");
    const found = isOther ? other : known;
    // Another hash means other fields than the layout's: better unknown than misread.
    const matches = found?.hash === undefined || sameHash(found.hash, parsed?.hash);
    const layout = matches ? found : undefined;
    return { className, layout, evolved: !matches, array: undefined };
  }

  /** Reads the state of a value that is open. */
  #state(
    id: ReadId | undefined,
    at: number,
    fallback: ClassLayout | undefined,
    chunked: boolean,
  ): unknown {
    if (id === stringId) {
      const text = this.reader.wstring();
      this.#values.note(at, text);
      return text;
    }
    const resolved = id === undefined ? undefined : this.#resolve(id, fallback);
    const className = resolved?.className ?? "unknown";
    if (resolved !== undefined && className.charCodeAt(0) === 0x5b /* [ */) {
      const read = (resolved.array ??= arrayReader(this, className));
      if (read !== undefined) return read(this, at);
    }
    // An unknown class below the declared one is read as far as that goes. Where a described one has changed, the
    // declared one may have, too: what comes first in the value is not known then.
    const isBase =
      fallback?.name !== className && !(resolved?.evolved && fallback?.hash !== undefined);
    const base = isBase ? fallback : undefined;
    const layout = resolved?.layout ?? base;
    if (layout === undefined) return this.#unknown(id?.text, className, at, chunked);
    // Known before its state is read: the state may refer back to the value it belongs to.
    const target = (layout.create?.(className) ?? { [javaClassOf]: className }) as JavaFields;
    const number = this.#values.note(at, target);
    const resolves = layout.resolve !== undefined;
    if (resolves) this.#unresolved.push(at);
    if (layout === base) {
      if (!this.#readBase(layout, target)) {
        if (resolves) this.#unresolved.pop();
        return this.#unknown(id?.text, className, at, chunked);
      }
      if (!chunked) this.#loseTrack(className);
    } else readClassState(this, layout, target);
    return resolves ? this.#finished(layout, target, number) : target;
  }

  /** The final form of a value whose state has been read. */
  #finished(layout: ClassLayout, target: JavaFields, number: number): unknown {
    this.#unresolved.pop();
    let value: unknown;
    try {
      value = layout.resolve?.(target, this);
    } catch (error) {
      return refusedValue(this.reader, error);
    }
    if (value !== target) {
      this.#values.replace(number, value);
      if (this.#referred?.has(target) === true) replaceInside(this, target, value);
    }
    return value;
  }

  /** A value of a class that nobody described: stepped over where it has chunks. */
  #unknown(id: string | undefined, className: string, at: number, chunked: boolean): UnknownValue {
    const unknown = new UnknownValue(className, id);
    this.#values.note(at, unknown);
    if (chunked) this.#end(unknown.values);
    else this.#loseTrack(className);
    return unknown;
  }

  /**
   * Reads the state of the declared class from a value of an unknown subclass. False, and back where it began, when
   * the server's class has other fields: the id tells the subclass only, and so no difference.
   */
  #readBase(layout: ClassLayout, target: JavaFields): boolean {
    const { reader } = this;
    const { position, limit, chunkDepth, closing, valueDepth } = reader;
    const unresolved = this.#unresolved.length;
    try {
      readClassState(this, layout, target);
      return true;
    } catch (error) {
      if (!(error instanceof RemoteProtocolError) || this.opaqueClass !== undefined) throw error;
      // What was read in vain counts: such values may lie inside each other.
      this.countCopies(reader.position - position);
      Object.assign(reader, { position, limit, chunkDepth, closing, valueDepth });
      this.#unresolved.length = unresolved;
      this.#values.forget(position);
      this.#ids.forget(position);
      return false;
    }
  }

  /** Nobody can tell where a value without chunks ends. It may be all that is left; whoever reads on is told. */
  #loseTrack(className: string): void {
    this.opaqueClass = className;
    this.reader.position = this.reader.end;
  }

  /**
   * Reads the optional data of a custom class in stream format 2, which wraps them in a value of
   * their own (id `RMI:org.omg.custom.…`) or writes null when there are none.
   */
  optionalData(layout: ClassLayout, target: JavaFields): void {
    const reader = this.reader;
    const at = this.#tag();
    if (at === NULL) return;
    if (at === INDIRECTION) {
      reader.fail("an indirection instead of optional data", "VALUE_MALFORMED");
    }
    const outerDepth = reader.chunkDepth;
    this.#header(reader.longAt(at), undefined, true, undefined);
    layout.readOptional?.(this, target);
    if (reader.chunkDepth > outerDepth) this.#end(undefined);
    reader.valueDepth--;
  }

  /**
   * Steps to the end tag of the innermost open value, over whatever its class did not read. Values on
   * the way are read (later ones may refer to them) and collected in `found`.
   */
  #end(found: unknown[] | undefined): void {
    const reader = this.reader;
    const level = reader.chunkDepth;
    while (reader.closing === 0) {
      reader.position = reader.limit;
      const next = this.#peek();
      if (next >= FIRST_VALUE_TAG) {
        const value = this.value();
        found?.push(value);
      } else if (next >= 0) {
        reader.enterChunk();
      } else {
        reader.limit = reader.end;
        const tag = -reader.long();
        if (tag > level) reader.fail(`end tag -${tag} at level ${level}`, "VALUE_MALFORMED");
        reader.closing = tag;
      }
    }
    // A tag that closes outer levels too stays in force until the outermost of them has seen it.
    reader.chunkDepth = level - 1;
    if (reader.closing === level) reader.closing = 0;
    reader.limit = level === 1 ? reader.end : reader.position;
  }
}

/** Copies that any message may make: `Collections.nCopies` takes few octets. */
const LEAST_COPIES = 100_000;

// Outcomes of reading a tag that are no index.
const NULL = -1;
const INDIRECTION = -2;

/** The value reader of a CDR reader; made when first needed. */
export function valuesOf(reader: CdrReader): ValueReader {
  return (reader.values ??= new ValueReader(reader));
}

/** Reads one value; see {@link ValueReader.value}. */
export function readValue(reader: CdrReader, declared?: string, fallback?: ClassLayout): unknown {
  return valuesOf(reader).value(declared, fallback);
}
