// GlassFish's transient name service: CosNaming contexts, bindings and iterators of one member.
import {
  bindingIterator,
  formatName,
  type Ior,
  jndiToName,
  type Binding as ListedBinding,
  type ListResult,
  type Name,
  type NameComponent,
  type NamingException,
  type NamingOperation,
  NamingTypeId,
  type NextOneResult,
  type NotFoundReason,
  namingContext,
  namingExceptionId,
  nilIor,
  parseName,
  writeNamingException,
} from "@remora/protocol/internal";
import { MockIdlException } from "../errors.ts";
import { namingKey } from "../object-keys.ts";
import { type Operation, pseudoOperation, type Target } from "../target.ts";

/** What the name service asks of the member. */
export interface NamingHost {
  /** Makes a reference to one of the name service's own objects. */
  namingReference(typeId: string, objectKey: Uint8Array): Ior;
  /** Serves an object; `withdraw` ends that. */
  serve(target: Target): void;
  withdraw(target: Target): void;
}

type Binding =
  | { readonly component: NameComponent; readonly type: "object"; readonly reference: () => Ior }
  | {
      readonly component: NameComponent;
      readonly type: "context";
      readonly context: NamingContext;
    };

function keyOf(component: NameComponent): string {
  return `${component.id}\0${component.kind}`;
}

function exception(data: NamingException): MockIdlException {
  return new MockIdlException(namingExceptionId(data.kind), (writer) =>
    writeNamingException(writer, data),
  );
}

function notFound(why: NotFoundReason, rest: Name): MockIdlException {
  return exception({ kind: "NotFound", why, rest });
}

function listed(binding: Binding): ListedBinding {
  return { name: [binding.component], type: binding.type };
}

// The protocol package knows how arguments and results of CosNaming travel; here is what they do.
function serve<A, R>(operation: NamingOperation<A, R>, run: (args: A) => R): Operation {
  return {
    readArgs: (reader) => [operation.readArguments(reader)],
    run: ([args]) => run(args as A),
    writeResult: (writer, result) => operation.writeResult(writer, result as R),
  };
}

/** The contexts of one member; numbers its objects for their keys. */
export class NameService {
  readonly host: NamingHost;
  readonly root: NamingContext;
  #count = 0;

  constructor(host: NamingHost) {
    this.host = host;
    this.root = this.newContext();
  }

  /** A context that is bound nowhere yet. */
  newContext(): NamingContext {
    const context = new NamingContext(this, this.nextKey());
    this.host.serve(context);
    return context;
  }

  /** The key of the next object. */
  nextKey(): Uint8Array {
    return namingKey(++this.#count);
  }

  /** Binds an object of the server under a JNDI name, with all contexts on the way. */
  publish(jndiName: string, reference: () => Ior): void {
    const components = jndiToName(jndiName);
    let context = this.root;
    for (const component of components.slice(0, -1)) context = context.subcontext(component);
    const last = components.at(-1);
    if (last !== undefined) context.put({ component: last, type: "object", reference });
  }

  /** Unbinds what `publish` bound. */
  retract(jndiName: string): void {
    const components = jndiToName(jndiName);
    let context: NamingContext | undefined = this.root;
    for (const component of components.slice(0, -1)) context = context?.childContext(component);
    const last = components.at(-1);
    if (last !== undefined) context?.drop(last);
  }
}

/** One naming context. */
export class NamingContext implements Target {
  readonly objectKey: Uint8Array;
  readonly typeId: string = NamingTypeId.namingContextExt;
  readonly otherTypeIds: readonly string[] = [NamingTypeId.namingContext];
  readonly clustered: boolean = false;
  readonly bean: undefined = undefined;
  readonly #service: NameService;
  readonly #bindings = new Map<string, Binding>();

  constructor(service: NameService, objectKey: Uint8Array) {
    this.#service = service;
    this.objectKey = objectKey;
  }

  reference(): Ior {
    return this.#service.host.namingReference(this.typeId, this.objectKey);
  }

  /** Adds or replaces a binding. */
  put(binding: Binding): void {
    this.#bindings.set(keyOf(binding.component), binding);
  }

  /** Removes a binding. */
  drop(component: NameComponent): void {
    this.#bindings.delete(keyOf(component));
  }

  /** The context bound here under `component`, or undefined. */
  childContext(component: NameComponent): NamingContext | undefined {
    const binding = this.#bindings.get(keyOf(component));
    return binding?.type === "context" ? binding.context : undefined;
  }

  /** The context bound here under `component`, made when missing. */
  subcontext(component: NameComponent): NamingContext {
    const existing = this.childContext(component);
    if (existing !== undefined) return existing;
    const context = this.#service.newContext();
    this.put({ component, type: "context", context });
    return context;
  }

