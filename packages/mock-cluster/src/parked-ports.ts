// Keeps the port of a member that is down from being given to somebody else, while connecting to it is refused.
import { connect, createServer, type Server, type Socket } from "node:net";

interface ParkingLot {
  readonly server: Server;
  /** The far ends of parked ports. */
  readonly sockets: Set<Socket>;
  readonly port: number;
}

/**
 * A port that nobody listens on may be handed out to the next listener of any process, and a test would then find a
 * stranger where its dead member was. So the port is bound as the local end of an idle connection: the system hands
 * bound ports to nobody, refuses connections to them as there is no listener, and lets us listen there again.
 */
export class ParkedPorts {
  readonly #lots = new Map<string, Promise<ParkingLot>>();
  readonly #parked = new Map<string, Socket>();
  #closed = false;

  /** Takes a port that was just freed. Without luck nothing happens: the port is then as free as it was. */
  async park(host: string, port: number): Promise<void> {
    if (this.#closed) return;
    const lot = await this.#lot(host);
    const socket = await new Promise<Socket | undefined>((resolve) => {
      const attempt = connect({ host, port: lot.port, localAddress: host, localPort: port });
      attempt.once("connect", () => resolve(attempt));
      attempt.once("close", () => resolve(undefined));
      attempt.on("error", () => {});
      attempt.unref();
    });
    if (socket === undefined) return;
    if (this.#closed) socket.destroy();
    else this.#parked.set(key(host, port), socket);
  }

  /** Gives a port back; it can be listened on before and after. */
  release(host: string, port: number): void {
    const name = key(host, port);
    this.#parked.get(name)?.destroy();
    this.#parked.delete(name);
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    this.#closed = true;
    const closing = [...this.#parked.values()].map(
      (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()).destroy()),
    );
    this.#parked.clear();
    for (const lot of await Promise.all(this.#lots.values())) {
      for (const socket of lot.sockets) socket.destroy();
      closing.push(new Promise((resolve) => lot.server.close(() => resolve())));
    }
    this.#lots.clear();
    await Promise.all(closing);
  }

  #lot(host: string): Promise<ParkingLot> {
    const known = this.#lots.get(host);
    if (known !== undefined) return known;
    const opened = new Promise<ParkingLot>((resolve, reject) => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        sockets.add(socket.unref().on("error", () => {}));
        socket.once("close", () => sockets.delete(socket));
      });
      server.once("error", reject);
      server.listen({ host, port: 0 }, () => {
        const address = server.address();
        resolve({
          server,
          sockets,
          port: typeof address === "object" && address ? address.port : 0,
        });
      });
      server.unref();
    });
    this.#lots.set(host, opened);
    return opened;
  }
}

function key(host: string, port: number): string {
  return `${host} ${port}`;
}
