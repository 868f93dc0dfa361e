import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import type { JavaFields } from "./class-layout.ts";
import { DescribedClass, type JavaFieldTypes } from "./java-class.ts";
import { javaLang } from "./java-lang-types.ts";
import { illegalValue, type JavaType } from "./java-type.ts";
import { JavaThrowable, throwableSource, tidyThrowable } from "./throwable.ts";
import { type ValueReader, valuesOf } from "./value-reader.ts";
import { valueWriterOf } from "./value-writer.ts";

/** What a user says about one Java exception class. */
export interface JavaThrowableOptions<T> {
  /** `serialVersionUID`: the declared one, else the one that Java computes. */
  readonly serialVersionUID: bigint;
  /** The superclass: a descriptor, or `java.lang.RuntimeException`. Default: `java.lang.Exception`. */
  readonly extends?: () => JavaType<JavaThrowable | null>;
  /** Own serialised fields; message, cause and stack trace belong to Throwable. Default: none. */
  readonly fields?: () => JavaFieldTypes<T>;
}

/** Descriptor of one Java exception class. Made by {@link javaThrowable}. */
export interface JavaThrowableClass extends JavaType<JavaThrowable | null> {
  /** Binary name: `com.acme.OrderException`. */
  readonly name: string;
  /** `RMI:name:HASH:SUID`; computed when first asked for. */
  readonly repositoryId: string;
}

/** Describes a Java exception class; exceptions of it are read as {@link JavaThrowable} with `fields`. */
export function javaThrowable<T = Record<string, unknown>>(
  name: string,
  options: JavaThrowableOptions<T>,
): JavaThrowableClass {
  return new DescribedThrowable(name, options);
}

const exceptionType = javaLang.Exception;

/** Differs from other classes in what its values are in JavaScript. */
class DescribedThrowable<T> extends DescribedClass<T> {
  readonly apart = true;
  readonly resolve: (target: JavaFields, values: ValueReader) => unknown = tidyThrowable;
  readonly source: (value: never) => JavaFields = throwableSource;

  constructor(name: string, options: JavaThrowableOptions<T>) {
    super(name, { ...options, extends: options.extends ?? (() => exceptionType) });
  }

  override create(javaClass: string): object {
    return Object.assign(new JavaThrowable(javaClass), { layout: this, fields: {} });
  }

  override read(reader: CdrReader): never {
    const values = valuesOf(reader);
    values.know(this);
    const value = values.value(this.repositoryId, this);
    if (value !== null && !(value instanceof JavaThrowable)) {
      reader.fail(`${this.name} is declared, the value is no exception`, "VALUE_CLASS");
    }
    return value as never;
  }

  override write(writer: CdrWriter, value: unknown, path: string): void {
    const values = valueWriterOf(writer);
    if (value === null) values.null();
    else if (!(value instanceof JavaThrowable))
      throw illegalValue(path, `${this.name} or null`, value);
    else if (value.javaClass === this.name) values.object(this, value, path);
    else values.value(value, path);
  }
}
