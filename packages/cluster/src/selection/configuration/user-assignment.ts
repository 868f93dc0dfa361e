import { didYouMean } from "../nearest-word.ts";
import { type LdapFilterResult, parseLdapFilter, parseLdapItem } from "./ldap-filter.ts";
import { matchesLdapFilter, type Tenant, tenantAttribute } from "./ldap-match.ts";
import { isInScope, type LdapUrl, parseLdapUrl } from "./ldap-url.ts";

/** Whether a tenant may use a server. */
export type UserAssignment = (tenant: Tenant) => boolean;

/** A user assignment, or what is wrong with its text. */
export type UserAssignmentResult =
  | { readonly ok: true; readonly allows: UserAssignment }
  | {
      readonly ok: false;
      /** The filter or URL that is wrong, as written. */
      readonly value: string;
      /** What is wrong, as a lower-case clause. */
      readonly problem: string;
      /** What to do about it, as a lower-case clause. */
      readonly hint: string;
    };

type Failure = Extract<UserAssignmentResult, { ok: false }>;

const OWNER = "scottasessionowner";
const FORMS = `write (attribute=value), ldap:///base??scope?filter or ${OWNER}=…`;

/** The name that identifies a tenant: its `identity`, else that of its `dn`, as the product writes it. */
function identityOf(tenant: Tenant): readonly string[] {
  const identity = tenantAttribute(tenant, "identity");
  if (identity.length > 0) return identity;
  return tenantAttribute(tenant, "dn").map((dn) => `.../_service/sco/tta/ldapcache/${dn}`);
}

function valuesOf(tenant: Tenant, attribute: string): readonly string[] {
  return attribute.toLowerCase() === OWNER
    ? identityOf(tenant)
    : tenantAttribute(tenant, attribute);
}

/** Who has no `dn` is under no base. */
function urlAllows(url: LdapUrl, tenant: Tenant): boolean {
  const names = tenantAttribute(tenant, "dn");
  const isThere = url.base.length === 0 || names.some((dn) => isInScope(dn, url));
  return isThere && matchesLdapFilter(url.filter, tenant, valuesOf);
}

/** A text in double quotes, `\"` resolved; every other backslash belongs to the filter. */
function quotedAt(text: string, from: number): { content: string; end: number } | undefined {
  const found = /"((?:[^"\\]|\\.)*)"/sy;
  found.lastIndex = from;
  const content = found.exec(text)?.[1];
  return content === undefined
    ? undefined
    : { content: content.replaceAll('\\"', '"'), end: found.lastIndex };
}

function ofFilter(text: string, parsed: LdapFilterResult): UserAssignmentResult {
  if (!parsed.ok) return { ...parsed, value: text };
  return { ok: true, allows: (tenant) => matchesLdapFilter(parsed.filter, tenant, valuesOf) };
}

/** A URL, or a pattern of identities: what stands without parentheses. */
function parseWord(word: string): UserAssignmentResult {
  if (/^ldaps?:\/\//i.test(word)) {
    const parsed = parseLdapUrl(word);
    if (!parsed.ok) return { ...parsed, value: word };
    return { ok: true, allows: (tenant) => urlAllows(parsed.url, tenant) };
  }
  const [name = ""] = word.split("=");
  if (name.toLowerCase() === OWNER && name !== word) return ofFilter(word, parseLdapItem(word));
  const near = didYouMean(name, [OWNER]);
  const hint = near.startsWith("did") ? near : FORMS;
  return { ok: false, value: word, problem: "is no filter and no URL", hint };
}

/** The assignment that begins at a place, and where it ends. */
function parseAt(
  text: string,
  from: number,
  isQuoted: boolean,
): { readonly part: UserAssignmentResult; readonly end: number } {
  const sign = text.charAt(from);
  if (sign === '"' && !isQuoted) {
    const quoted = quotedAt(text, from);
    if (quoted === undefined) {
      const value = text.slice(from);
      const part: Failure = {
        ok: false,
        value,
        problem: "is not closed",
        hint: 'write a " at its end',
      };
      return { part, end: text.length };
    }
    return { part: parseAll(quoted.content, true), end: quoted.end };
  }
  if (sign === "(") {
    const parsed = parseLdapFilter(text, from);
    const end = parsed.ok ? parsed.end : text.length;
    return { part: ofFilter(text.slice(from, end), parsed), end };
  }
  // In quotes a URL may have blanks.
  const word = isQuoted ? text.slice(from) : (/^\S+/.exec(text.slice(from))?.[0] ?? "");
  return { part: parseWord(word.trim()), end: from + word.length };
}

function parseAll(text: string, isQuoted: boolean): UserAssignmentResult {
  const parts: UserAssignment[] = [];
  let index = 0;
  while (index < text.length) {
    if (/\s/.test(text.charAt(index))) {
      index++;
      continue;
    }
    const { part, end } = parseAt(text, index, isQuoted);
    if (!part.ok) return part;
    parts.push(part.allows);
    index = end;
  }
  if (parts.length === 0) return { ok: false, value: text, problem: "is empty", hint: FORMS };
  return { ok: true, allows: (tenant) => parts.some((allows) => allows(tenant)) };
}

/**
 * Reads a user assignment (`--userassign`): search filters of LDAP in parentheses, LDAP URLs and
 * `scottasessionowner=…`, each with or without double quotes. Of several any one is enough.
 *
 * They are tested against the tenant of a request, without asking any directory: its fields are the attributes, `dn` is
 * what the base of a URL is compared with, `identity` (else `dn`) is what `scottasessionowner` means.
 */
export function parseUserAssignment(text: string): UserAssignmentResult {
  return parseAll(text, false);
}
