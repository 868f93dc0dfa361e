// The HTTP front: what comes in as JSON goes to the beans as Java objects, and back.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Orb } from "@remora/client";
import {
  type Answer,
  failureAnswer,
  logOf,
  NothingAsked,
  notFound,
  RequestProblem,
} from "./answer.ts";
import type { Article, Order, Receipt } from "./generated/index.ts";
import { healthAnswer, replyCounts } from "./health.ts";
import { orderIn } from "./order-request.ts";
import { type ShopBeans, shopBeans } from "./shop-beans.ts";

/** One line for an operator. */
export type Log = (line: Readonly<Record<string, unknown>>) => void;

type Handler = (request: IncomingMessage, id: string) => Promise<Answer>;

const requestTimeoutMs = 10_000;

/** A server for one Orb, from `listen` to `drain`. */
export class HttpFront {
  readonly #orb: Orb;
  readonly #log: Log;
  readonly #server: Server;
  readonly #beans: () => Promise<ShopBeans>;
  readonly #replies: ReadonlyMap<string, number>;
  /** Orders that are being placed: the same one twice at once is refused. */
  readonly #underWay = new Set<string>();
  #ready = false;
  #draining = false;

  /** The Orb stays its owner's, who closes it after `drain`. */
  constructor(orb: Orb, log: Log) {
    this.#orb = orb;
    this.#log = log;
    this.#beans = shopBeans(orb);
    this.#replies = replyCounts(orb);
    this.#server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
      void this.#answer(request).then((answer) => this.#send(response, answer));
    });
  }

  readonly #routes: readonly (readonly [
    path: RegExp,
    methods: Readonly<Record<string, Handler>>,
  ])[] = [
    [/^\/articles$/, { GET: () => this.#articles() }],
    [/^\/articles\/([^/]+)$/, { GET: (_, id) => this.#article(id) }],
    [/^\/orders$/, { POST: async (request) => this.#order(await orderIn(request)) }],
    [/^\/orders\/([^/]+)$/, { GET: (_, id) => this.#placed(id) }],
    [/^\/health$/, { GET: async () => this.#health() }],
  ];

  /** Gives the port: the one wanted, or for 0 one that is free. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, host, resolve);
    });
    // The first request finds everything ready; when the cluster is not there yet, some later one does.
    this.#found().catch((error: unknown) => this.#log({ event: "notReady", ...logOf(error) }));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes no more connections, and resolves when the last request was answered or the time is over. */
  async drain(limitMs: number): Promise<void> {
    this.#draining = true;
    const timer = setTimeout(() => this.#server.closeAllConnections(), limitMs);
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    clearTimeout(timer);
  }

  async #articles(): Promise<Answer> {
    const { catalogue } = await this.#found();
    const articles = await catalogue.articles();
    return { status: 200, body: articles.filter((one) => one !== null).map(articleBody) };
  }

  async #article(id: string): Promise<Answer> {
    const { catalogue } = await this.#found();
    const article = await catalogue.article(id);
    if (article === null) return notFound("NO_ARTICLE", `no article is called "${id}"`);
    return { status: 200, body: articleBody(article) };
  }

  /**
   * `place` is not marked idempotent, so the SDK never sends it a second time once it may have run. An id that is known
   * already is answered with its receipt: so a customer may repeat a request whose answer he did not get.
   */
  async #order(order: Order): Promise<Answer> {
    if (this.#underWay.has(order.id)) {
      throw new RequestProblem(409, "UNDER_WAY", `the order "${order.id}" is being placed`);
    }
    this.#underWay.add(order.id);
    try {
      const { desk, earlier } = await beforeTheCall(async () => {
        const { desk } = await this.#found();
        return { desk, earlier: await desk.find(order.id) };
      });
      const receipt = earlier ?? (await desk.place(order));
      const headers = { location: `/orders/${order.id}` };
      return { status: earlier === null ? 201 : 200, body: receiptBody(receipt), headers };
    } finally {
      this.#underWay.delete(order.id);
    }
  }

  async #placed(id: string): Promise<Answer> {
    const { desk } = await this.#found();
    const receipt = await desk.find(id);
    if (receipt === null) return notFound("NO_ORDER", `no order is called "${id}"`);
    return { status: 200, body: receiptBody(receipt) };
  }

  #health(): Answer {
    const state = { ready: this.#ready, draining: this.#draining, replies: this.#replies };
    return healthAnswer(this.#orb, state);
  }

  /** The beans; that they cannot be found says nothing about the call that was meant for them. */
  async #found(): Promise<ShopBeans> {
    const beans = await beforeTheCall(this.#beans);
    this.#ready = true;
    return beans;
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    try {
      return await this.#route(request);
    } catch (error) {
      const answer = failureAnswer(error);
      const { method, url } = request;
      if (answer.status >= 500) this.#log({ event: "failed", method, url, ...logOf(error) });
      return answer;
    }
  }

  async #route(request: IncomingMessage): Promise<Answer> {
    const [path = ""] = (request.url ?? "").split("?");
    for (const [form, methods] of this.#routes) {
      const found = form.exec(path);
      if (found === null) continue;
      const { method = "" } = request;
      const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (handler !== undefined) return await handler(request, decoded(found[1] ?? ""));
      const allow = Object.keys(methods).join(", ");
      throw new RequestProblem(405, "METHOD", `${allow} is what ${path} knows`, { allow });
    }
    throw new RequestProblem(404, "NO_PATH", "there is /articles, /orders and /health");
  }

  #send(response: ServerResponse, { status, body, headers }: Answer): void {
    const text = `${JSON.stringify(body)}\n`;
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      ...headers,
      // So that no client keeps a connection which this server is about to close.
      ...(this.#draining ? { connection: "close" } : {}),
    });
    response.end(text);
  }
}

async function beforeTheCall<T>(steps: () => Promise<T>): Promise<T> {
  try {
    return await steps();
  } catch (error) {
    throw error instanceof NothingAsked ? error : new NothingAsked("", { cause: error });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestProblem(400, "INVALID", `"${text}" is not escaped as URLs are`);
  }
}

/** Prices as text: JSON numbers would lose cents. */
function articleBody({ id, title, price, stock }: Article): unknown {
  return { id, title, price: price.toPlainString(), stock };
}

function receiptBody({ orderId, total, placedAt, member }: Receipt): unknown {
  return { orderId, total: total.toPlainString(), placedAt: placedAt.toString(), member };
}
