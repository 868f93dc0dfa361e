// Object key → what stands behind it, for one member: the server's own objects, and the application's while deployed.
import {
  decodeGlassFishKey,
  type Ior,
  initialGroupInfoService,
  serialContextProvider,
} from "@remora/protocol/internal";
import { AsyncTasks } from "./async-tasks.ts";
import {
  type BeanBinding,
  homeNameOf,
  homeTypeId,
  isBusinessView,
  keyView,
  makesSessions,
  objectTypeId,
  viewNames,
} from "./bean-binding.ts";
import { MockSystemException } from "./errors.ts";
import type { MemberInfo } from "./membership.ts";
import type { MockMember } from "./mock-member.ts";
import { beanKey, homeKey, keyText, sessionInstance, statelessInstance } from "./object-keys.ts";
import { changedSource, iorUpdate, makeReference, type ReferenceSource } from "./references.ts";
import { BeanHome, type BeanHost, BeanObject, MissingInstance } from "./servants/bean.ts";
import { GroupInfo, type GroupInfoHost } from "./servants/group-info.ts";
import { JndiContext, type JndiEntry } from "./servants/jndi-tree.ts";
import { NameService, type NamingHost } from "./servants/name-service.ts";
import { type ProviderHost, SerialContextProvider } from "./servants/serial-context-provider.ts";
import type { Sessions } from "./sessions.ts";
import type { Target } from "./target.ts";

/** The adapter of a bean is not there: before the application starts, and after it stopped (seen live, NO). */
function adapterGone(): MockSystemException {
  return new MockSystemException({ name: "OBJECT_NOT_EXIST", minor: 0x5355_0002, completed: "no" });
}

/** The object adapter of one run of a member. */
export class ObjectAdapter implements NamingHost, BeanHost, ProviderHost, GroupInfoHost {
  readonly names: JndiContext = new JndiContext();
  readonly tasks: AsyncTasks = new AsyncTasks();
  readonly #member: MockMember;
  readonly #sessions: Sessions;
  readonly #naming: NameService;
  readonly #targets = new Map<string, Target>();
  readonly #sessionTargets = new Map<string, BeanObject>();
  /** JNDI names of the application: they go with it. */
  readonly #applicationNames = new Set<string>();
  #updates = new WeakMap<Target, { readonly label: Uint8Array; readonly data: Uint8Array }>();
  #refused = 0;
  #application: { readonly id: bigint; readonly bindings: BeanBinding[] } | undefined;

  constructor(member: MockMember, sessions: Sessions) {
    this.#member = member;
    this.#sessions = sessions;
    this.#naming = new NameService(this);
    const provider = new SerialContextProvider(this);
    const groupInfo = new GroupInfo(this);
    this.serve(provider);
    this.serve(groupInfo);
    this.#naming.publish(serialContextProvider.id, () => provider.reference());
    this.#naming.publish(initialGroupInfoService.id, () => groupInfo.reference());
  }

  /** Whether the application answers. */
  get deployed(): boolean {
    return this.#application !== undefined;
  }

  /** The root context, which the key `NameService` forwards to. */
  rootContext(): Ior {
    return this.#naming.root.reference();
  }

  /** The object behind a key; throws the system exception that GlassFish answers when there is none. */
  find(objectKey: Uint8Array): Target {
    const target = this.#target(objectKey);
    if (target !== undefined) return target;
    this.#refused++;
    throw adapterGone();
  }

  /** Whether there is an object behind a key. */
  serves(objectKey: Uint8Array): boolean {
    return this.#target(objectKey) !== undefined;
  }

  /** How many requests found no adapter. */
  get refused(): number {
    return this.#refused;
  }

  /** Deploys the application: its beans answer from now on. */
  deploy(id: bigint, bindings: readonly BeanBinding[]): void {
    this.undeploy();
    this.#application = { id, bindings: [] };
    for (const binding of bindings) this.addBean(binding);
  }

