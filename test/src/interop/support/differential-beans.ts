// The beans of `test/peers/glassfish/app` that the scenarios of the Java client's mode "differential" call.
import {
  type CallOptions,
  type EJBHome,
  type EJBObject,
  ejbHomeMethods,
  ejbObjectMethods,
  type JavaThrowableClass,
  java,
  method,
  type RemoteInterface,
  remoteInterface,
  UserException,
} from "@remora/client";
import { Greeter } from "./beans.ts";
import * as shop from "./shop-types.ts";

export class OrderException extends UserException {
  static readonly descriptor: JavaThrowableClass = shop.OrderException;
  declare readonly code_: number;
  declare readonly detail: string | null;
  declare readonly lines: readonly string[] | null;
}

export class LateOrderException extends OrderException {
  static override readonly descriptor: JavaThrowableClass = shop.LateOrderException;
  declare readonly lateBy: bigint;
}

export class PolicyException extends UserException {
  static readonly descriptor: JavaThrowableClass = shop.PolicyException;
  declare readonly rule: number;
}

const classes = () => [...shop.shopValueClasses(), LateOrderException, PolicyException];
const declared = { throws: [OrderException] };

/** A session. */
export interface Cart extends AsyncDisposable {
  add(item: string | null): Promise<void>;
  count(): Promise<number>;
  items(): Promise<readonly (string | null)[]>;
  whoami(): Promise<string>;
  slow(millis: number): Promise<number>;
  refuse(reason: string | null): Promise<void>;
  explode(message: string | null): Promise<void>;
  checkout(): Promise<void>;
  order(code: number): Promise<number>;
}
export const Cart: RemoteInterface<Cart> = remoteInterface<Cart>(
  "remora.shop.Cart",
  {
    add: method([java.string], java.void),
    count: method([], java.int),
    items: method([], java.list(java.string)),
    whoami: method([], java.string),
    slow: method([java.int], java.int),
    refuse: method([java.string], java.void, declared),
    explode: method([java.string], java.void),
    checkout: method([], java.void),
    order: method([java.int], java.int, declared),
  },
  { bean: "stateful", remove: "checkout", classes },
);

export interface Account extends EJBObject {
  getOwner(): Promise<string | null>;
  setOwner(value: string | null): Promise<void>;
  isOpen(): Promise<boolean>;
  deposit(amount: number): Promise<bigint>;
  fail(message: string | null): Promise<void>;
}
export const Account: RemoteInterface<Account> = remoteInterface<Account>(
  "remora.shop.Account",
  {
    ...ejbObjectMethods((): RemoteInterface<AccountHome> => AccountHome),
    getOwner: method([], java.string, { wireName: "_get_owner" }),
    setOwner: method([java.string], java.void, { wireName: "_set_owner" }),
    isOpen: method([], java.boolean, { wireName: "_get_open" }),
    deposit: method([java.long], java.long, declared),
    fail: method([java.string], java.void),
  },
  { kind: "rmi", bean: "stateful", remove: "remove", classes },
);

const created = { throws: [{ name: "jakarta.ejb.CreateException" }] };

export interface AccountHome extends EJBHome {
  create(): Promise<Account>;
  create_String(owner: string | null): Promise<Account>;
}
export const AccountHome: RemoteInterface<AccountHome> = remoteInterface<AccountHome>(
  "remora.shop.AccountHome",
  {
    ...ejbHomeMethods(),
    create: method([], java.remote(Account), { ...created, wireName: "create__" }),
    create_String: method([java.string], java.remote(Account), {
      ...created,
      wireName: "create__CORBA_WStringValue",
    }),
  },
  { kind: "rmi" },
);

export interface Teller extends EJBObject {
  add(a: number, b: number): Promise<number>;
  mandatory(): Promise<string>;
  fail(message: string | null): Promise<void>;
}
export const Teller: RemoteInterface<Teller> = remoteInterface<Teller>(
  "remora.shop.Teller",
  {
    ...ejbObjectMethods((): RemoteInterface<TellerHome> => TellerHome),
    add: method([java.int, java.int], java.int),
    mandatory: method([], java.string),
    fail: method([java.string], java.void),
  },
  { kind: "rmi" },
);

export interface TellerHome extends EJBHome {
  create(): Promise<Teller>;
}
export const TellerHome: RemoteInterface<TellerHome> = remoteInterface<TellerHome>(
  "remora.shop.TellerHome",
  { ...ejbHomeMethods(), create: method([], java.remote(Teller), created) },
  { kind: "rmi" },
);

