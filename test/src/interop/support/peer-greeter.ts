// The servant of the Eclipse ORB peer, as far as its types can be described.
import { java, method, type RemoteInterface, remoteInterface } from "@remora/client";

type Options = object;

/** `test/peers/eclipse-orb/…/Greeter.java`. */
export interface PeerGreeter {
  greet(who: string | null, options?: Options): Promise<string>;
  /** Marked idempotent. Name of the member. */
  whoami(options?: Options): Promise<string>;
  add(a: number, b: number, options?: Options): Promise<number>;
  echo_boolean(value: boolean, options?: Options): Promise<boolean>;
  echo_long(value: bigint, options?: Options): Promise<bigint>;
  echo_double(value: number, options?: Options): Promise<number>;
  echo_String(value: string | null, options?: Options): Promise<string | null>;
  text(length: number, options?: Options): Promise<string>;
  title(options?: Options): Promise<string>;
  setTitle(value: string, options?: Options): Promise<void>;
  self(options?: Options): Promise<PeerGreeter>;
  withdraw(amount: number, options?: Options): Promise<void>;
  crash(message: string, options?: Options): Promise<void>;
  /** `completed`: 0 yes, 1 no, 2 maybe. */
  raise(name: string, minor: number, completed: number, options?: Options): Promise<void>;
  slow(millis: number, options?: Options): Promise<string>;
  /** Executions are counted per token and member. */
  once(token: string, options?: Options): Promise<number>;
  executions(token: string, options?: Options): Promise<number>;
  onceSlow(token: string, millis: number, options?: Options): Promise<number>;
}

export const PeerGreeter: RemoteInterface<PeerGreeter> = remoteInterface<PeerGreeter>(
  "remora.peer.Greeter",
  {
    greet: method([java.string], java.string),
    whoami: method([], java.string, { idempotent: true }),
    add: method([java.int, java.int], java.int),
    echo_boolean: method([java.boolean], java.boolean, { wireName: "echo__boolean" }),
    echo_long: method([java.long], java.long, { wireName: "echo__long_long" }),
    echo_double: method([java.double], java.double, { wireName: "echo__double" }),
    echo_String: method([java.string], java.string, { wireName: "echo__CORBA_WStringValue" }),
    text: method([java.int], java.string),
    title: method([], java.string, { wireName: "_get_title" }),
    setTitle: method([java.string], java.void, { wireName: "_set_title" }),
    self: method(
      [],
      java.remote(() => PeerGreeter),
    ),
    withdraw: method([java.int], java.void, {
      throws: [{ name: "remora.peer.InsufficientFunds" }],
    }),
    crash: method([java.string], java.void),
    raise: method([java.string, java.int, java.int], java.void),
    slow: method([java.int], java.string),
    once: method([java.string], java.int),
    executions: method([java.string], java.int, { idempotent: true }),
    onceSlow: method([java.string, java.int], java.int),
  },
  { kind: "rmi" },
);
