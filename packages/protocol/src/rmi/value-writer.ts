import type { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";
import { type Ior, isIor, nilIor, writeIor } from "../ior/ior.ts";
import { defaultLimits } from "../limits.ts";
import { writeAbstractBaseTypeCode, writeObjectTypeCode } from "./any.ts";
import { builtInLayouts } from "./built-in-layouts.ts";
import { type ClassLayout, isChunked } from "./class-layout.ts";
import { writeClassState } from "./class-state-writer.ts";
import { type BusinessReference, businessReferenceLayout } from "./glassfish-classes.ts";
import { classesOf } from "./java-classes.ts";
import type { JavaClasses } from "./java-context.ts";
import { enumConstantLayout } from "./java-lang.ts";
import { type JavaType, within } from "./java-type.ts";
import { SmallMap } from "./small-map.ts";
import { STRING_ID, stringIdOctets } from "./value-header.ts";
import { writeByItself } from "./write-by-itself.ts";

const ONE_ID = 0x7fff_ff02;
const ONE_ID_CHUNKED = 0x7fff_ff0a;
const INDIRECTION = -1;

/** Version of the encoding of classes with a `writeObject` (Java to IDL mapping 1.4, §1.4.10). */
export type StreamFormat = 1 | 2;

/**
 * Writes values (CORBA 3.3 part 2, §9.3.4) of one message or one encapsulation, as GlassFish's ORB does:
 * an object or text met again is an indirection, so are repository ids; chunks from the first class with
 * a `writeObject` inwards; end tags of levels that end together are one.
 *
 * Inside a chunked value whoever writes plain octets calls {@link open} before; values, nulls and
 * indirections do so themselves.
 */
export class ValueWriter {
  readonly writer: CdrWriter;
  /** What classes with a `writeObject` write. Format 1 is what every receiver must accept. */
  streamFormat: StreamFormat = 1;
  /** Offset of the length of each repository id. */
  readonly #ids: SmallMap<string, number> = new SmallMap();
  #texts: SmallMap<string, number> | undefined;
  readonly #objects: SmallMap<object, number> = new SmallMap();
  /** Objects that stand for a second Java object, by its repository id: a list that is also an array. */
  #seconds: Map<string, Map<object, number>> | undefined;
  #wrappers: Map<object, BusinessReference> | undefined;
  /** Enum constants by class and name. */
  #constants: Map<string, SmallMap<string, number>> | undefined;
  /** Chunked values around the position. */
  #depth = 0;
  /** Offset of the length of the open chunk; -1: none is open. */
  #chunkAt = -1;
  /** Level whose end is still to be written; 0: none. */
  #pendingEnd = 0;
  #nesting = 0;
  #declared: JavaType<any>[] | undefined;
  #classes: JavaClasses | undefined;

  constructor(writer: CdrWriter) {
    this.writer = writer;
  }

  /** Makes sure that octets written now lie in a chunk, where chunks are needed. */
  open(): void {
    if (this.#chunkAt >= 0 || this.#depth === 0) return;
    if (this.#pendingEnd !== 0) this.#writeEnd();
    const { writer } = this;
    writer.long(0);
    this.#chunkAt = writer.offset - 4;
  }

  /** Begins a value; returns the offset of its tag. `octets`: those of the id, where they are known ({@link KnownId}). */
  begin(repositoryId: string, chunked: boolean, octets?: Uint8Array): number {
    const at = this.#tag(chunked);
    const { writer } = this;
    const known = this.#ids.get(repositoryId);
    if (known !== undefined) this.#back(known);
    else {
      this.#ids.add(repositoryId, writer.offset);
      if (octets !== undefined && octets.length > 0) writer.octets(octets);
      else writer.string(repositoryId);
    }
    return at;
  }

  #begin(layout: ClassLayout): number {
    return this.begin(layout.repositoryId as string, isChunked(layout), layout.knownId?.octets);
  }

  /** Ends the value that was begun last. Values outside of chunks have no end mark (§9.3.4.6). */
  end(): void {
    this.#nesting--;
    if (this.#depth === 0) return;
    // An end that is pending closes with this one: the tag with the lower level says both.
    if (this.#pendingEnd === 0) this.#closeChunk();
    this.#pendingEnd = this.#depth--;
    if (this.#depth === 0) this.#writeEnd();
  }

  /** A null: it lies inside the chunk like any long. */
  null(): void {
    this.open();
    this.writer.long(0);
  }

  /** A reference to a value that this message already has. */
  indirection(at: number): void {
    this.open();
    this.#back(at);
  }

  /** A `java.lang.String`. Equal texts are one object, as Java's literals are. */
  string(text: string | null, path: string): void {
    if (text === null) {
      this.null();
      return;
    }
    const known = this.#texts?.get(text);
    if (known !== undefined) {
      this.indirection(known);
      return;
    }
    const { writer } = this;
    const at = this.#tag(false);
    (this.#texts ??= new SmallMap()).add(text, at);
    const id = this.#ids.get(STRING_ID);
    if (id !== undefined) this.#back(id);
    else {
      this.#ids.add(STRING_ID, writer.offset);
      writer.octets(stringIdOctets);
    }
    this.open();
    writer.wstring(text, path);
    this.end();
  }

  /**
   * An object of a described class. `identity` is what later places may refer to; the same object there
   * becomes an indirection.
   */
  object(layout: ClassLayout, identity: object, path: string): void {
    const id = layout.repositoryId as string;
    const known = this.#objects.get(identity);
    if (known === undefined) this.#objects.add(identity, this.#begin(layout));
    else if (!this.#second(known, id, identity, isChunked(layout))) return;
    try {
      writeClassState(this, layout, identity);
    } catch (error) {
      throw within(error, path);
    }
    this.end();
  }

  /** An object that nothing else in the message refers to. */
  unshared(layout: ClassLayout, value: object): void {
    this.#begin(layout);
    writeClassState(this, layout, value);
    this.end();
  }

  /** A value without identity, such as a boxed number: `write` writes its state, and opens a chunk for it. */
  fresh(repositoryId: string, write: (writer: CdrWriter) => void): void {
    this.begin(repositoryId, false);
    write(this.writer);
    this.end();
  }

  /** A stub as GlassFish passes it: a value that names the business interface and holds the reference. */
  business(stub: object, businessInterface: string, path: string): void {
    const reference = isIor(stub) ? stub : (this.writer.java?.iorOf?.(stub) ?? null);
    let wrapper = this.#wrappers?.get(stub);
    if (wrapper === undefined) {
      wrapper = { businessInterface, reference };
      (this.#wrappers ??= new Map()).set(stub, wrapper);
    }
    this.object(businessReferenceLayout, wrapper, path);
  }

  /** An enum constant. Java has one object of each, so a second one is an indirection. */
  constant(className: string, name: string): void {
    const constants = (this.#constants ??= new Map());
    let ofClass = constants.get(className);
    if (ofClass === undefined) {
      ofClass = new SmallMap();
      constants.set(className, ofClass);
    }
    const known = ofClass.get(name);
    if (known !== undefined) {
      this.indirection(known);
      return;
    }
    ofClass.add(name, this.begin(enumConstantLayout.repositoryId as string, false));
    this.string(className, "");
    this.string(name, "");
    this.end();
  }

  /** An array as a value: `write` writes count and elements. */
  array(repositoryId: string, identity: object, write: () => void): void {
    if (!this.beginArray(repositoryId, identity)) return;
    write();
    this.end();
  }

  /** Begins an array, whose count and elements follow, then {@link end}. False: it is there already, nothing follows. */
  beginArray(repositoryId: string, identity: object): boolean {
    const known = this.#objects.get(identity);
    if (known === undefined) this.#objects.add(identity, this.begin(repositoryId, false));
    else if (!this.#second(known, repositoryId, identity, false)) return false;
    this.open();
    return true;
  }

  /** Any value whose class shows only in the value itself; for `Object`, lists and fields of unknown types. */
  value(value: unknown, path: string): void {
    if (value === null) this.null();
    else if (typeof value === "string") this.string(value, path);
    else writeByItself(this, value, path);
  }

  /** What `writeObject(x)` of Java's streams writes: a flag, then a reference or a value (§9.3.5). */
  abstractValue(value: unknown, path: string): void {
    const ior = this.referenceIn(value);
    this.open();
    this.writer.octet(ior === undefined ? 0 : 1);
    if (ior === undefined) this.value(value, path);
    else this.reference(ior);
  }

  /** An IOR; null is nil. */
  reference(ior: Ior | null): void {
    this.open();
    writeIor(this.writer, ior ?? nilIor);
  }

  /** A `java.lang.Object` on its own: the one type code that Java accepts for all values, then flag and value. */
  any(value: unknown, path: string): void {
    const ior = this.referenceIn(value);
    if (ior === undefined) {
      this.anyWith(() => this.abstractValue(value, path));
      return;
    }
    // Behind the type code of an abstract interface Java takes a reference for a value that is none.
    this.open();
    writeObjectTypeCode(this.writer);
    this.reference(ior);
  }

  /** The same, where the caller writes flag and value. */
  anyWith(write: () => void): void {
    this.open();
    writeAbstractBaseTypeCode(this.writer);
    write();
  }

  /** Takes in the classes that a declared type leads to, unless the call knows all of its interface. */
  know(type: JavaType<any>): void {
    if (this.writer.java?.classes !== undefined) return;
    const declared = (this.#declared ??= []);
    if (declared.includes(type)) return;
    declared.push(type);
    this.#classes = undefined;
  }

  /** The layout of a class, if it is known. */
  layoutOf(className: string): ClassLayout | undefined {
    const classes =
      this.writer.java?.classes ?? (this.#classes ??= classesOf(this.#declared ?? []));
    return classes.get(className) ?? builtInLayouts.get(className);
  }

  /** The reference behind a stub or a bare reference; undefined for values and for business interfaces. */
  referenceIn(value: unknown): Ior | undefined {
    if (typeof value !== "object" || value === null) return undefined;
    if (isIor(value)) return value;
    const { java } = this.writer;
    if (java?.businessInterfaceOf?.(value) !== undefined) return undefined;
    return java?.iorOf?.(value);
  }

  /** An indirection to an object that is there already, whatever its Java class; false when it is not. */
  again(identity: object): boolean {
    const known = this.#objects.get(identity);
    if (known === undefined) return false;
    this.indirection(known);
    return true;
  }

  /**
   * An object met again: an indirection, unless this place wants another Java class than the value at
   * `known` has. Then another value is begun, and true returned.
   */
  #second(known: number, repositoryId: string, identity: object, chunked: boolean): boolean {
    if (this.#idAt(known) === this.#ids.get(repositoryId)) {
      this.indirection(known);
      return false;
    }
    let ofClass = this.#seconds?.get(repositoryId);
    const again = ofClass?.get(identity);
    if (again !== undefined) {
      this.indirection(again);
      return false;
    }
    if (ofClass === undefined) {
      ofClass = new Map();
      this.#seconds ??= new Map();
      this.#seconds.set(repositoryId, ofClass);
    }
    ofClass.set(identity, this.begin(repositoryId, chunked));
    return true;
  }

  /** Where the id of the value at an offset was first written: behind its tag, or where the indirection there leads. */
  #idAt(at: number): number {
    const { writer } = this;
    const back = writer.longAt(at + 4) === INDIRECTION;
    return back ? at + 8 + writer.longAt(at + 8) : at + 4;
  }

  /** Tag of a value, aligned between chunks. */
  #tag(chunked: boolean): number {
    if (++this.#nesting > defaultLimits.maxValueDepth) {
      throw new LocalProtocolError(
        "VALUE_TOO_DEEP",
        `values are nested deeper than ${defaultLimits.maxValueDepth}`,
        { path: "" },
      );
    }
    this.#closeChunk();
    const { writer } = this;
    const inChunks = chunked || this.#depth > 0;
    writer.long(inChunks ? ONE_ID_CHUNKED : ONE_ID);
    if (inChunks) this.#depth++;
    return writer.offset - 4;
  }

  /** An indirection: its offset counts from where it stands itself (§9.3.4.3). */
  #back(target: number): void {
    const { writer } = this;
    writer.long(INDIRECTION);
    writer.long(target - writer.offset);
  }

  #closeChunk(): void {
    if (this.#pendingEnd !== 0) this.#writeEnd();
    if (this.#chunkAt < 0) return;
    const { writer } = this;
    writer.patchUlong(this.#chunkAt, writer.offset - this.#chunkAt - 4);
    this.#chunkAt = -1;
  }

  #writeEnd(): void {
    const level = this.#pendingEnd;
    this.#pendingEnd = 0;
    this.writer.long(-level);
  }
}

/** The value writer of a CDR writer; made when first needed. */
export function valueWriterOf(writer: CdrWriter): ValueWriter {
  return (writer.values ??= new ValueWriter(writer));
}