  operation(name: string): Operation | undefined {
    const { resolve, resolveStr, list, bind, rebind, unbind } = namingContext;
    const { newContext, bindNewContext, destroy, toName, toString_ } = namingContext;
    switch (name) {
      case resolve.operation:
        return serve(resolve, (path) => this.#resolve(path));
      case resolveStr.operation:
        return serve(resolveStr, (text) => this.#resolve(parseNameOrThrow(text)));
      case list.operation:
        return serve(list, (count) => this.#list(count));
      case bind.operation:
        return serve(bind, (args) => this.#bind(args.name, args.reference, false));
      case rebind.operation:
        return serve(rebind, (args) => this.#bind(args.name, args.reference, true));
      case unbind.operation:
        return serve(unbind, (path) => this.#unbind(path));
      case newContext.operation:
        return serve(newContext, () => this.#service.newContext().reference());
      case bindNewContext.operation:
        return serve(bindNewContext, (path) => this.#bindNewContext(path));
      case destroy.operation:
        return serve(destroy, () => this.#destroy());
      case toName.operation:
        return serve(toName, parseNameOrThrow);
      case toString_.operation:
        return serve(toString_, formatName);
      default:
        return pseudoOperation(this, name);
    }
  }

  // Finds the context that holds the last component (CosNaming 1.3, 2.5): `rest` of NotFound is what was left over.
  #walk(path: Name): { readonly context: NamingContext; readonly last: NameComponent } {
    const [first, ...rest] = path;
    if (first === undefined) throw exception({ kind: "InvalidName" });
    if (rest.length === 0) return { context: this, last: first };
    const binding = this.#bindings.get(keyOf(first));
    if (binding === undefined) throw notFound("missingNode", path);
    if (binding.type !== "context") throw notFound("notContext", path);
    return binding.context.#walk(rest);
  }

  #resolve(path: Name): Ior {
    const { context, last } = this.#walk(path);
    const binding = context.#bindings.get(keyOf(last));
    if (binding === undefined) throw notFound("missingNode", [last]);
    return binding.type === "context" ? binding.context.reference() : binding.reference();
  }

  #bind(path: Name, reference: Ior, replace: boolean): void {
    const { context, last } = this.#walk(path);
    const existing = context.#bindings.get(keyOf(last));
    if (existing !== undefined && !replace) {
      throw exception({ kind: "AlreadyBound" });
    }
    // rebind of a context as an object is refused with this reason (CosNaming 1.3, 2.5.2).
    if (existing?.type === "context") throw notFound("notObject", [last]);
    context.put({ component: last, type: "object", reference: () => reference });
  }

  #unbind(path: Name): void {
    const { context, last } = this.#walk(path);
    if (!context.#bindings.delete(keyOf(last))) {
      throw notFound("missingNode", [last]);
    }
  }

  #bindNewContext(path: Name): Ior {
    const { context, last } = this.#walk(path);
    if (context.#bindings.has(keyOf(last))) {
      throw exception({ kind: "AlreadyBound" });
    }
    return context.subcontext(last).reference();
  }

  #destroy(): void {
    if (this.#bindings.size > 0) throw exception({ kind: "NotEmpty" });
    this.#service.host.withdraw(this);
  }

  #list(count: number): ListResult {
    const all = [...this.#bindings.values()].map(listed);
    const bindings = all.slice(0, count);
    if (bindings.length === all.length) return { bindings, iterator: nilIor };
    const iterator = new BindingIterator(this.#service, all.slice(count));
    this.#service.host.serve(iterator);
    return { bindings, iterator: iterator.reference() };
  }
}

function parseNameOrThrow(text: string): Name {
  try {
    return parseName(text);
  } catch {
    throw exception({ kind: "InvalidName" });
  }
}

/** The rest of a `list`. */
class BindingIterator implements Target {
  readonly objectKey: Uint8Array;
  readonly typeId: string = NamingTypeId.bindingIterator;
  readonly otherTypeIds: readonly string[] = [];
  readonly clustered: boolean = false;
  readonly bean: undefined = undefined;
  readonly #service: NameService;
  readonly #rest: ListedBinding[];

  constructor(service: NameService, rest: ListedBinding[]) {
    this.#service = service;
    this.#rest = rest;
    this.objectKey = service.nextKey();
  }

  reference(): Ior {
    return this.#service.host.namingReference(this.typeId, this.objectKey);
  }

  operation(name: string): Operation | undefined {
    const { nextOne, nextMany, destroy } = bindingIterator;
    switch (name) {
      case nextOne.operation:
        return serve(nextOne, () => this.#next());
      case nextMany.operation:
        return serve(nextMany, (count) => {
          const bindings = this.#rest.splice(0, count);
          return { more: bindings.length > 0, bindings };
        });
      case destroy.operation:
        return serve(destroy, () => this.#service.host.withdraw(this));
      default:
        return pseudoOperation(this, name);
    }
  }
  #next(): NextOneResult {
    const binding = this.#rest.shift();
    return binding === undefined
      ? { found: false, binding: { name: [], type: "object" } }
      : { found: true, binding };
  }
}
