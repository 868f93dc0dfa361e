// A server that answers anything: random octets, mutated replies, replies to other calls, in random pieces.
import { createServer, type Server, type Socket } from "node:net";
import { Orb } from "@remora/client";
import { MessageAssembler, MessageType } from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { outcomeOf } from "../support/outcome.ts";
import { below, printedSeed, randomOf } from "../support/seed.ts";
import { Shop, shopName, startShop } from "../support/shop.ts";

assertNothingIsLeft();

const rounds = process.env["REMORA_LONG"] === "1" ? 50_000 : 2_000;

/** Stands between client and member, and damages what the member says. */
class HostileProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #random: () => number;
  readonly #backend: { readonly host: string; readonly port: number };
  damaging = false;
  messages = 0;

  private constructor(
    random: () => number,
    backend: { readonly host: string; readonly port: number },
  ) {
    this.#random = random;
    this.#backend = backend;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async start(
    random: () => number,
    backend: { readonly host: string; readonly port: number },
  ): Promise<HostileProxy> {
    const proxy = new HostileProxy(random, backend);
    await new Promise<void>((resolve) =>
      proxy.#server.listen({ host: "127.0.0.1", port: 0 }, resolve),
    );
    return proxy;
  }

  get endpoint(): string {
    const address = this.#server.address();
    return `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    // Lazily, so that the member is not asked for connections that never speak.
    const server = new (client.constructor as new () => Socket)();
    server.connect(this.#backend);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on("data", (chunk) => server.write(chunk));
    const assembler = new MessageAssembler({
      onMessage: ({ bytes, start, end, type }) => {
        const octets = bytes.slice(start, end);
        octets[6] = (octets[6] ?? 0) & ~2;
        if (type === MessageType.reply) this.#say(client, octets);
        else client.write(octets);
      },
    });
    server.on("data", (chunk) => assembler.push(chunk));
  }

  #say(client: Socket, reply: Uint8Array): void {
    // What came in fragments is one message now.
    new DataView(reply.buffer, reply.byteOffset).setUint32(8, reply.length - 12);
    const octets = this.damaging ? this.#damaged(reply) : reply;
    this.messages += 1;
    let at = 0;
    while (at < octets.length && !client.destroyed) {
      const size = this.#random() < 0.7 ? octets.length : 1 + below(this.#random, 40);
      client.write(octets.subarray(at, at + size));
      at += size;
    }
    if (this.damaging && this.#random() < 0.05) client.destroy();
  }

  #damaged(reply: Uint8Array): Uint8Array {
    const random = this.#random;
    const octet = (): number => below(random, 256);
    switch (below(random, 9)) {
      case 0:
        return Uint8Array.from({ length: below(random, 200) }, octet);
      case 1:
        return reply.subarray(0, below(random, reply.length));
      case 2: {
        const copy = reply.slice();
        for (let n = 0; n <= below(random, 8); n++) copy[below(random, copy.length)] = octet();
        return copy;
      }
      case 3: {
        // The header stays, the rest is random: framing is intact.
        const copy = reply.slice();
        for (let at = 20; at < copy.length; at++) if (random() < 0.3) copy[at] = octet();
        return copy;
      }
      case 4: {
        const copy = reply.slice();
        copy[7] = below(random, 9);
        return copy;
      }
      case 5: {
        const copy = reply.slice();
        new DataView(copy.buffer).setUint32(16, octet() % 8);
        return copy;
      }
      case 6: {
        const copy = reply.slice();
        copy[6] = octet();
        return copy;
      }
      case 7:
        return Buffer.concat([reply, reply.slice(), Uint8Array.from({ length: 12 }, octet)]);
      default:
        return reply;
    }
  }
}

test(`${rounds} calls to a server that answers anything end in results or documented errors, in time`, async () => {
  const seed = printedSeed("hostile server");
  const random = randomOf(seed);
  await using cluster = await startShop(["i1"], {
    clustered: false,
    fragmentBytes: 1_073_741_824,
    journalLimit: 100,
  });
  const { host, port } = cluster.member("i1");
  await using proxy = await HostileProxy.start(random, { host, port });
  await using orb = new Orb({
    endpoints: proxy.endpoint,
    seed,
    connectBudgetMs: 200,
    silenceProbeMs: 100,
    discoveryIntervalMs: 60_000,
    retryBudget: { calls: 1_000_000 },
    // References name the member itself: all of its traffic goes through the proxy.
    addressMap: { [`${host}:${port}`]: proxy.endpoint },
  });
  const context = await orb.createInitialContext();
  const shop = await context.lookup(shopName, Shop);
  proxy.damaging = true;
  const codes = new Map<string, number>();
  let done = 0;
  const worker = async (): Promise<void> => {
    while (done < rounds) {
      done += 1;
      const timeoutMs = 150;
      const started = performance.now();
      const kind = below(random, 10);
      const call: Promise<unknown> =
        kind === 0
          ? context.lookup(shopName, Shop, { timeoutMs })
          : kind < 5
            ? shop.run(`${done}`, { timeoutMs })
            : shop.echo(`${done}`, { timeoutMs });
      const outcome = await outcomeOf(call);
      expect(performance.now() - started).toBeLessThan(2_000);
      const code = outcome.ok ? "result" : outcome.error.code;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  proxy.damaging = false;
  process.stdout.write(`hostile server: ${JSON.stringify(Object.fromEntries(codes))}\n`);
  expect(codes.size).toBeGreaterThan(3);
  // It has learned nothing that a good server could not make good again.
  const fresh = await orb.lookup(shopName, Shop);
  expect(await fresh.echo("good")).toBe("good");
  expect(await shop.echo("good again")).toBe("good again");
}, 600_000);