/** A business interface that extends java.rmi.Remote: GlassFish's names for its methods are those of business interfaces. */
export interface Classic {
  getLabel(): Promise<string | null>;
  fail(message: string | null): Promise<string>;
  refuse(code: number): Promise<void>;
  itself(other: Classic | null): Promise<Classic | null>;
}
export const Classic: RemoteInterface<Classic> = remoteInterface<Classic>(
  "remora.shop.Classic",
  {
    getLabel: method([], java.string),
    fail: method([java.string], java.string),
    refuse: method([java.int], java.void, declared),
    itself: method(
      [java.remote((): RemoteInterface<Classic> => Classic)],
      java.remote((): RemoteInterface<Classic> => Classic),
    ),
  },
  { kind: "rmi", classes },
);

/** Overloads, references, exceptions and asynchronous methods of the bean that sends values back. */
export interface Echo {
  echoInt(value: number): Promise<number>;
  echoString(value: string | null): Promise<string | null>;
  echoObject(value: unknown): Promise<unknown>;
  echoList(value: readonly unknown[]): Promise<readonly unknown[]>;
  echoObjects(value: readonly unknown[]): Promise<readonly unknown[]>;
  echoWide(value: Partial<shop.Wide>): Promise<shop.Wide>;
  echoDrawing(value: Partial<shop.Drawing>): Promise<shop.Drawing>;
  over(): Promise<string>;
  over_int(a: number): Promise<string>;
  over_String(a: string | null): Promise<string>;
  over_int_String(a: number, b: string | null): Promise<string>;
  over_Object(a: unknown): Promise<string>;
  over_List(a: readonly (string | null)[]): Promise<string>;
  over_ints(a: Int32Array): Promise<string>;
  over_Person(a: shop.Person): Promise<string>;
  over_Color(a: shop.Color): Promise<string>;
  join(parts: readonly (string | null)[] | null): Promise<string>;
  in(value: string): Promise<string>;
  _odd(value: string): Promise<string>;
  fold(value: string): Promise<string>;
  Fold(value: string): Promise<string>;
  getTitle(): Promise<string>;
  setTitle(value: string): Promise<void>;
  isReady(): Promise<boolean>;
  mixed(
    a: boolean,
    b: number,
    c: string,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
    i: string,
  ): Promise<number>;
  bulk(size: number): Promise<Uint8Array>;
  size(data: Uint8Array): Promise<number>;
  echoReference(other: Greeter | null): Promise<Greeter | null>;
  ask(other: Greeter | null, who: string): Promise<string>;
  reference(): Promise<Greeter>;
  referenceAsObject(): Promise<unknown>;
  referencesInList(): Promise<readonly unknown[]>;
  isGreeter(value: unknown): Promise<boolean>;
  failChecked(code: number, reason: string | null): Promise<void>;
  failSubclass(): Promise<void>;
  failEither(order: boolean): Promise<void>;
  failApplicationRuntime(): Promise<void>;
  failRuntime(message: string | null): Promise<void>;
  failError(message: string): Promise<void>;
  failNested(): Promise<void>;
  returnNotSerializable(): Promise<unknown>;
  later(text: string | null, millis: number, options?: CallOptions): Promise<string | null>;
  laterFails(code: number): Promise<string | null>;
  laterCancellable(millis: number, options?: CallOptions): Promise<string | null>;
}
export const Echo: RemoteInterface<Echo> = remoteInterface<Echo>(
  "remora.shop.Echo",
  {
    echoInt: method([java.int], java.int),
    echoString: method([java.string], java.string),
    echoObject: method([java.object], java.object),
    echoList: method([java.list(java.object)], java.list(java.object)),
    echoObjects: method([java.array(java.object)], java.array(java.object)),
    echoWide: method([shop.Wide], shop.Wide),
    echoDrawing: method([shop.Drawing], shop.Drawing),
    over: method([], java.string, { wireName: "over__" }),
    over_int: method([java.int], java.string, { wireName: "over__long" }),
    over_String: method([java.string], java.string, { wireName: "over__CORBA_WStringValue" }),
    over_int_String: method([java.int, java.string], java.string, {
      wireName: "over__long__CORBA_WStringValue",
    }),
    over_Object: method([java.object], java.string, { wireName: "over__java_lang_Object" }),
    over_List: method([java.list(java.string)], java.string, { wireName: "over__java_util_List" }),
    over_ints: method([java.array(java.int)], java.string, {
      wireName: "over__org_omg_boxedRMI_seq1_long",
    }),
    over_Person: method([shop.Person], java.string, { wireName: "over__remora_shop_Person" }),
    over_Color: method([shop.Color], java.string, { wireName: "over__remora_shop_Color" }),
    join: method([java.array(java.string)], java.string),
    in: method([java.string], java.string, { wireName: "_in" }),
    _odd: method([java.string], java.string, { wireName: "J_odd" }),
    fold: method([java.string], java.string, { wireName: "fold_" }),
    Fold: method([java.string], java.string, { wireName: "Fold_0" }),
    getTitle: method([], java.string),
    setTitle: method([java.string], java.void),
    isReady: method([], java.boolean),
    mixed: method(
      [
        java.boolean,
        java.byte,
        java.char,
        java.short,
        java.int,
        java.long,
        java.float,
        java.double,
        java.string,
      ],
      java.double,
    ),
    bulk: method([java.int], java.array(java.byte)),
    size: method([java.array(java.byte)], java.int),
    echoReference: method([java.business(Greeter)], java.business(Greeter)),
    ask: method([java.business(Greeter), java.string], java.string),
    reference: method([], java.business(Greeter)),
    referenceAsObject: method([], java.object),
    referencesInList: method([], java.list(java.object)),
    isGreeter: method([java.object], java.boolean),
    failChecked: method([java.int, java.string], java.void, declared),
    failSubclass: method([], java.void, declared),
    failEither: method([java.boolean], java.void, {
      throws: [OrderException, { name: "java.io.IOException" }],
    }),
    failApplicationRuntime: method([], java.void),
    failRuntime: method([java.string], java.void),
    failError: method([java.string], java.void),
    failNested: method([], java.void, declared),
    returnNotSerializable: method([], java.object),
    later: method([java.string, java.int], java.future(java.string)),
    laterFails: method([java.int], java.future(java.string), declared),
    laterCancellable: method([java.int], java.future(java.string)),
  },
  { classes },
);

