// GlassFish's tree of JNDI names, of one member: names are parted at "/", contexts come into being when something is
// bound below them. What it answers, and with which words, is what com.sun.enterprise.naming.impl.TransientContext does.
import type { Ior } from "@remora/protocol/internal";

/** What a JNDI name leads to. */
export type JndiEntry =
  /** A home, which lists show by its name, or an object that a client has bound. */
  | { readonly type: "object"; readonly reference: () => Ior; readonly jndiName?: string }
  /** The description of a business view. */
  | { readonly type: "view"; readonly interfaceName: string; readonly homeName: string }
  /** A value that a client or a script has bound. */
  | { readonly type: "value"; readonly value: unknown };

/** What stands under one part of a name. */
type Node = JndiEntry | JndiContext;

/** An exception of `javax.naming`, by its class without the package. */
export class JndiFailure extends Error {
  /** Always `JndiFailure`. */
  override readonly name: string = "JndiFailure";
  readonly javaClass: JndiExceptionClass;

  constructor(javaClass: JndiExceptionClass, message: string) {
    super(message);
    this.javaClass = javaClass;
  }
}

/** The classes that a tree throws. */
export type JndiExceptionClass =
  | "NameNotFoundException"
  | "NameAlreadyBoundException"
  | "NotContextException"
  | "InvalidNameException";

/** One context, and everything below it. */
export class JndiContext {
  readonly type = "context";
  readonly #bindings = new Map<string, Node>();

  /** What stands there; a whole context, too. */
  lookup(name: string): Node {
    const { context, last } = this.#walk(name, "bind");
    const node = context.#bindings.get(last);
    if (node === undefined) throw new JndiFailure("NameNotFoundException", `${last} not found`);
    return node;
  }

  /** The bindings of a context; those of this one for the empty name. */
  list(name: string): ReadonlyMap<string, Node> {
    if (name === "") return this.#bindings;
    const node = this.lookup(name);
    if (node.type === "context") return node.#bindings;
    throw new JndiFailure("NotContextException", `${name} cannot be listed`);
  }

  /** Binds a new name, and makes the contexts on its way. */
  bind(name: string, entry: JndiEntry): void {
    const { context, last } = this.#way(name);
    if (context.#bindings.has(last)) {
      throw new JndiFailure("NameAlreadyBoundException", `Use rebind to override name ${last}`);
    }
    context.#bindings.set(last, entry);
  }

  /** Binds a name, whatever stood there. */
  rebind(name: string, entry: JndiEntry): void {
    const { context, last } = this.#way(name);
    context.#bindings.set(last, entry);
  }

  /** A last part that is not bound is no error. */
  unbind(name: string): void {
    const { context, last } = this.#walk(name, "unbind");
    context.#bindings.delete(last);
  }

  /** Unbinds what an application had bound; somebody may have replaced a context on the way since. */
  forget(name: string): void {
    try {
      this.unbind(name);
    } catch (error) {
      if (!(error instanceof JndiFailure)) throw error;
    }
  }

  /** Of this context alone: a name with "/" is a name that is not bound here. */
  rename(name: string, newName: string): void {
    if (name === "" || newName === "") {
      throw new JndiFailure("InvalidNameException", "Cannot rename empty name");
    }
    if (this.#bindings.has(newName)) {
      throw new JndiFailure("NameAlreadyBoundException", `${newName} is already bound`);
    }
    const node = this.#bindings.get(name);
    if (node === undefined) throw new JndiFailure("NameNotFoundException", `${name} not bound`);
    this.#bindings.delete(name);
    this.#bindings.set(newName, node);
  }

  /** Makes a context, with all those on its way. */
  createSubcontext(name: string): void {
    const { context, last } = this.#way(name);
    if (context.#bindings.has(last)) {
      throw new JndiFailure("NameAlreadyBoundException", `Subcontext ${last} already present`);
    }
    context.#bindings.set(last, new JndiContext());
  }

  /** Takes a context away, with everything in it. */
  destroySubcontext(name: string): void {
    const { context, last } = this.#walk(name, "destroy");
    if (context.#bindings.delete(last)) return;
    throw new JndiFailure("NameNotFoundException", `Subcontext: ${last} not found`);
  }

  /** The way to the last part; every context on it exists. */
  #walk(name: string, verb: string): { readonly context: JndiContext; readonly last: string } {
    const parts = partsOf(name, verb);
    let context: JndiContext = this;
    for (const part of parts.slice(0, -1)) context = context.#subcontext(part);
    return { context, last: parts.at(-1) as string };
  }

  /** The same, and contexts that are missing are made. */
  #way(name: string): { readonly context: JndiContext; readonly last: string } {
    const parts = partsOf(name, "bind");
    let context: JndiContext = this;
    for (const part of parts.slice(0, -1)) {
      if (!context.#bindings.has(part)) context.#bindings.set(part, new JndiContext());
      context = context.#subcontext(part);
    }
    return { context, last: parts.at(-1) as string };
  }

  #subcontext(part: string): JndiContext {
    const node = this.#bindings.get(part);
    if (node === undefined) throw new JndiFailure("NameNotFoundException", part);
    // This, and not NotContextException, is what the server says.
    if (node.type !== "context") throw new JndiFailure("NameAlreadyBoundException", part);
    return node;
  }
}

function partsOf(name: string, verb: string): readonly string[] {
  if (name === "") throw new JndiFailure("InvalidNameException", `Cannot ${verb} empty name`);
  return name.split("/");
}
