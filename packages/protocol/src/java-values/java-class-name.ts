import { checkedText } from "./checked.ts";
import { JavaValue, javaValueClass, standsFor } from "./java-value.ts";

/** A `java.lang.Class`: it travels as a name, never as code. */
export class JavaClassName extends JavaValue {
  static {
    standsFor(this, "java.lang.Class");
  }

  declare readonly javaClass: "java.lang.Class";
  /** As Java's `Class.getName` gives it: `java.lang.String`, `int`, `[I`, `com.acme.Order$Line`. */
  readonly name: string;
  /** The RMI repository id (`RMI:java.lang.String:…`); undefined where only the name is known. */
  readonly repositoryId: string | undefined;

  /** Throws `LocalProtocolError` "ARGUMENT_VALUE" for an empty text. */
  constructor(name: string, repositoryId?: string) {
    super();
    this.name = checkedText("JavaClassName.name", "the name of a Java class", name, /./);
    this.repositoryId =
      repositoryId === undefined
        ? undefined
        : checkedText("JavaClassName.repositoryId", "a repository id", repositoryId, /./);
  }

  /** Whether a value is of this class, made by whichever copy of the package. */
  static is(this: void, value: unknown): value is JavaClassName {
    return javaValueClass(value) === "java.lang.Class";
  }

  /** Whether both name the same class; two versions of it are equal. */
  equals(other: unknown): boolean {
    return JavaClassName.is(other) && this.name === other.name;
  }

  /** The name; Java would say whether it is an interface, which is not known here. */
  toString(): string {
    return this.name;
  }
}
