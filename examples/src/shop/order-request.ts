// The body of `POST /orders`, read and checked: what gets through fits the Java class.
import type { IncomingMessage } from "node:http";
import { RequestProblem } from "./answer.ts";
import type { Order, OrderLine } from "./generated/index.ts";

const limits = { octets: 65_536, lines: 100, quantity: 1_000 } as const;
const idForm = /^[\w.-]{1,64}$/;
/** A half of a surrogate pair alone is no text, and Java refuses it. */
const textForm = /^\P{Surrogate}{1,100}$/u;

/**
 * Reads `{ "id": "…", "customer": "…", "lines": [{ "article": "…", "quantity": 1 }] }`. The id may come in the header
 * `Idempotency-Key` instead.
 *
 * @throws RequestProblem that names the field and what is accepted.
 */
export async function orderIn(request: IncomingMessage): Promise<Order> {
  const body = await jsonIn(request);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalid("the body", "an object", body);
  }
  const { id, customer, lines, ...others } = body as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new RequestProblem(400, "INVALID", `nothing is called "${unknown.slice(0, 60)}"`);
  }
  return { id: idIn(request, id), customer: textIn("customer", customer), lines: linesIn(lines) };
}

function idIn(request: IncomingMessage, id: unknown): string {
  const key = request.headers["idempotency-key"]?.toString();
  const found = id ?? key;
  const accepted = "1 to 64 letters, digits, _ . -, in the body or in the header Idempotency-Key";
  if (typeof found !== "string" || !idForm.test(found)) throw invalid("id", accepted, found);
  if (key !== undefined && key !== found) throw invalid("id", `as Idempotency-Key ("${key}")`, id);
  return found;
}

function linesIn(lines: unknown): readonly OrderLine[] {
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > limits.lines) {
    throw invalid("lines", `a list of 1 to ${limits.lines}`, lines);
  }
  return lines.map((line: unknown, index) => {
    const { article, quantity } = (line ?? {}) as Record<string, unknown>;
    const most = limits.quantity;
    if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > most) {
      throw invalid(`lines[${index}].quantity`, `a whole number from 1 to ${most}`, quantity);
    }
    return { article: textIn(`lines[${index}].article`, article), quantity: Number(quantity) };
  });
}

function textIn(field: string, value: unknown): string {
  if (typeof value === "string" && textForm.test(value)) return value;
  throw invalid(field, "a text of 1 to 100 characters", value);
}

async function jsonIn(request: IncomingMessage): Promise<unknown> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new RequestProblem(415, "NO_JSON", "send application/json");
  }
  const text = await textOf(request);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestProblem(400, "NO_JSON", reason.slice(0, 200));
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let octets = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      octets += chunk.length;
      if (octets > limits.octets) break;
      chunks.push(chunk);
    }
  } catch {
    throw new RequestProblem(400, "ABORTED", "the request ended too early");
  }
  if (octets <= limits.octets) return Buffer.concat(chunks).toString("utf8");
  // The rest is not read, so the connection cannot be used again.
  const message = `an order has at most ${limits.octets} octets`;
  throw new RequestProblem(413, "TOO_LARGE", message, { connection: "close" });
}

function invalid(field: string, accepted: string, value: unknown): RequestProblem {
  const shown = JSON.stringify(value)?.slice(0, 60) ?? "nothing";
  return new RequestProblem(400, "INVALID", `${field}: ${accepted}, not ${shown}`);
}
