import type { Ior, RemoteInterface, RemoteMethod } from "@remora/protocol/internal";
import { ArgumentError } from "../errors.ts";
import { type CallOptions, problemOfCallOptions } from "../options.ts";
import { invoke } from "./invoke.ts";
import { ObjectReference } from "./object-reference.ts";
import type { ReferenceRuntime } from "./reference-runtime.ts";

/** What stubs need of their Orb beside invoking: references to and from stubs. */
export interface StubRuntime extends ReferenceRuntime {
  /** A reference that came in a reply, as part of the same cluster and context as the stub that was called. */
  adopt(ior: Ior, from: ObjectReference): ObjectReference;
  readonly stubs: StubFactory;
}

const referenceKey: unique symbol = Symbol("remora.reference");
const runtimeKey: unique symbol = Symbol("remora.runtime");
const optionsKey: unique symbol = Symbol("remora.options");
const interfaceKey: unique symbol = Symbol("remora.interface");

/** Any stub: a plain object whose prototype has the interface's methods. */
export interface StubObject {
  readonly [referenceKey]: ObjectReference;
  readonly [runtimeKey]: StubRuntime;
  readonly [optionsKey]: CallOptions | undefined;
  readonly [interfaceKey]: RemoteInterface<unknown>;
}

/** The function behind a stub's method. */
export type StubMethod = (this: StubObject, ...args: unknown[]) => Promise<unknown>;

/** Gives the stubs of an interface more than one request per method; asked once per interface and Orb. */
export interface StubShaper {
  /** What takes the place of a method's function; undefined: nothing. */
  method?(method: RemoteMethod, call: StubMethod): StubMethod | undefined;
  /** Further members of the stubs. */
  members?(remote: RemoteInterface<unknown>): PropertyDescriptorMap;
}

/** A wrong number of arguments is the usual trace of a missing parameter, so the error says how many are wanted. */
function arityProblem(method: RemoteMethod, args: readonly unknown[]): ArgumentError {
  const wanted = method.params.length;
  const accepted =
    wanted === 0 ? "no arguments" : wanted === 1 ? "1 argument" : `${wanted} arguments`;
  return new ArgumentError(
    `${method.name} takes ${accepted}, and call options after that; ${args.length} were given`,
  );
}

/** The function behind a stub's method: it adds no promise and no copy to `invoke`. */
function stubMethod(method: RemoteMethod): StubMethod {
  const count = method.params.length;
  const call: StubMethod = function (...args) {
    let options = this[optionsKey];
    if (args.length !== count) {
      if (args.length !== count + 1) return Promise.reject(arityProblem(method, args));
      const given = args.pop() as CallOptions | undefined;
      if (given !== undefined) options = options === undefined ? given : { ...options, ...given };
    }
    return invoke(this[runtimeKey], this[referenceKey], method, args, options);
  };
  return call;
}

/** By symbol, not by class: stubs are plain objects. */
export function isStub(value: unknown): value is StubObject {
  return typeof value === "object" && value !== null && referenceKey in value;
}

/** Makes stubs. The methods of an interface are made once per Orb: closures on a prototype, never a Proxy. */
export class StubFactory {
  readonly #prototypes = new WeakMap<object, object>();
  readonly #shapers: readonly StubShaper[];

  constructor(shapers: readonly StubShaper[] = []) {
    this.#shapers = shapers;
  }