  /** Adds a bean to the deployed application; without one, nothing happens. */
  addBean(binding: BeanBinding): void {
    const application = this.#application;
    if (application === undefined) return;
    application.bindings.push(binding);
    const number = { applicationId: application.id, index: binding.index };
    if (!makesSessions(binding)) {
      const key = beanKey(number, keyView(binding), statelessInstance);
      const object = new BeanObject(this, binding, key, this.#newServant(binding));
      this.serve(object);
      if (binding.kind === "object") {
        this.#publish(binding.name, { type: "object", reference: () => object.reference() });
        return;
      }
    }
    const home = new BeanHome(this, binding, homeKey(number, keyView(binding)));
    this.serve(home);
    const homeEntry: JndiEntry = { type: "object", reference: () => home.reference() };
    if (!isBusinessView(binding)) {
      this.#publish(binding.name, homeEntry);
      return;
    }
    const homeName = homeNameOf(binding);
    const interfaceName = binding.interface.name;
    for (const name of viewNames(binding)) {
      this.#bindName(name, { type: "view", interfaceName, homeName });
    }
    this.#publish(homeName, homeEntry);
  }

  /** Takes the application away: its keys find no adapter any more. */
  undeploy(): void {
    const application = this.#application;
    if (application === undefined) return;
    this.#application = undefined;
    for (const [key, target] of this.#targets)
      if (target.bean !== undefined) this.#targets.delete(key);
    for (const binding of application.bindings) {
      this.#naming.retract(isBusinessView(binding) ? homeNameOf(binding) : binding.name);
    }
    for (const name of this.#applicationNames) this.names.forget(name);
    this.#applicationNames.clear();
    this.#sessionTargets.clear();
  }

  /** The data of an IOR update for an object, as the member tells it now. */
  update(target: Target): Uint8Array {
    const { label } = this.#member.view;
    const known = this.#updates.get(target);
    // A label is a new object whenever it changes, so identity says whether the update is fresh.
    if (known !== undefined && known.label === label) return known.data;
    const source: ReferenceSource = changedSource(this.#member, { referenceLabel: "current" });
    const kind = target.bean === undefined ? "clustered" : "bean";
    const data = iorUpdate(makeReference(source, target.typeId, target.objectKey, kind));
    this.#updates.set(target, { label, data });
    return data;
  }

  /** Forgets prepared updates: what the member advertises has changed. */
  forgetUpdates(): void {
    this.#updates = new WeakMap();
  }

  serve(target: Target): void {
    this.#targets.set(keyText(target.objectKey), target);
  }

  withdraw(target: Target): void {
    this.#targets.delete(keyText(target.objectKey));
  }

  namingReference(typeId: string, objectKey: Uint8Array): Ior {
    return makeReference(this.#member, typeId, objectKey, "naming");
  }

  plainReference(typeId: string, objectKey: Uint8Array): Ior {
    return makeReference(this.#member, typeId, objectKey, "plain");
  }

  clusteredReference(typeId: string, objectKey: Uint8Array): Ior {
    return makeReference(this.#member, typeId, objectKey, this.#clusterKind("clustered"));
  }

  beanReference(binding: BeanBinding, typeId: string, objectKey: Uint8Array): Ior {
    const kind = this.#clusterKind("bean");
    return makeReference(this.#member, typeId, objectKey, kind, binding.demand);
  }

  /** Binds a value, as an administrator's resource would be. */
  bindValue(name: string, value: unknown): void {
    this.names.rebind(name, { type: "value", value });
  }

  /** Binds an object in CosNaming alone, as a plain CORBA server does. */
  bindObject(name: string, reference: Ior): void {
    this.#naming.publish(name, () => reference);
  }

  knownMembers(): readonly MemberInfo[] | undefined {
    return this.#member.clustered ? this.#member.view.members : undefined;
  }

  create(binding: BeanBinding, args: readonly unknown[] = []): Ior {
    const application = this.#application;
    if (application === undefined) throw adapterGone();
    const number = { applicationId: application.id, index: binding.index };
    const typeId = objectTypeId(binding);
    if (!makesSessions(binding)) {
      const key = beanKey(number, keyView(binding), statelessInstance);
      return this.beanReference(binding, typeId, key);
    }
    const instance = sessionInstance(this.#member.index, this.#sessions.nextNumber());
    const objectKey = beanKey(number, keyView(binding), instance);
    const servant = this.#newServant(binding, args);
    this.#sessions.add({ binding, objectKey, servant, owner: this.#member.name });
    return this.beanReference(binding, typeId, objectKey);
  }

  remove(objectKey: Uint8Array): void {
    this.#sessions.remove(objectKey);
    this.#sessionTargets.delete(keyText(objectKey));
  }

  homeReference(binding: BeanBinding): Ior {
    const number = { applicationId: this.#application?.id ?? 0n, index: binding.index };
    return this.beanReference(binding, homeTypeId(binding), homeKey(number, keyView(binding)));
  }

  after(ms: number, go: () => void): void {
    // Of a member that is down already nothing is left that could go on.
    this.#member.delay(ms).then(go, () => {});
  }

  #newServant(binding: BeanBinding, args: readonly unknown[] = []): object {
    return binding.factory(this.#member, args);
  }

  #publish(name: string, entry: JndiEntry & { readonly type: "object" }): void {
    this.#bindName(name, { ...entry, jndiName: name });
    this.#naming.publish(name, entry.reference);
  }

  #bindName(name: string, entry: JndiEntry): void {
    this.names.rebind(name, entry);
    this.#applicationNames.add(name);
  }

  #target(objectKey: Uint8Array): Target | undefined {
    const key = keyText(objectKey);
    return this.#targets.get(key) ?? this.#sessionTarget(key) ?? this.#missingInstance(objectKey);
  }

  // A session may have been made, or removed, through another member: the cluster's store decides each time.
  #sessionTarget(key: string): BeanObject | undefined {
    if (this.#application === undefined) return undefined;
    const session = this.#sessions.find(key, this.#member.name);
    if (session === undefined) return undefined;
    const known = this.#sessionTargets.get(key);
    if (known !== undefined) return known;
    const target = new BeanObject(this, session.binding, session.objectKey, session.servant);
    this.#sessionTargets.set(key, target);
    return target;
  }

  // The bean is deployed, this instance of it is gone: the adapter is there, and the container says so (minor 9999).
  #missingInstance(objectKey: Uint8Array): Target | undefined {
    const application = this.#application;
    if (application === undefined) return undefined;
    const adapter = decodeGlassFishKey(objectKey)?.adapter.at(-1);
    const binding = application.bindings.find((each) =>
      adapter?.startsWith(`${BigInt(each.index) | application.id}_`),
    );
    return binding && new MissingInstance(this, binding, objectKey.slice());
  }

  #clusterKind<K extends "clustered" | "bean">(kind: K): K | "plain" {
    return this.#member.clustered ? kind : "plain";
  }
}
