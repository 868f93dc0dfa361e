// A network of the test's own under a client: names, translated addresses, black holes, slow connects; and a count.
import { connect, type Socket } from "node:net";
import type { ByteStream, DialAddress, StreamHandlers, Transport } from "@remora/client";
import { type GiopMessage, MessageAssembler } from "@remora/protocol/internal";

/** What a network does. All parts have a plain default: numeric addresses are themselves and are dialled at once. */
export interface Network {
  /** Addresses of a name; an error to reject with. */
  readonly resolve?: (host: string) => readonly string[] | Error;
  /** Where a connect really goes; the client is told the address that it dialled. */
  readonly route?: (to: DialAddress) => DialAddress;
  /** A connect that gets no answer at all. */
  readonly isBlackHole?: (to: DialAddress) => boolean;
  /** Milliseconds that a connect takes. */
  readonly latencyMs?: (to: DialAddress) => number;
  /** Sees every message that arrives. */
  readonly onMessage?: (message: GiopMessage) => void;
}

/** A transport over such a network. */
export class ScriptedTransport implements Transport {
  /** `address:port` of every connect, in order. */
  readonly dialled: string[] = [];
  /** Names that were resolved, in order. */
  readonly resolved: string[] = [];
  /** Sockets that are open now. */
  open = 0;
  /** The most that were open at one time to one `address:port`. */
  readonly mostOpen: Map<string, number> = new Map();
  readonly #openAt = new Map<string, number>();
  readonly #network: Network;

  constructor(network: Network = {}) {
    this.#network = network;
  }

  async resolve(host: string): Promise<readonly string[]> {
    this.resolved.push(host);
    const found = this.#network.resolve?.(host) ?? [host];
    if (found instanceof Error) throw found;
    return found;
  }

  async connect(
    to: DialAddress,
    handlers: StreamHandlers,
    signal: AbortSignal,
  ): Promise<ByteStream> {
    const { isBlackHole, latencyMs, onMessage, route } = this.#network;
    const key = `${to.address}:${to.port}`;
    this.dialled.push(key);
    if (isBlackHole?.(to) === true) await aborted(signal);
    const wait = latencyMs?.(to) ?? 0;
    if (wait > 0) await pause(wait, signal);
    const real = route?.(to) ?? to;
    return await new Promise((resolve, reject) => {
      const socket = connect({ host: real.address, port: real.port });
      socket.setNoDelay(true);
      socket.unref();
      let failure: Error | undefined;
      let isOpen = false;
      const onAbort = (): void => {
        socket.destroy();
      };
      signal.addEventListener("abort", onAbort, { once: true });
      socket.on("error", (error) => {
        failure = error;
      });
      socket.once("connect", () => {
        isOpen = true;
        this.#count(key, 1);
        resolve(streamOf(socket, to));
      });
      const tap = onMessage === undefined ? undefined : new MessageAssembler({ onMessage });
      socket.on("data", (chunk) => {
        tap?.push(chunk);
        handlers.onData(chunk);
      });
      socket.on("drain", () => handlers.onDrain());
      socket.once("end", () => socket.destroy());
      socket.once("close", () => {
        signal.removeEventListener("abort", onAbort);
        if (isOpen) {
          this.#count(key, -1);
          handlers.onClose(failure);
        } else reject(failure ?? signal.reason ?? new Error("closed while connecting"));
      });
    });
  }

  #count(key: string, change: 1 | -1): void {
    this.open += change;
    const now = (this.#openAt.get(key) ?? 0) + change;
    this.#openAt.set(key, now);
    this.mostOpen.set(key, Math.max(now, this.mostOpen.get(key) ?? 0));
  }
}

function streamOf(socket: Socket, to: DialAddress): ByteStream {
  return {
    remoteAddress: to.address,
    remotePort: to.port,
    write: (chunks) => {
      let ready = true;
      socket.cork();
      for (const chunk of chunks) ready = socket.write(chunk);
      socket.uncork();
      return ready;
    },
    end: () => socket.end(),
    destroy: () => socket.destroy(),
  };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("connect given up");
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(reasonOf(signal));
    else signal.addEventListener("abort", () => reject(reasonOf(signal)), { once: true });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
