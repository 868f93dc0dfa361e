import { createServer, type Server } from "node:net";

/** A block of ports that this process has claimed until it releases it. */
export interface PortBlock {
  readonly base: number;
  release(): void;
}

/** Below the range from which operating systems draw ports for outgoing connections. */
const lowest = 20_000;
const highest = 32_000;

/**
 * Draws a block of ports (or takes the given one) and checks that the wanted offsets are free.
 * The block's first port stays open as a claim, so two clusters that start at the same time on
 * one machine do not draw the same block.
 */
export async function claimPorts(
  size: number,
  offsets: readonly number[],
  wanted?: number,
): Promise<PortBlock> {
  const blocks = Math.floor((highest - lowest) / size);
  const first = Math.floor(Math.random() * blocks);
  const tried: string[] = [];
  for (let i = 0; i < (wanted === undefined ? blocks : 1); i++) {
    const base = wanted ?? lowest + ((first + i) % blocks) * size;
    const claim = await listen(base, "127.0.0.1");
    if (claim === undefined) {
      tried.push(`${base} is in use`);
      continue;
    }
    const busy = await firstBusy(offsets.map((offset) => base + offset));
    if (busy === undefined) {
      claim.unref();
      return { base, release: () => void claim.close() };
    }
    await closed(claim);
    tried.push(`${busy} is in use`);
  }
  throw new Error(`no free block of ${size} ports: ${tried.slice(0, 5).join(", ")}`);
}

async function firstBusy(ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) {
    for (const host of ["127.0.0.1", "0.0.0.0"]) {
      const server = await listen(port, host);
      if (server === undefined) return port;
      await closed(server);
    }
  }
  return undefined;
}

function listen(port: number, host: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
