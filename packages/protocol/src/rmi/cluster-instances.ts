import type { CdrReader } from "../cdr/reader.ts";
import { readValue } from "./value-reader.ts";

/** One listener of a server instance, as discovery tells it. */
export interface ClusterInstanceEndpoint {
  /** Raw listener id: `orb-listener-1`, `SSL`, `SSL_MUTUALAUTH` … */
  readonly type: string;
  /** As the instance knows itself. */
  readonly host: string;
  /** 0: no such listener. */
  readonly port: number;
}

/** One server instance, as discovery tells it. */
export interface ClusterInstance {
  /** Instance name. */
  readonly name: string;
  /** `lb-weight`; 0 means drained. */
  readonly weight: number;
  /** Three on GlassFish: clear, TLS, TLS with client certificate. */
  readonly endpoints: readonly ClusterInstanceEndpoint[];
}

/**
 * Reads the result of `_get_clusterInstanceInfo`: a list of instances. Null (not clustered) and an
 * empty list (no group service) are the same: nobody.
 */
export function readClusterInstances(reader: CdrReader): ClusterInstance[] {
  const list = readValue(reader);
  if (list === null) return [];
  if (!Array.isArray(list)) reader.fail("discovery answers no list", "VALUE_CLASS");
  // Instances may be back references to each other's lists: each list is converted once only.
  const converted = new Map<unknown, readonly ClusterInstanceEndpoint[]>();
  return (list as unknown[]).map((entry) => clusterInstance(reader, entry, converted));
}

/** The server may be of another vendor or version, so nothing is taken for granted. */
function clusterInstance(
  reader: CdrReader,
  entry: unknown,
  converted: Map<unknown, readonly ClusterInstanceEndpoint[]>,
): ClusterInstance {
  const { name, weight, endpoints } = (entry ?? {}) as Record<string, unknown>;
  if (typeof name !== "string" || typeof weight !== "number" || !Array.isArray(endpoints)) {
    return reader.fail("discovery answers something else than instances", "VALUE_CLASS");
  }
  let listeners = converted.get(endpoints);
  if (listeners === undefined) {
    listeners = endpoints.map((endpoint) => listener(reader, endpoint));
    converted.set(endpoints, listeners);
  }
  return { name, weight, endpoints: listeners };
}

function listener(reader: CdrReader, entry: unknown): ClusterInstanceEndpoint {
  const { type, host, port } = (entry ?? {}) as Record<string, unknown>;
  if (typeof type !== "string" || typeof host !== "string" || typeof port !== "number") {
    return reader.fail("discovery answers something else than listeners", "VALUE_CLASS");
  }
  return { type, host, port };
}
