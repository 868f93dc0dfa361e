// Asks one source, and publishes what it says.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LoadHost, LoadSource } from "@remora/client";

/** The figures of one member, and when they were taken, milliseconds since 1970. */
interface Latest {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly takenAtMs: number;
}

/** The published document. */
export interface LoadDocument {
  readonly version: 1;
  /** When it was made, milliseconds since 1970. */
  readonly atMs: number;
  readonly members: Readonly<
    Record<string, { readonly figures: Latest["figures"]; readonly ageMs: number }>
  >;
}

/** Figures older than so many intervals are not fresh. */
const freshIntervals = 3;

/** A load agent: from `start` to `close` it asks its source and answers `GET /load` and `GET /health`. */
export class LoadAgent {
  readonly #source: LoadSource;
  readonly #freshMs: number;
  readonly #log: (line: string) => void;
  readonly #latest = new Map<string, Latest>();
  readonly #server: Server;
  #stop: (() => void) | undefined;
  #problem: { readonly text: string; readonly at: number } | undefined;

  constructor(source: LoadSource, intervalMs: number, log: (line: string) => void) {
    this.#source = source;
    this.#freshMs = freshIntervals * intervalMs;
    this.#log = log;
    this.#server = createServer((request, response) => {
      request.resume();
      const { method = "", url = "" } = request;
      this.#answer(method, url.split("?")[0] ?? "", response);
    });
  }

  /** Begins to ask and to answer; gives the address. */
  async start(host: string, port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, host, resolve);
    });
    this.#stop = this.#source.start(this.#host());
    const { address, family, port: taken } = this.#server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`;
  }

  /** Ends the questions and all connections. */
  async close(): Promise<void> {
    this.#stop?.();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #document(): LoadDocument {
    const atMs = Date.now();
    // While no new figures come, atMs less ageMs stays the same: so clients see that they know them already.
    const members = [...this.#latest].map(([name, { figures, takenAtMs }]) => [
      name,
      { figures, ageMs: Math.max(0, atMs - takenAtMs) },
    ]);
    return { version: 1, atMs, members: Object.fromEntries(members) };
  }

  #answer(method: string, path: string, response: ServerResponse): void {
    if (path !== "/load" && path !== "/health") {
      send(response, 404, { error: "there is /load and /health" });
    } else if (method !== "GET" && method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      send(response, 405, { error: `${path} is only read` });
    } else if (path === "/load") {
      send(response, 200, this.#document());
    } else {
      this.#answerHealth(response);
    }
  }

  #answerHealth(response: ServerResponse): void {
    const ages = Object.values(this.#document().members).map(({ ageMs }) => ageMs);
    const fresh = ages.filter((ageMs) => ageMs <= this.#freshMs).length;
    const status = fresh === 0 ? "stale" : fresh < ages.length ? "partly stale" : "ok";
    const problem = this.#recentProblem();
    send(response, fresh === 0 ? 503 : 200, {
      status,
      members: ages.length,
      fresh,
      ...(problem === undefined ? {} : { problem }),
    });
  }

  #host(): LoadHost {
    return {
      now: () => performance.now(),
      random: () => Math.random(),
      members: () => [],
      counters: () => ({ inFlight: 0, roundTripMs: undefined, failures: 0 }),
      report: (member, figures, ageMs = 0) => {
        if (!this.#latest.has(member)) this.#log(`${member} is published`);
        this.#latest.set(member, { figures, takenAtMs: Date.now() - Math.round(ageMs) });
      },
      failed: (message) => {
        // A server that stays away is one line, not one every five seconds.
        const text = message.replace(/ \(\d+ in a row\)$/, "");
        if (text !== this.#recentProblem()) this.#log(text);
        this.#problem = { text, at: performance.now() };
      },
    };
  }

  /** What went wrong last, unless it seems to be over: a source does not say that all is well again. */
  #recentProblem(): string | undefined {
    const problem = this.#problem;
    if (problem === undefined) return undefined;
    return performance.now() - problem.at <= this.#freshMs ? problem.text : undefined;
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(text);
}
