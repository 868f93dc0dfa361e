import {
  classesOfInterface,
  classesOfMethod,
  type Ior,
  type JavaClasses,
  type JavaContext,
  type RemoteMethod,
} from "@remora/protocol/internal";
import { ObjectReference } from "./object-reference.ts";
import { businessInterfaceOf, isStub, referenceOf, type StubRuntime } from "./stub.ts";

/** Java classes of interfaces, and the contexts in which values of their calls are written and read. */
export class CallContexts {
  readonly #runtime: StubRuntime;
  readonly #classes = new WeakMap<object, JavaClasses>();
  /** The latest context of each reference: as a rule it is called by one interface only. */
  readonly #contexts = new WeakMap<ObjectReference, KnownContext>();

  constructor(runtime: StubRuntime) {
    this.#runtime = runtime;
  }

  /** The context of a call; undefined when no value of it has a class or a reference. */
  of(reference: ObjectReference, method: RemoteMethod): JavaContext | undefined {
    return method.plain === true ? undefined : this.#make(reference, method);
  }

  /** The context of a reply. Exceptions have classes, whatever the method returns. */
  ofReply(
    reference: ObjectReference,
    method: RemoteMethod,
    isResult: boolean,
  ): JavaContext | undefined {
    return method.plain === true && isResult ? undefined : this.#make(reference, method);
  }

  /** Made once for a reference and an interface: a call with values allocates nothing for it. */
  #make(reference: ObjectReference, method: RemoteMethod): JavaContext {
    const owner = method.owner ?? method;
    const known = this.#contexts.get(reference);
    if (known?.owner === owner) return known.context;
    const runtime = this.#runtime;
    const context: JavaContext = {
      classes: this.#classesOf(method),
      toReference: (found, remote) => {
        const adopted =
          found instanceof ObjectReference ? found : runtime.adopt(found as Ior, reference);
        return remote === undefined ? adopted : runtime.stubs.make(runtime, adopted, remote);
      },
      iorOf,
      businessInterfaceOf,
      swap,
    };
    this.#contexts.set(reference, { owner, context });
    return context;
  }

  /** All classes that the interface leads to; found once per interface, when a call first needs them. */
  #classesOf(method: RemoteMethod): JavaClasses {
    const { owner } = method;
    let classes = this.#classes.get(owner ?? method);
    if (classes === undefined) {
      classes = owner === undefined ? classesOfMethod(method) : classesOfInterface(owner);
      this.#classes.set(owner ?? method, classes);
    }
    return classes;
  }
}

interface KnownContext {
  readonly owner: object;
  readonly context: JavaContext;
}

/** The reference behind a stub, or behind what a reply gave where no interface was known. */
function iorOf(value: object): Ior | undefined {
  if (isStub(value)) return referenceOf(value).ior;
  return value instanceof ObjectReference ? value.ior : undefined;
}

/** Node does it in native code, several elements at a time. */
function swap(octets: Uint8Array, size: number): void {
  const { prototype } = Buffer;
  // The methods work on any octets; a Buffer over them would be made for nothing.
  if (size === 8) prototype.swap64.call(octets as Buffer);
  else if (size === 4) prototype.swap32.call(octets as Buffer);
  else if (size === 2) prototype.swap16.call(octets as Buffer);
}
