import { type Endpoint, parseEndpointList } from "@remora/cluster";

/** Endpoints, or what is wrong with the text, ready to stand in an error. */
export type ParsedEndpoints =
  | { readonly ok: true; readonly endpoints: readonly Endpoint[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `host:port,[v6]:port` (also `+` between, as `-targetserver` allows) and words the problem as one clause. */
export function parseEndpoints(text: string): ParsedEndpoints {
  const parsed = parseEndpointList(text);
  if (parsed.ok) return parsed;
  return { ok: false, problem: `endpoint "${parsed.value}": ${parsed.problem}; ${parsed.hint}` };
}
