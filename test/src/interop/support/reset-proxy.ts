// A firewall between client and server: it passes everything on until it resets the connections that it knows.
import { connect, createServer, type Server, type Socket } from "node:net";

/** Stands before one port of this machine. */
export class ResetProxy {
  readonly #server: Server;
  readonly #clients = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens on a free port. */
  static async before(port: number): Promise<ResetProxy> {
    const server = createServer();
    const proxy = new ResetProxy(server);
    server.on("connection", (client) => proxy.#join(client, connect(port, "127.0.0.1")));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { readonly port: number }).port;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#clients.size;
  }

  /** Ends all connections with RST, on both sides. */
  reset(): void {
    for (const client of this.#clients) client.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.reset();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, upstream: Socket): void {
    this.#clients.add(client);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.on("close", () => {
      this.#clients.delete(client);
      upstream.destroy();
    });
    upstream.on("close", () => client.destroy());
  }
}
