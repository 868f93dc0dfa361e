import type { JavaType } from "../rmi/java-type.ts";
import { javaValueClass, standsFor } from "./java-value.ts";

/** No Java class has this name: what the value becomes is said by its type. */
const mark = "(typed)";

/** A value with the Java type it shall have where the declared type leaves that open (`Object`, `Serializable`). */
export class JavaTyped<T> {
  static {
    standsFor(this, mark);
  }

  /** How the value travels. */
  readonly type: JavaType<T>;
  /** The value; checked by its type when it is written. */
  readonly value: T;

  /** See {@link typed}. */
  constructor(type: JavaType<T>, value: T) {
    this.type = type;
    this.value = value;
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is JavaTyped<unknown> {
    return javaValueClass(value) === mark;
  }
}

/** Says which Java type a value has, for places that take any: `typed(java.lang.Short, 7)`. */
export function typed<T>(type: JavaType<T>, value: T): JavaTyped<T> {
  return new JavaTyped(type, value);
}
