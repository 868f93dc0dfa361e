// Customers: so many requests a second, whatever becomes of them, and what became of them.

/** One request. */
export interface HttpRequest {
  readonly kind: "read" | "order";
  /** Of an order. */
  readonly id: string;
  /** On the clock of `performance.now`. */
  readonly startedAt: number;
  endedAt: number | undefined;
  /** HTTP status; 0 when there was no answer at all. */
  status: number;
  /** `error` of a body that has one. */
  error: string;
  /** `completed` of a body that has one. */
  completed: string;
  /** The member that placed the order. */
  member: string;
}

const tickMs = 5;
const articles = ["book", "ink", "pen"];

/** A running load: four reads, then an order, then four reads … */
export class HttpLoad {
  readonly requests: HttpRequest[] = [];
  readonly #url: string;
  readonly #label: string;
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Set<Promise<void>>();
  #paced = 0;

  /** Each request starts when it is due: a slow one does not hold up the next. */
  constructor(url: string, perSecond: number, label = "order") {
    this.#url = url;
    this.#label = label;
    const startedAt = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedAt) * perSecond) / 1_000;
      while (this.#paced < due) {
        this.#paced += 1;
        this.#start(this.#paced % 5 === 0 ? "order" : "read");
      }
    }, tickMs);
  }

  /** So many orders at once, beside the others. */
  rush(count: number): void {
    for (let n = 0; n < count; n++) this.#start("order");
  }

  #start(kind: HttpRequest["kind"]): void {
    const n = this.requests.length;
    const request: HttpRequest = {
      kind,
      id: `${this.#label}-${n}`,
      startedAt: performance.now(),
      endedAt: undefined,
      status: 0,
      error: "",
      completed: "",
      member: "",
    };
    this.requests.push(request);
    const article = articles[n % articles.length] ?? "";
    const asked =
      kind === "order"
        ? postOrder(this.#url, request.id, article)
        : fetch(`${this.#url}/articles${n % 2 === 0 ? "" : `/${article}`}`);
    const run = settle(request, asked).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Starts no more requests, and waits for those under way. */
  async stop(): Promise<readonly HttpRequest[]> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
    return this.requests;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Orders one of an article. */
export function postOrder(url: string, id: string, article: string): Promise<Response> {
  return fetch(`${url}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": id },
    body: JSON.stringify({ customer: "Ada", lines: [{ article, quantity: 1 }] }),
  });
}

async function settle(request: HttpRequest, asked: Promise<Response>): Promise<void> {
  try {
    const response = await asked;
    const body = (await response.json()) as Readonly<Record<string, unknown>>;
    request.status = response.status;
    request.error = textOf(body["error"]);
    request.completed = textOf(body["completed"]);
    request.member = textOf(body["member"]);
  } catch (error) {
    request.error = `no answer: ${String(error)}`;
  }
  request.endedAt = performance.now();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Whether a request was answered as it was meant. */
export function isGood({ status }: HttpRequest): boolean {
  return status === 200 || status === 201;
}
