import type { AlteonThresholds } from "../alteon/alteon-thresholds.ts";

/** A server as its lines describe it: a virtual one here, a real one elsewhere. */
export interface ServerDraft {
  readonly id: string;
  readonly local: boolean;
  readonly line: number;
  name?: string;
  rank?: number;
  weight?: number;
  enabled?: boolean;
  /** A real server: whether it is a site elsewhere. */
  remote?: boolean;
}

/** A rule as its lines describe it. */
export interface RuleDraft {
  readonly number: number;
  readonly line: number;
  name?: string;
  domain?: string;
  start?: string;
  end?: string;
  required?: number;
  enabled?: boolean;
  deleted?: boolean;
  /** By number. */
  readonly metrics: Map<number, string>;
  /** Networks that its metrics add, with the line. */
  readonly networks: { readonly id: string; readonly line: number }[];
}

/** A network as its lines describe it. */
export interface NetworkDraft {
  readonly id: string;
  /** Of its mask, else of its first command. */
  line: number;
  address: string;
  bits: number | undefined;
  enabled: boolean;
  /** Key of the server to its preference. */
  readonly servers: Map<string, { readonly preference: number; readonly line: number }>;
}

/** Everything that was read so far. */
export interface AlteonDraft {
  readonly thresholds: { -readonly [Key in keyof AlteonThresholds]: AlteonThresholds[Key] };
  smask?: number;
  timeout?: number;
  readonly rules: Map<number, RuleDraft>;
  readonly networks: Map<string, NetworkDraft>;
  /** By key: `virt 1`, `real 2`. */
  readonly servers: Map<string, ServerDraft>;
}

/** Nothing read yet. */
export function newAlteonDraft(): AlteonDraft {
  return { thresholds: {}, rules: new Map(), networks: new Map(), servers: new Map() };
}

/** The server of a key, made at its first mention. */
export function serverOf(
  { servers }: AlteonDraft,
  kind: "virt" | "real",
  id: string,
  line: number,
): ServerDraft {
  const key = `${kind} ${id}`;
  const server = servers.get(key) ?? { id, local: kind === "virt", line };
  servers.set(key, server);
  return server;
}

/** The rule of a number, made at its first mention. */
export function ruleOf({ rules }: AlteonDraft, number: number, line: number): RuleDraft {
  const rule = rules.get(number) ?? { number, line, metrics: new Map(), networks: [] };
  rules.set(number, rule);
  return rule;
}

/** The network of an id, made at its first mention: every client, until `sip` and `mask` say more. */
export function networkOf({ networks }: AlteonDraft, id: string, line: number): NetworkDraft {
  const network = networks.get(id) ?? {
    id,
    line,
    address: "0.0.0.0",
    bits: undefined,
    enabled: true,
    servers: new Map(),
  };
  networks.set(id, network);
  return network;
}
