/** What a network error of Node.js means, in one place. */
export interface NetworkProblem {
  /** Node's code, or `CONNECTION_LOST` when there is none. */
  readonly code: string;
  /** A lower-case clause for people. */
  readonly text: string;
}

const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused: nothing listens there",
  ECONNRESET: "connection reset by the peer",
  EPIPE: "connection closed by the peer while writing",
  ETIMEDOUT: "no answer in time",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  EADDRNOTAVAIL: "address not available",
  ENOTFOUND: "host name does not resolve here",
  EAI_AGAIN: "host name does not resolve now",
  EACCES: "not permitted",
  EMFILE: "too many open files in this process",
  CONNECT_TIMEOUT: "no connection in time",
};

/** Code and words of an error from Node's net, dns or tls. */
export function networkProblem(error: unknown): NetworkProblem {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  if (typeof code === "string") {
    return { code, text: texts[code] ?? (error as Error).message };
  }
  if (error instanceof Error) return { code: "CONNECTION_LOST", text: error.message };
  return { code: "CONNECTION_LOST", text: "connection closed by the peer" };
}

/** Whether the failure is one of name resolution. */
export function isResolveProblem(problem: NetworkProblem): boolean {
  return problem.code === "ENOTFOUND" || problem.code === "EAI_AGAIN";
}
