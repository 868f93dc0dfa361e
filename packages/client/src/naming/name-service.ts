import type { ReferenceKind } from "@remora/cluster";
import {
  firstIiopProfile,
  generatedRemoteInterface,
  type Ior,
  initialGroupInfoService,
  interfaceOfJndiName,
  internalHomeName,
  isInternalHomeName,
  JndiReference,
  jndiToName,
  keyKind,
  parseName,
  serialContextProvider,
} from "@remora/protocol/internal";
import type { IiopConnection } from "../connection/iiop-connection.ts";
import type { RemoteEndpoint } from "../connection/remote-endpoint.ts";
import { ObjectReference } from "../invocation/object-reference.ts";
import { type OperationSteps, referenceToKey, StepFailed } from "../invocation/operation.ts";
import { createMethod, providerLookupMethod, resolveMethod } from "./naming-methods.ts";

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
export interface FoundObject {
  readonly ior: Ior;
  /** Found as something other than a remote object: its value. */
  readonly value?: unknown;
}

/** Marks a name that is not bound, between the steps of a lookup. */
export class NameNotBound extends Error {}

const notFoundClasses = new Set(["javax.naming.NameNotFoundException"]);

/** CosNaming and GlassFish's provider say it in different words. */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof StepFailed)) return false;
  const exception = error.problem.exception;
  if (exception?.kind !== "user") return false;
  return (
    exception.name === "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0" ||
    notFoundClasses.has(exception.javaClass ?? "")
  );
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
    const { root } = this.#at(steps.endpoint);
    const parts = syntax === "jndi" ? jndiToName(name) : parseName(name);
    try {
      return (await steps.request(root, resolveMethod, [parts])) as Ior;
    } catch (error) {
      if (isNotFound(error)) throw new NameNotBound(name);
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

  /** What is bound under a JNDI name: a reference, or a value. Throws NameNotBound. */
  async lookup(steps: OperationSteps, name: string): Promise<FoundObject> {
    const provider = await this.#provider(steps);
    if (provider === null) return { ior: await this.resolve(steps, name) };
    let found: unknown;
    try {
      found = await steps.request(provider, providerLookupMethod, [name]);
    } catch (error) {
      if (isNotFound(error)) throw new NameNotBound(name);
      throw error;
    }
    if (isIor(found)) return { ior: found };
    return { ior: { typeId: "", profiles: [] }, value: found };
  }

  /**
   * A bean's business reference: home by the predicted internal name, or by what the bound Reference says; then its
   * `create`. Names of EJB 2 homes and plain CORBA objects give the bound object itself.
   */
  async bean(
    steps: OperationSteps,
    name: string,
    descriptorName: string | undefined,
    wantedKind: ReferenceKind | undefined,
  ): Promise<FoundObject> {
    const provider = await this.#provider(steps);
    const interfaceName = interfaceOfJndiName(name) ?? descriptorName;
    const memory = `${name}\n${interfaceName ?? ""}`;
    if (provider !== null && interfaceName !== undefined && !this.#unpredicted.has(memory)) {
      const made = await this.#predicted(steps, name, interfaceName, wantedKind);
      if (made !== undefined) return made;
      this.#unpredicted.add(memory);
    }
    const found = await this.lookup(steps, name);
    if (!(found.value instanceof JndiReference)) return found;
    const homeName = found.value.address("url") ?? internalHomeName(name);
    const business = found.value.className ?? interfaceName;
    const home = await this.lookup(steps, homeName);
    if (business === undefined) return home;
    return { ior: await this.#create(steps, home.ior, name, business, wantedKind) };
  }

  /** Saves a lookup and the decoding of a javax.naming.Reference; undefined when the guess was wrong. */
  async #predicted(
    steps: OperationSteps,
    name: string,
    interfaceName: string,
    wantedKind: ReferenceKind | undefined,
  ): Promise<FoundObject | undefined> {
    const homeName = isInternalHomeName(name) ? name : internalHomeName(name);
    let home: FoundObject;
    try {
      home = await this.lookup(steps, homeName);
    } catch (error) {
      if (error instanceof NameNotBound) return undefined;
      throw error;
    }
    if (home.value !== undefined) return undefined;
    try {
      return { ior: await this.#create(steps, home.ior, name, interfaceName, wantedKind) };
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
    wantedKind: ReferenceKind | undefined,
  ): Promise<Ior> {
    const kind = wantedKind ?? this.#kinds.get(name);
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
    return made;
  }

  /** Asked once per connection; a server without it (JacORB, WildFly) is asked by CosNaming. */
  async #provider(steps: OperationSteps): Promise<ObjectReference | null> {
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

function isIor(value: unknown): value is Ior {
  return (
    typeof value === "object" &&
    value !== null &&
    "typeId" in value &&
    "profiles" in value &&
    Array.isArray(value.profiles)
  );
}
