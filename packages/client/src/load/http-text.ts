// One GET with a limit of octets; every failure is put into words that name the address and no secret.
import { LoadFailure } from "./load-failure.ts";

/** What a server answered. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  /** The server's own clock when it answered, milliseconds since 1970, in whole seconds; undefined: it did not say. */
  readonly dateMs: number | undefined;
  /** How long a cache on the way kept the answer, milliseconds. */
  readonly cachedMs: number;
}

/** The most octets of an answer that are read. */
export const largestAnswerBytes = 1_048_576;

/** An address without its query, which may hold a token. */
export function placeOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** Gets a text. Redirects are not followed: credentials would travel with them. Throws LoadFailure. */
export async function getText(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<TextAnswer> {
  try {
    const response = await fetch(url, { headers, signal, redirect: "manual" });
    const { status } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new LoadFailure(`answers ${status}${destination(response, url)}`);
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    const cached = Number(response.headers.get("age") ?? 0);
    return {
      status,
      text: await limitedText(response),
      dateMs: Number.isNaN(date) ? undefined : date,
      cachedMs: Number.isFinite(cached) && cached > 0 ? cached * 1_000 : 0,
    };
  } catch (error) {
    throw new LoadFailure(`${placeOf(url)}: ${reasonOf(error, signal)}`, { cause: error });
  }
}

async function limitedText(response: Response): Promise<string> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let octets = 0;
  // Leaving the loop cancels what is still to come.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    octets += chunk.length;
    if (octets > largestAnswerBytes) {
      throw new LoadFailure(`answers more than ${largestAnswerBytes} octets`);
    }
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function destination(response: Response, url: URL): string {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, url.href)) return "";
  return ` and leads to ${placeOf(new URL(location, url))}: give the address that answers itself`;
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof LoadFailure) return error.message;
  if (signal.aborted && signal.reason instanceof LoadFailure) return signal.reason.message;
  // fetch itself says only that it failed; what happened is the cause.
  const cause = (error as { readonly cause?: unknown }).cause ?? error;
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== "string") return String(message);
  const untrusted = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/.test(code);
  return untrusted
    ? `${code}: start Node.js with NODE_EXTRA_CA_CERTS naming the file of the certificate authority`
    : code;
}
