// Both contenders must send the same octets: they are read where both pass, at the socket.
import { Socket } from "node:net";
import { RawLoop } from "./raw-loop.ts";

const idAt = 12;

/** What a call writes to its socket, with the request id blanked. */
export async function octetsOf(call: () => Promise<unknown>): Promise<Buffer> {
  const written: Buffer[] = [];
  const own = Object.getOwnPropertyDescriptor(Socket.prototype, "write");
  const write = Socket.prototype.write;
  Socket.prototype.write = function (this: Socket, ...args: unknown[]): boolean {
    written.push(Buffer.from(args[0] as Uint8Array));
    return Reflect.apply(write, this, args) as boolean;
  } as typeof write;
  try {
    await call();
  } finally {
    // The method is inherited from Writable.
    if (own === undefined) Reflect.deleteProperty(Socket.prototype, "write");
    else Object.defineProperty(Socket.prototype, "write", own);
  }
  return Buffer.concat(written).fill(0, idAt, idAt + 4);
}

/** A raw loop that sends what a call of the SDK sends, checked. The SDK's labels must have settled before. */
export async function rawLoopLike(
  call: () => Promise<unknown>,
  host: string,
  port: number,
): Promise<RawLoop> {
  const request = await octetsOf(call);
  const raw = await RawLoop.open(host, port, request);
  const sent = await octetsOf(() => raw.call());
  const again = await octetsOf(call);
  if (!sent.equals(request) || !again.equals(request)) {
    raw.close();
    throw new Error(
      `raw loop and SDK do not send the same octets:\n${sent.toString("hex")}\n${request.toString("hex")}\n${again.toString("hex")}`,
    );
  }
  return raw;
}
