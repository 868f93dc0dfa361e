import { didYouMean } from "../nearest-word.ts";
import {
  type LdapFilter,
  type LdapFilterResult,
  parseLdapFilter,
  parseLdapItem,
} from "./ldap-filter.ts";

/** Which entries below the base of a URL are meant: itself, its children, itself and all below. */
export type LdapScope = "base" | "one" | "sub";

/** An LDAP URL (RFC 1959), read. Host, port and attributes do not count and are not kept. */
export interface LdapUrl {
  /** The parts of the distinguished name, the most specific first, in a form that can be compared. */
  readonly base: readonly string[];
  readonly scope: LdapScope;
  readonly filter: LdapFilter;
}

/** A URL, or why it is none. */
export type LdapUrlResult =
  | { readonly ok: true; readonly url: LdapUrl }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

const SCOPES: readonly LdapScope[] = ["base", "one", "sub"];

/** The filter of a URL that has none: every entry. */
const everyEntry: LdapFilter = { kind: "present", attribute: "objectClass" };

/**
 * The parts of a distinguished name, the most specific first; `undefined` when it is none. The case does not count,
 * nor do blanks around `,` and `=`.
 */
export function dnParts(text: string): readonly string[] | undefined {
  if (text.trim() === "") return [];
  const raw = [""];
  for (const [sign] of text.matchAll(/\\.|./gs)) {
    if (sign === ",") raw.push("");
    else raw.push(`${raw.pop() ?? ""}${sign}`);
  }
  const parts = raw.map((part) => {
    const [, name, rest = ""] = /^\s*([\w.-]+)\s*=(.*)$/s.exec(part) ?? [];
    const value = rest.trim();
    if (name === undefined || value === "") return undefined;
    const plain = value.replace(/\\(?:([0-9a-f]{2})|(.))/gis, (_, hex?: string, sign?: string) =>
      hex === undefined ? (sign ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return `${name}=${plain}`.toLowerCase();
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Whether a distinguished name is one of those that base and scope mean. */
export function isInScope(dn: string, { base, scope }: LdapUrl): boolean {
  const parts = dnParts(dn);
  if (parts === undefined) return false;
  const below = parts.length - base.length;
  if (below < 0 || base.some((part, index) => parts[below + index] !== part)) return false;
  if (scope === "base") return below === 0;
  return scope === "sub" || below === 1;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The filter of a URL; it may go without its parentheses. */
function parseUrlFilter(text: string): LdapFilterResult {
  const wanted = text.trim();
  if (wanted === "") return { ok: true, filter: everyEntry, end: 0 };
  const parsed = wanted.startsWith("(") ? parseLdapFilter(wanted) : parseLdapItem(wanted);
  if (!parsed.ok || parsed.end === wanted.length) return parsed;
  const more = JSON.stringify(wanted.slice(parsed.end));
  const hint = "join filters by (&…) or (|…)";
  return { ok: false, problem: `has ${more} after its filter`, hint };
}

/** Reads `ldap://[host[:port]]/base[?attributes[?scope[?filter]]]`. */
export function parseLdapUrl(text: string): LdapUrlResult {
  const found = /^ldaps?:\/\/[^/?]*(?:\/(.*))?$/is.exec(text);
  if (found === null) {
    return { ok: false, problem: "is no LDAP URL", hint: "write ldap:///base??scope?filter" };
  }
  const parts = (found[1] ?? "").split("?").map(decoded);
  if (!parts.every((part) => part !== undefined)) {
    return { ok: false, problem: "has a % that is no escape", hint: "write %25 for a %" };
  }
  const [dn = "", , scopeText = "", ...rest] = parts;
  const base = dnParts(dn);
  if (base === undefined) {
    const hint = "write it as ou=Sales,dc=example,dc=com";
    return { ok: false, problem: `has ${JSON.stringify(dn)}, which is no base`, hint };
  }
  const scope = SCOPES.find((each) => each === (scopeText.toLowerCase() || "base"));
  if (scope === undefined) {
    const hint = didYouMean(scopeText, SCOPES);
    return { ok: false, problem: `has ${JSON.stringify(scopeText)}, which is no scope`, hint };
  }
  const parsed = parseUrlFilter(rest.join("?"));
  return parsed.ok ? { ok: true, url: { base, scope, filter: parsed.filter } } : parsed;
}
