import type { ReferenceKind } from "@remora/cluster";
import {
  firstIiopProfile,
  generatedRemoteInterface,
  genericHomeTypeId,
  type Ior,
  initialGroupInfoService,
  interfaceOfJndiName,
  internalHomeName,
  isInternalHomeName,
  isIor,
  jndiToName,
  keyKind,
  LocalProtocolError,
  type Name,
  nameToJndi,
  parseName,
  type RemoteInterface,
  serialContextProvider,
  transientContextClass,
} from "@remora/protocol/internal";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { ObjectReference } from "../invocation/object-reference.ts";
import { type OperationSteps, referenceToKey, StepFailed } from "../invocation/operation.ts";
import { isBusinessReference } from "./bound-name.ts";
import { javaClassNameOf } from "./java-class-name.ts";
import { isNotFound, NameNotBound, refusalOf } from "./name-refusal.ts";
import {
  createMethod,
  providerListMethod,
  providerLookupMethod,
  resolveMethod,
} from "./naming-methods.ts";

/** Object key under which every ORB of this family answers with its root naming context. */
export const nameServiceKey: Uint8Array = new TextEncoder().encode("NameService");

/** What a server's naming is known to be, while one connection to it lives. */
interface ServerNaming {
  /** A restarted server has new root contexts: what was learned dies with the connection. */
  readonly learnedOn: IiopConnection | undefined;
  readonly root: ObjectReference;
  /** GlassFish's lookup service; `null`: the server has none. */
  provider: ObjectReference | null | undefined;
}

/** What was found under a name. */
export type FoundObject =
  /** A remote object. */
  | { readonly type: "object"; readonly ior: Ior }
  /** A string, a number, a resource. */
  | { readonly type: "value"; readonly value: unknown }
  /** Not a thing but a place: its names can be listed. */
  | { readonly type: "context" };

/** What a caller knows of a bean before it is looked up. */
export interface WantedBean {
  readonly remote: RemoteInterface<unknown> | undefined;
  /** The caller's word for what the bean is. */
  readonly kind: ReferenceKind | undefined;
}

const anything: WantedBean = { remote: undefined, kind: undefined };

/** What a server says of a request to an object that is not there, or is no such object. Nothing ran. */
const wrongObject: ReadonlySet<string> = new Set([
  "BAD_OPERATION",
  "OBJECT_NOT_EXIST",
  "INV_OBJREF",
  "OBJ_ADAPTER",
  "NO_IMPLEMENT",
]);

function isWrongObject(error: unknown): boolean {
  const exception = error instanceof StepFailed ? error.problem.exception : undefined;
  return (
    exception?.kind === "system" && exception.completed === "no" && wrongObject.has(exception.name)
  );
}

/** Whether an interface is that of an EJB 3 view: the others are bound themselves, not behind a generated home. */
function isBusiness({ remote }: WantedBean): boolean {
  return remote === undefined || remote.kind === "business";
}

/**
 * Names of a server: its root context, GlassFish's lookup service, and the way from a JNDI name to a bean. Every
 * method is a part of an operation and works at the endpoint of its steps.
 *
 * A first lookup is four requests: `resolve` at the key NameService, which forwards to the root context, `resolve`
 * there for the lookup service, `lookup` of the home, `create`. The first two are remembered by connection, so later
 * lookups at that server are two requests.
 */
export class NameService {
  readonly #servers = new WeakMap<RemoteEndpoint, ServerNaming>();
  /** Names whose predicted home does not exist or does not make the bean. */
  readonly #unpredicted = new Set<string>();
  /** Kinds of bean references that a home has made, by name: whether `create` may be repeated. */
  readonly #kinds = new Map<string, ReferenceKind>();

  /** The server's root context. */
  root(steps: OperationSteps): ObjectReference {
    return this.#at(steps.endpoint).root;
  }

  /** A reference by its CosNaming name. Throws NameNotBound. */
  async resolve(
    steps: OperationSteps,
    name: string,
    syntax: "jndi" | "cosnaming" = "jndi",
  ): Promise<Ior> {
    const parts = syntax === "jndi" ? jndiToName(name) : parseName(name);
    return await this.#resolveAtRoot(steps, parts, name);
  }

