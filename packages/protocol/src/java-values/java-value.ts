/** The same symbols in every copy of the package and of Node; kept out of the types, where copies would differ. */
const standsForKey = Symbol.for("remora.java-value");
const inspectKey = Symbol.for("nodejs.util.inspect.custom");

/**
 * What the immutable classes for Java values have in common: a text that is the one Java prints.
 * JSON and logs show that text, too.
 */
export abstract class JavaValue {
  static {
    Object.defineProperty(this.prototype, inspectKey, {
      value(this: JavaValue): string {
        return this.toString();
      },
    });
  }

  /** The Java class, for example `java.time.LocalDate`. */
  declare readonly javaClass: string;

  /** Whether both stand for equal Java values (Java's `equals`), whichever copy of the package made them. */
  abstract equals(other: unknown): boolean;

  /** The text that Java's `toString` gives. */
  abstract toString(): string;

  /** The same text: JSON has no better form. */
  toJSON(): string {
    return this.toString();
  }
}

/** Gives all objects of a class their `javaClass`, and the mark that {@link javaValueClass} looks for. */
export function standsFor(ofClass: { readonly prototype: object }, javaClass: string): void {
  Object.defineProperty(ofClass.prototype, standsForKey, { value: javaClass });
  Object.defineProperty(ofClass.prototype, "javaClass", { value: javaClass });
}

/**
 * The Java class that an object of one of our classes stands for (`java.time.LocalDate`), whichever
 * copy of the package made it; undefined for all other values. It is what each static `is` asks.
 */
export function javaValueClass(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as { readonly [key: symbol]: string | undefined })[standsForKey];
}
