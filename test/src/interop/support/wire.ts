// What passes the sockets, in order: seen beneath the client, with nothing on the path between it and the server.
import { lookup } from "node:dns/promises";
import type { ByteStream, DialAddress, StreamHandlers } from "@remora/client";
import {
  decodeReply,
  decodeRequest,
  MessageAssembler,
  MessageType,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { ScriptedTransport } from "../../support/scripted-transport.ts";

/** One thing that happened on a connection; entries are numbered in the order in which they happened. */
export type WireEntry = {
  readonly order: number;
  /** On the clock of `performance.now`. */
  readonly at: number;
  readonly connection: number;
  /** `address:port` that was dialled. */
  readonly endpoint: string;
} & (
  | { readonly kind: "opened" | "closed" }
  /** Passed to the socket. `text`: its first argument, when that is a Java string. */
  | { readonly kind: "request"; readonly operation: string; readonly text: string | undefined }
  | { readonly kind: "locate" }
  /** `status` as in GIOP: 0 result, 1 user exception, 2 system exception, 3 forward. */
  | { readonly kind: "reply"; readonly status: number; readonly update: boolean }
);

type Fact<Entry> = Entry extends unknown
  ? Omit<Entry, "order" | "at" | "connection" | "endpoint">
  : never;

/** A plain TCP transport that writes down what it carries. */
export class WireLog extends ScriptedTransport {
  readonly entries: WireEntry[] = [];
  #connections = 0;

  override async resolve(host: string): Promise<readonly string[]> {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  }

  override async connect(
    to: DialAddress,
    handlers: StreamHandlers,
    signal: AbortSignal,
  ): Promise<ByteStream> {
    this.#connections += 1;
    const connection = this.#connections;
    const add = (fact: Fact<WireEntry>): void => {
      const endpoint = `${to.address}:${to.port}`;
      const order = this.entries.length;
      this.entries.push({ order, at: performance.now(), connection, endpoint, ...fact });
    };
    const incoming = new MessageAssembler({
      onMessage: (message) => {
        if (message.type !== MessageType.reply) return;
        const reply = decodeReply(message);
        const update = reply.context(SERVICE_CONTEXT.iorUpdate) !== undefined;
        add({ kind: "reply", status: reply.status, update });
      },
    });
    const outgoing = new MessageAssembler({
      onMessage: (message) => {
        if (message.type === MessageType.locateRequest) add({ kind: "locate" });
        if (message.type !== MessageType.request) return;
        const { operation, body } = decodeRequest(message);
        add({ kind: "request", operation, text: stringArgument(body) });
      },
    });
    const stream = await super.connect(
      to,
      {
        onData: (chunk) => {
          incoming.push(chunk.slice());
          handlers.onData(chunk);
        },
        onDrain: () => handlers.onDrain(),
        onClose: (error) => {
          add({ kind: "closed" });
          handlers.onClose(error);
        },
      },
      signal,
    );
    add({ kind: "opened" });
    return {
      remoteAddress: stream.remoteAddress,
      remotePort: stream.remotePort,
      write: (chunks) => {
        for (const chunk of chunks) outgoing.push(chunk.slice());
        return stream.write(chunks);
      },
      end: () => stream.end(),
      destroy: () => stream.destroy(),
    };
  }

  /** Requests of one operation, or all. */
  requests(operation?: string): readonly Extract<WireEntry, { kind: "request" }>[] {
    return this.entries.filter(
      (entry): entry is Extract<WireEntry, { kind: "request" }> =>
        entry.kind === "request" && (operation === undefined || entry.operation === operation),
    );
  }

  /** Replies in order, optionally those after an entry. */
  replies(after = -1): readonly Extract<WireEntry, { kind: "reply" }>[] {
    return this.entries.filter(
      (entry): entry is Extract<WireEntry, { kind: "reply" }> =>
        entry.kind === "reply" && entry.order > after,
    );
  }

  /** The first connection to an endpoint that closed after a moment. */
  firstClose(endpoint: string, after: number): WireEntry | undefined {
    return this.entries.find(
      (entry) => entry.kind === "closed" && entry.endpoint === endpoint && entry.at >= after,
    );
  }

  /** When the connection of an entry closed; undefined while it is open. */
  closeOf(entry: WireEntry): WireEntry | undefined {
    return this.entries.find(
      (other) => other.kind === "closed" && other.connection === entry.connection,
    );
  }
}

type Body = ReturnType<typeof decodeRequest>["body"];

const stringValueTag = 0x7fffff02;

function stringArgument(body: Body): string | undefined {
  try {
    if (body.ulong() !== stringValueTag || body.string() !== "IDL:omg.org/CORBA/WStringValue:1.0") {
      return undefined;
    }
    const length = body.ulong();
    let text = "";
    for (let i = 0; i < length; i += 2) {
      text += String.fromCharCode(body.octet() * 256 + body.octet());
    }
    return text;
  } catch {
    // No argument, or another type.
    return undefined;
  }
}