  /** A stub; its own properties cannot be enumerated, so that logging shows no insides. */
  make<T>(
    runtime: StubRuntime,
    reference: ObjectReference,
    remote: RemoteInterface<T>,
    options?: CallOptions,
  ): T {
    const stub = Object.create(this.#prototype(remote));
    Object.defineProperty(stub, referenceKey, { value: reference });
    Object.defineProperty(stub, runtimeKey, { value: runtime });
    Object.defineProperty(stub, optionsKey, { value: options });
    return stub as T;
  }

  /** Made once per interface and Orb; equal interfaces share their closures. */
  #prototype<T>(remote: RemoteInterface<T>): object {
    let prototype = this.#prototypes.get(remote);
    if (prototype === undefined) {
      const methods: PropertyDescriptorMap = {
        [Symbol.toStringTag]: { value: remote.name },
        [interfaceKey]: { value: remote },
      };
      for (const method of Object.values<RemoteMethod>(remote.methods)) {
        let call = stubMethod(method);
        for (const shaper of this.#shapers) call = shaper.method?.(method, call) ?? call;
        methods[method.name] = { value: call, enumerable: true };
      }
      for (const shaper of this.#shapers) {
        Object.assign(methods, shaper.members?.(remote as RemoteInterface<unknown>));
      }
      prototype = Object.create(Object.prototype, methods) as object;
      this.#prototypes.set(remote, prototype);
    }
    return prototype;
  }
}

/** What a stub works with, for those who shape stubs. Throws ArgumentError for anything else. */
export function partsOf(stub: unknown): {
  readonly runtime: StubRuntime;
  readonly reference: ObjectReference;
  readonly options: CallOptions | undefined;
} {
  if (!isStub(stub)) throw new ArgumentError("a stub's method was called on something else");
  return { runtime: stub[runtimeKey], reference: stub[referenceKey], options: stub[optionsKey] };
}

/** The EJB 3 business interface of a stub, which GlassFish passes inside a value; undefined for all others. */
export function businessInterfaceOf(value: object): string | undefined {
  if (!isStub(value)) return undefined;
  const { kind, name } = value[interfaceKey];
  return kind === "business" ? name : undefined;
}

/** The reference behind a stub, for `orb.objectToString`, `orb.invoke` and `orb.explain`. Throws ArgumentError for anything else. */
export function referenceOf(stub: unknown): ObjectReference {
  if (isStub(stub)) return stub[referenceKey];
  throw new ArgumentError("referenceOf takes a stub that this client made");
}

/** A stub with call options that its calls start from; a call's own options win. */
export function withOptions<T>(stub: T, options: CallOptions): T {
  if (!isStub(stub)) throw new ArgumentError("withOptions takes a stub that this client made");
  const problem = problemOfCallOptions(options);
  if (problem !== undefined) throw new ArgumentError(`withOptions: ${problem}`);
  const copy = Object.create(Object.getPrototypeOf(stub) as object);
  const merged = { ...stub[optionsKey], ...options };
  Object.defineProperty(copy, referenceKey, { value: stub[referenceKey] });
  Object.defineProperty(copy, runtimeKey, { value: stub[runtimeKey] });
  Object.defineProperty(copy, optionsKey, { value: merged });
  return copy as T;
}

/**
 * The same object under another interface: of a stub, or of a reference that came where the descriptor names no
 * interface, such as a place for any `Object`. Nothing is asked of the server.
 */
export function narrow<T>(stub: unknown, remote: RemoteInterface<T>): T {
  if (stub instanceof ObjectReference) {
    const runtime = stub.owner;
    if (runtime !== undefined) return runtime.stubs.make(runtime, stub, remote);
  }
  if (!isStub(stub)) {
    throw new ArgumentError("narrow takes a stub or a reference that this client made");
  }
  return stub[runtimeKey].stubs.make(
    stub[runtimeKey],
    stub[referenceKey],
    remote,
    stub[optionsKey],
  );
}

/** Whether two stubs (or references) mean the same object: equal object keys, and endpoints in common. */
export function isSameObject(a: unknown, b: unknown): boolean {
  const first = a instanceof ObjectReference ? a : referenceOf(a);
  const second = b instanceof ObjectReference ? b : referenceOf(b);
  if (first === second) return true;
  const keyA = first.original.objectKey;
  const keyB = second.original.objectKey;
  if (keyA.length !== keyB.length || !keyA.every((octet, index) => octet === keyB[index])) {
    return false;
  }
  const endpoints = new Set(
    first.original.contacts.map(({ endpoint }) => `${endpoint.host}:${endpoint.port}`),
  );
  return second.original.contacts.some(({ endpoint }) =>
    endpoints.has(`${endpoint.host}:${endpoint.port}`),
  );
}
