import { LocalProtocolError } from "../errors.ts";
import type { JavaType } from "./java-type.ts";
import { illegalValue } from "./java-type.ts";
import {
  booleanType,
  byteType,
  charType,
  doubleType,
  floatType,
  intType,
  longType,
  shortType,
} from "./primitive-types.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueWriter } from "./value-writer.ts";

/** What a Java class gets as `ObjectOutput` in its `writeObject` or `writeExternal`; the names are Java's. */
export class JavaOutput {
  #lent: ValueWriter | undefined;

  private constructor(values: ValueWriter) {
    this.#lent = values;
  }

  /** Lets `write` write. @internal */
  static lend(values: ValueWriter, write: (out: JavaOutput) => unknown): void {
    const out = new JavaOutput(values);
    try {
      refusePromise("write", write(out));
    } finally {
      out.#lent = undefined;
    }
  }

  get #values(): ValueWriter {
    return this.#lent ?? over("write");
  }

  /** One octet, 0 or 1. */
  writeBoolean(value: boolean): void {
    this.#plain(booleanType, value);
  }
  /** -128 to 127. */
  writeByte(value: number): void {
    this.#plain(byteType, value);
  }
  /** -32,768 to 32,767. */
  writeShort(value: number): void {
    this.#plain(shortType, value);
  }
  /** One UTF-16 code unit. */
  writeChar(value: string): void {
    this.#plain(charType, value);
  }
  /** 32 bits, signed. */
  writeInt(value: number): void {
    this.#plain(intType, value);
  }
  /** 64 bits, signed; safe integers too. */
  writeLong(value: bigint): void {
    this.#plain(longType, value);
  }
  /** Rounded to single precision. */
  writeFloat(value: number): void {
    this.#plain(floatType, value);
  }
  /** Any number. */
  writeDouble(value: number): void {
    this.#plain(doubleType, value);
  }
  /** Text that is not null; no object, so never shared. */
  writeUTF(value: string): void {
    if (typeof value !== "string") throw illegalValue("", "a string", value);
    this.#values.open();
    this.#values.writer.wstring(value, "");
  }
  /** Octets as they are, without a count. */
  write(octets: Uint8Array): void {
    this.#values.open();
    this.#values.writer.raw(octets);
  }
  /** Any object or null. `type` says what it is where the value alone does not tell. */
  writeObject(value: unknown, type?: JavaType<any>): void {
    if (type === undefined || type.form !== "value") this.#values.abstractValue(value, "");
    else {
      this.#values.open();
      this.#values.writer.octet(0);
      type.write(this.#values.writer, value, "");
    }
  }

  #plain<T>(type: JavaType<T>, value: T): void {
    this.#values.open();
    type.write(this.#values.writer, value, "");
  }
}

/** What a Java class gets as `ObjectInput` in its `readObject` or `readExternal`; the names are Java's. */
export class JavaInput {
  #lent: ValueReader | undefined;

  private constructor(values: ValueReader) {
    this.#lent = values;
  }

  /** Lets `read` read. @internal */
  static lend(values: ValueReader, read: (input: JavaInput) => unknown): void {
    const input = new JavaInput(values);
    try {
      refusePromise("read", read(input));
    } finally {
      input.#lent = undefined;
    }
  }

  get #values(): ValueReader {
    return this.#lent ?? over("read");
  }

  /** Written by `writeBoolean`. */
  readBoolean(): boolean {
    return this.#values.reader.boolean();
  }
  /** -128 to 127. */
  readByte(): number {
    return byteType.read(this.#values.reader);
  }
  /** -32,768 to 32,767. */
  readShort(): number {
    return this.#values.reader.short();
  }
  /** One UTF-16 code unit. */
  readChar(): string {
    return this.#values.reader.wchar();
  }
  /** 32 bits, signed. */
  readInt(): number {
    return this.#values.reader.long();
  }
  /** 64 bits, signed. */
  readLong(): bigint {
    return this.#values.reader.longlong();
  }
  /** Single precision. */
  readFloat(): number {
    return this.#values.reader.float();
  }
  /** Double precision. */
  readDouble(): number {
    return this.#values.reader.double();
  }
  /** Text written by `writeUTF`. */
  readUTF(): string {
    return this.#values.reader.wstring();
  }
  /** Octets as they are. */
  read(count: number): Uint8Array {
    return this.#values.reader.raw(count).slice();
  }
  /** Any object or null. */
  readObject(): unknown {
    return this.#values.abstractValue();
  }
}

/** The stream belongs to a message, which goes on behind the value: octets that come later would lie in another one. */
function over(method: "read" | "write"): never {
  throw new LocalProtocolError(
    "CLASS_NOT_WRITABLE",
    `\`custom.${method}\` has returned: its stream is of no use any more`,
    { path: "" },
  );
}

function refusePromise(method: "read" | "write", result: unknown): void {
  if (!(result instanceof Promise)) return;
  // Its own error, if any, has this one as the reason.
  result.catch(() => {});
  throw new LocalProtocolError(
    "CLASS_NOT_WRITABLE",
    `\`custom.${method}\` gave a promise: it must be done when it returns`,
    { path: "" },
  );
}
