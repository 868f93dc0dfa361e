// Built-in bean: gives back what it is given.
import { java, method, type RemoteInterface, remoteInterface } from "@remora/protocol/internal";
import type { ServantFactory } from "../bean-binding.ts";

/** The remote interface of the echo bean. */
export interface Echo {
  /** The same text. */
  echo(text: string | null): Promise<string | null>;
  /** A greeting that names the member. */
  greet(who: string | null): Promise<string | null>;
  /** Name of the member that answers. */
  whoami(): Promise<string | null>;
  /** Answers after so many milliseconds. */
  echoAfter(text: string | null, ms: number): Promise<string | null>;
  /** A text of so many characters. */
  bulk(length: number): Promise<string | null>;
  /** Nothing in, nothing out: the cheapest call. */
  ping(): Promise<void>;
  /** The sum, as a long. */
  add(left: bigint, right: bigint): Promise<bigint>;
}

/** Its descriptor. */
export const Echo: RemoteInterface<Echo> = remoteInterface<Echo>("remora.mock.Echo", {
  echo: method([java.string], java.string, { idempotent: true }),
  greet: method([java.string], java.string, { idempotent: true }),
  whoami: method([], java.string, { idempotent: true }),
  echoAfter: method([java.string, java.int], java.string, { idempotent: true }),
  bulk: method([java.int], java.string, { idempotent: true }),
  ping: method([], java.void, { idempotent: true }),
  add: method([java.long, java.long], java.long, { idempotent: true }),
});

/** Makes echo servants. */
export const echoServant: ServantFactory<Echo> = (member) => ({
  echo: (text) => text,
  greet: (who) => `Hello ${who} from ${member.name}`,
  whoami: () => member.name,
  echoAfter: async (text, ms) => {
    await member.delay(ms);
    return text;
  },
  bulk: (length) => "x".repeat(length),
  ping: () => undefined,
  add: (left, right) => left + right,
});
