import type {
  ByteStream,
  CallOptions,
  DialAddress,
  StreamHandlers,
  Transport,
} from "@remora/client";
import { cannedStub } from "../canned-target.ts";
import { cpuFigure, type SectionOptions, type SectionResult } from "../figure.ts";
import { type Comparison, type Contender, compare } from "../slices.ts";
import { sliceOptions } from "./slice-options.ts";

const idAt = 12;
/** GIOP 1.2, big-endian, Reply: id, NO_EXCEPTION, no contexts, no body. */
const reply = Buffer.from("47494f50010200010000000c000000000000000000000000", "hex");

/**
 * The client's JavaScript alone: no socket, the reply comes in the next turn. For profiles, and to see what options of
 * a call cost.
 */
export async function inProcessSection({ quick }: SectionOptions): Promise<SectionResult> {
  const { orb, stub } = await cannedStub(1, { transport: loopTransport });
  const abort = new AbortController();
  const plain: CallOptions = {};
  const timed: CallOptions = { timeoutMs: 1_000 };
  const abortable: CallOptions = { signal: abort.signal };
  const contenders: readonly Contender[] = [
    { name: "SDK", call: () => stub.nothing() },
    { name: "SDK with empty options", call: () => stub.nothing(plain) },
    { name: "SDK with a time", call: () => stub.nothing(timed) },
    { name: "SDK with a signal", call: () => stub.nothing(abortable) },
  ];
  const comparisons: Comparison[] = [];
  for (const contender of contenders) {
    comparisons.push(await compare(contender, new BareLoop(), 1, sliceOptions(quick)));
  }
  await orb.close();
  return {
    figures: comparisons.map((comparison) => cpuFigure("sequential", comparison)),
    details: comparisons,
  };
}

/** Answers each request with the shortest reply, without a network. */
const loopTransport: Transport = {
  resolve: (host: string) => Promise.resolve([host]),
  connect: (to: DialAddress, handlers: StreamHandlers) =>
    Promise.resolve<ByteStream>({
      remoteAddress: to.address,
      remotePort: to.port,
      write(chunks: readonly Uint8Array[]): boolean {
        for (const chunk of chunks) setImmediate(deliver, handlers, replyTo(chunk));
        return true;
      },
      end() {},
      destroy() {},
    }),
};

function replyTo(request: Uint8Array): Buffer {
  const octets = Buffer.from(reply);
  octets.set(request.subarray(idAt, idAt + 4), idAt);
  return octets;
}

function deliver(handlers: StreamHandlers, octets: Buffer): void {
  handlers.onData(octets);
}

/** The same turns of the event loop without the client. */
class BareLoop implements Contender {
  readonly name: string = "bare loop";
  readonly #pending = new Map<number, () => void>();
  readonly #request = Buffer.alloc(60);
  #id = 0;

  call(): Promise<void> {
    return new Promise((resolve) => {
      this.#id += 1;
      this.#pending.set(this.#id, resolve);
      process.nextTick(bareFlush, this, this.#id);
    });
  }

  flush(id: number): void {
    this.#request.writeUInt32BE(id, idAt);
    setImmediate(bareDeliver, this, replyTo(this.#request));
  }

  deliver(octets: Buffer): void {
    const id = octets.readUInt32BE(idAt);
    const resolve = this.#pending.get(id);
    this.#pending.delete(id);
    resolve?.();
  }
}

function bareFlush(loop: BareLoop, id: number): void {
  loop.flush(id);
}

function bareDeliver(loop: BareLoop, octets: Buffer): void {
  loop.deliver(octets);
}
