import { connect, type Socket } from "node:net";

const headOctets = 12;
const replyType = 1;

/**
 * What a hand-written client would do and nothing more: one connection, ready-made GIOP with the id patched, a promise
 * per call, writes gathered by `nextTick`, replies framed and matched by id. No deadline, no error of the call's own,
 * no look into the reply.
 */
export class RawLoop {
  readonly name: string = "raw loop";
  /** Octets of the latest reply: a server that wants to tell something sends longer ones. */
  replyOctets = 0;
  readonly #socket: Socket;
  readonly #request: Buffer;
  readonly #pending = new Map<number, () => void>();
  readonly #flush: () => void;
  #id = 1;
  #out: Buffer[] = [];
  #scheduled = false;
  #rest: Buffer | undefined;

  private constructor(socket: Socket, request: Uint8Array) {
    this.#socket = socket;
    this.#request = Buffer.from(request);
    this.#flush = () => this.#flushNow();
    socket.on("data", (chunk) => this.#onData(chunk));
  }

  /** Connects; `request` is a whole GIOP 1.2 request, ready to be sent but for its id. */
  static open(host: string, port: number, request: Uint8Array): Promise<RawLoop> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.setNoDelay(true);
      socket.once("error", reject);
      socket.once("connect", () => resolve(new RawLoop(socket, request)));
    });
  }

  call(): Promise<void> {
    return new Promise((resolve) => {
      const id = this.#id++;
      const message = Buffer.allocUnsafe(this.#request.length);
      this.#request.copy(message);
      message.writeUInt32BE(id, headOctets);
      this.#pending.set(id, resolve);
      this.#out.push(message);
      if (this.#scheduled) return;
      this.#scheduled = true;
      process.nextTick(this.#flush);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #flushNow(): void {
    this.#scheduled = false;
    const out = this.#out;
    this.#out = [];
    this.#socket.write(out.length === 1 ? (out[0] as Buffer) : Buffer.concat(out));
  }

  #onData(chunk: Buffer): void {
    const data = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (data.length - at >= headOctets) {
      const size = data.readUInt32BE(at + 8);
      if (data.length - at < headOctets + size) break;
      if (data[at + 7] === replyType) {
        const id = data.readUInt32BE(at + headOctets);
        const resolve = this.#pending.get(id);
        this.#pending.delete(id);
        this.replyOctets = headOctets + size;
        resolve?.();
      }
      at += headOctets + size;
    }
    this.#rest = at === data.length ? undefined : data.subarray(at);
  }
}