/** Asynchronous methods of every outcome. */
export interface Errands {
  post(callId: string, millis: number): Promise<void>;
  person(name: string): Promise<shop.Person | null>;
  bytes(size: number): Promise<Uint8Array | null>;
  nothing(): Promise<unknown>;
  policy(message: string): Promise<string | null>;
  record(callId: string, millis: number, options?: CallOptions): Promise<string | null>;
  whoami(): Promise<string>;
}
export const Errands: RemoteInterface<Errands> = remoteInterface<Errands>(
  "remora.shop.Errands",
  {
    post: method([java.string, java.int], java.void),
    person: method([java.string], java.future(shop.Person)),
    bytes: method([java.int], java.future(java.array(java.byte))),
    nothing: method([], java.future(java.object)),
    policy: method([java.string], java.future(java.string)),
    record: method([java.string, java.int], java.future(java.string)),
    whoami: method([], java.string),
  },
  { classes },
);

/** Counts creations of sessions, and makes one of them slow, or the last deed of its server. */
export interface CreationLedger {
  executions(event: string): Promise<number>;
  arm(event: string, what: "sleep" | "halt", millis: number): Promise<string>;
}
export const CreationLedger: RemoteInterface<CreationLedger> = remoteInterface<CreationLedger>(
  "remora.shop.Ledger",
  {
    executions: method([java.string], java.int),
    arm: method([java.string, java.string, java.int], java.string),
  },
);

/** Methods by what they want of transactions. */
export interface Posting {
  required(text: string): Promise<string>;
  mandatory(text: string): Promise<string>;
  never(text: string): Promise<string>;
  rolledBack(text: string): Promise<string>;
}
const text = method([java.string], java.string);
export const Posting: RemoteInterface<Posting> = remoteInterface<Posting>("remora.shop.Posting", {
  required: text,
  mandatory: text,
  never: text,
  rolledBack: text,
});

/** A singleton that lets one call in. */
export interface Turnstile {
  hold(millis: number): Promise<string>;
  pass(): Promise<string>;
}
export const Turnstile: RemoteInterface<Turnstile> = remoteInterface<Turnstile>(
  "remora.shop.Turnstile",
  { hold: method([java.int], java.string), pass: method([], java.string) },
  { bean: "singleton" },
);