  /** From the root context; once more from the key that every server has, when what was learned leads elsewhere. */
  async #resolveAtRoot(steps: OperationSteps, parts: Name, name: string): Promise<Ior> {
    const root = this.root(steps);
    try {
      return await this.resolveIn(steps, root, parts, name);
    } catch (error) {
      if (!root.forwarded || !isWrongObject(error)) throw error;
      this.#forget(steps.endpoint);
      return await this.resolveIn(steps, this.root(steps), parts, name);
    }
  }

  /** The same from any context. `text` is the name as errors show it. */
  async resolveIn(
    steps: OperationSteps,
    context: ObjectReference,
    parts: Name,
    text: string,
  ): Promise<Ior> {
    try {
      return (await steps.request(context, resolveMethod, [parts])) as Ior;
    } catch (error) {
      if (isNotFound(error)) throw new NameNotBound(text);
      throw error;
    }
  }

  /** The service that lists the cluster; undefined when the server has none. */
  async groupInfoService(steps: OperationSteps): Promise<ObjectReference | undefined> {
    try {
      return ObjectReference.of(await this.resolve(steps, initialGroupInfoService.id));
    } catch (error) {
      if (error instanceof NameNotBound) return undefined;
      throw error;
    }
  }

  /**
   * What is bound under a JNDI name. GlassFish keeps two trees: that of its lookup service is asked first, then the one
   * of CosNaming, which alone has plain CORBA objects. Throws NameNotBound.
   */
  async lookup(steps: OperationSteps, name: string): Promise<FoundObject> {
    const provider = await this.provider(steps);
    if (provider === null) return { type: "object", ior: await this.resolve(steps, name) };
    const found = await this.#fromProvider(steps, provider, name);
    if (found !== undefined) return found;
    let parts: Name;
    try {
      parts = jndiToName(name);
    } catch (error) {
      if (error instanceof LocalProtocolError) throw new NameNotBound(name);
      throw error;
    }
    return { type: "object", ior: await this.#resolveAtRoot(steps, parts, name) };
  }

  /**
   * A bean's business reference: home by the predicted internal name, or by what the bound Reference says; then its
   * `create`. Names of EJB 2 homes, plain CORBA objects and values give what is bound itself. Throws NameNotBound.
   */
  async bean(
    steps: OperationSteps,
    name: string,
    wanted: WantedBean = anything,
  ): Promise<FoundObject> {
    const provider = await this.provider(steps);
    const interfaceName = interfaceOfJndiName(name) ?? wanted.remote?.name;
    const memory = `${name}\n${interfaceName ?? ""}`;
    const isPredictable = provider !== null && interfaceName !== undefined && isBusiness(wanted);
    if (isPredictable && !this.#unpredicted.has(memory)) {
      const made = await this.#predicted(steps, provider, name, interfaceName, wanted);
      if (made !== undefined) return made;
    }
    const found = await this.lookup(steps, name);
    // Only now: a name that is not bound yet says nothing of where its home will be, and such names are without number.
    if (isPredictable) this.#unpredicted.add(memory);
    if (found.type === "value" && isBusinessReference(found.value)) {
      const homeName = found.value.address("url") ?? internalHomeName(name);
      const business = found.value.className ?? interfaceName;
      const home = await this.lookup(steps, homeName);
      if (business === undefined || home.type !== "object") return home;
      return await this.#create(steps, home.ior, name, business, wanted);
    }
    return await this.#throughHome(steps, name, found, wanted);
  }

  /** What a URL names: the CosNaming tree first, whose syntax it has; then whatever a JNDI name of that text leads to. */
  async byUrl(
    steps: OperationSteps,
    context: ObjectReference | undefined,
    path: Name,
    wanted: WantedBean,
  ): Promise<FoundObject> {
    const name = nameToJndi(path);
    try {
      const ior =
        context === undefined
          ? await this.#resolveAtRoot(steps, path, name)
          : await this.resolveIn(steps, context, path, name);
      return await this.#throughHome(steps, name, { type: "object", ior }, wanted);
    } catch (error) {
      // A context of its own is no server whose other tree could be asked.
      if (!(error instanceof NameNotBound) || context !== undefined) throw error;
    }
    return await this.bean(steps, name, wanted);
  }

  /** GlassFish's lookup service. Asked once per connection; `null`: a server without it (JacORB, WildFly). */
  async provider(steps: OperationSteps): Promise<ObjectReference | null> {
    const server = this.#at(steps.endpoint);
    if (server.provider === undefined) {
      try {
        const ior = await this.resolve(steps, serialContextProvider.id);
        server.provider = ObjectReference.of(ior);
      } catch (error) {
        if (!(error instanceof NameNotBound)) throw error;
        server.provider = null;
      }
    }
    return server.provider;
  }

  /** A name of the lookup service's own tree; undefined when it is not bound there. */
  async #fromProvider(
    steps: OperationSteps,
    provider: ObjectReference,
    name: string,
  ): Promise<FoundObject | undefined> {
    let value: unknown;
    try {
      value = await this.#ofProvider(steps, provider, name);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      const isUnread = error instanceof StepFailed && error.problem.failure.decodable === false;
      if (isUnread && (await this.#canBeListed(steps, provider, name))) return { type: "context" };
      throw error;
    }
    if (value instanceof ObjectReference) return { type: "object", ior: value.ior };
    if (isIor(value)) return { type: "object", ior: value };
    if (javaClassNameOf(value) === transientContextClass) return { type: "context" };
    return { type: "value", value };
  }

  /** Asks the lookup service; another time when the object that was learned for it is another one, or none. */
  async #ofProvider(
    steps: OperationSteps,
    provider: ObjectReference,
    name: string,
  ): Promise<unknown> {
    try {
      return await steps.request(provider, providerLookupMethod, [name]);
    } catch (error) {
      if (!isWrongObject(error)) throw error;
      this.#forget(steps.endpoint);
      const anew = await this.provider(steps);
      if (anew === null) throw error;
      return await steps.request(anew, providerLookupMethod, [name]);
    }
  }

  /** A context arrives as all that it holds, down to classes that nobody knows: whether it is one, its list tells. */
  async #canBeListed(
    steps: OperationSteps,
    provider: ObjectReference,
    name: string,
  ): Promise<boolean> {
    try {
      await steps.request(provider, providerListMethod, [name]);
      return true;
    } catch (error) {
      if (refusalOf(error) !== undefined) return false;
      // It was listed, and the list has a class that cannot be read either.
      return error instanceof StepFailed && error.problem.failure.decodable === false;
    }
  }

  /** An internal home that was found by itself makes the bean, when a business interface is wanted. */
  async #throughHome(
    steps: OperationSteps,
    name: string,
    found: FoundObject,
    wanted: WantedBean,
  ): Promise<FoundObject> {
    const { remote } = wanted;
    if (found.type !== "object" || found.ior.typeId !== genericHomeTypeId) return found;
    // The home itself is wanted by nobody but tools that describe it: it has no name that a user knows.
    if (remote === undefined || remote.name.startsWith("com.sun.ejb.")) return found;
    const business = interfaceOfJndiName(name) ?? remote.name;
    return await this.#create(steps, found.ior, name, business, wanted);
  }

  /** Saves a lookup and the decoding of a javax.naming.Reference; undefined when the guess was wrong. */
  async #predicted(
    steps: OperationSteps,
    provider: ObjectReference,
    name: string,
    interfaceName: string,
    wanted: WantedBean,
  ): Promise<FoundObject | undefined> {
    const homeName = isInternalHomeName(name) ? name : internalHomeName(name);
    const home = await this.#fromProvider(steps, provider, homeName);
    if (home?.type !== "object") return undefined;
    try {
      return await this.#create(steps, home.ior, name, interfaceName, wanted);
    } catch (error) {
      // The bean has a home, yet not for this interface: an EJB 2 view beside an EJB 3 one.
      const exception = error instanceof StepFailed ? error.problem.exception : undefined;
      if (exception?.kind === "user" || exception?.name === "BAD_OPERATION") return undefined;
      throw error;
    }
  }

  /** The home of an EJB 3 view: makes a session for stateful beans, names the one reference for stateless ones. */
  async #create(
    steps: OperationSteps,
    home: Ior,
    name: string,
    businessInterface: string,
    wanted: WantedBean,
  ): Promise<FoundObject> {
    const kind = wanted.kind ?? this.#kinds.get(name);
    const reference = ObjectReference.of(home);
    const made = (await steps.request(
      reference,
      createMethod,
      [generatedRemoteInterface(businessInterface)],
      // A session that may exist already must not be made again behind the caller's back.
      { repeatable: kind === "stateless" },
    )) as Ior | null;
    if (made === null) throw new NameNotBound(name);
    const profile = firstIiopProfile(made);
    if (profile !== undefined) this.#kinds.set(name, keyKind(profile.objectKey));
    return { type: "object", ior: made };
  }

  /** What was learned of a server is wrong: a damaged reply may have said it, once. */
  #forget(endpoint: RemoteEndpoint): void {
    this.#servers.delete(endpoint);
  }

  /** What was learned counts while the first connection lives: a server that was restarted has new contexts. */
  #at(endpoint: RemoteEndpoint): ServerNaming {
    const connection = endpoint.connections[0];
    let known = this.#servers.get(endpoint);
    if (known === undefined || known.learnedOn !== connection) {
      known = { learnedOn: connection, root: referenceToKey(nameServiceKey), provider: undefined };
      this.#servers.set(endpoint, known);
    }
    return known;
  }
}
