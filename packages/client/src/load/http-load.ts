import { ConfigurationError } from "../errors.ts";
import { getText, placeOf } from "./http-text.ts";
import { parseLoadDocument } from "./load-document.ts";
import { failureText, LoadFailure } from "./load-failure.ts";
import { addressOption, checkSourceOptions, durationOption, isRecord } from "./load-options.ts";
import type { LoadSource } from "./load-source.ts";
import { StrangerWatch } from "./named-figures.ts";
import { paceOf, startPolling } from "./poller.ts";

/** Options of `httpLoad`. */
export interface HttpLoadOptions {
  /** Address of the document, `http:` or `https:`, for instance that of a load agent: `http://agent:8484/load`. */
  readonly url: string;
  /** Milliseconds from one poll to the next, 20 % more or less. Default 5,000. */
  readonly intervalMs?: number;
  /** Limit of one poll, milliseconds. Default 2,000. */
  readonly timeoutMs?: number;
  /** Headers of the request, for instance `authorization`. Never shown in messages. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Figures from a JSON document, polled over HTTP: `{ "version": 1, "atMs": …, "members": { "i1": { "figures": { … },
 * "ageMs": … } } }`, or plain `{ "i1": { … } }`. Both `atMs`, when the document was made, and `ageMs`, how old the figures
 * were then, may be missing. A member that is missing keeps its old figures, which grow older. At most 1 MiB is read.
 * Throws ConfigurationError when options are wrong.
 */
export function httpLoad(options: HttpLoadOptions): LoadSource {
  checkSourceOptions("httpLoad", options, {
    url: addressOption,
    intervalMs: durationOption,
    timeoutMs: durationOption,
    headers: {
      secret: true,
      problem: (value) =>
        isRecord(value) && Object.values(value).every((text) => typeof text === "string")
          ? undefined
          : "an object of names and texts",
    },
  });
  const { url: text, headers: extra = {}, ...times } = options;
  const url = new URL(text);
  const headers = checkedHeaders(extra);
  const place = placeOf(url);
  return {
    name: `httpLoad ${place}`,
    start: (host) => {
      const strangers = new StrangerWatch();
      const heard = new HeardSamples();
      return startPolling(host, paceOf(times), async ({ signal, report }) => {
        const answer = await getText(url, headers, signal);
        try {
          if (answer.status !== 200) throw new LoadFailure(statusText(answer.status));
          const { atMs, figures } = parseLoadDocument(answer.text);
          const members = host.members();
          heard.keep(members);
          const age = ageByServer(atMs, answer.dateMs) + answer.cachedMs;
          strangers.hand(figures, members, (member, own, ageMs) => {
            if (heard.isNew(member, atMs, ageMs)) report(member, own, ageMs + age);
          });
        } catch (error) {
          throw new LoadFailure(`${place}: ${failureText(error)}`, { cause: error });
        }
      });
    },
  };
}

/** Figures that were reported, by the time when they were taken on the publisher's clock. */
class HeardSamples {
  readonly #takenAt = new Map<string, number>();

  /** Forgets who is no member any more. */
  keep(members: readonly string[]): void {
    for (const member of this.#takenAt.keys()) {
      if (!members.includes(member)) this.#takenAt.delete(member);
    }
  }

  /** Whether these are other figures than those before: what is only heard again must not look like news. */
  isNew(member: string, atMs: number | undefined, ageMs: number): boolean {
    if (atMs === undefined) return true;
    const takenAt = atMs - ageMs;
    if (this.#takenAt.get(member) === takenAt) return false;
    this.#takenAt.set(member, takenAt);
    return true;
  }
}

/** Both times are the server's own; its Date header has whole seconds. */
function ageByServer(atMs: number | undefined, dateMs: number | undefined): number {
  return atMs === undefined || dateMs === undefined ? 0 : Math.max(0, dateMs - atMs);
}

function statusText(status: number): string {
  if (status === 401 || status === 403) return `answers ${status}: it wants other headers`;
  return `answers ${status}`;
}

function checkedHeaders(extra: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(extra)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new ConfigurationError(
        `httpLoad: header ${JSON.stringify(name)} has a name or a value that HTTP does not allow`,
      );
    }
  }
  return { accept: "application/json", ...extra };
}
