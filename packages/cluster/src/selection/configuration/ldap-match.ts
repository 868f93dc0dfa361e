import { matchesPieces } from "../name-pattern.ts";
import type { LdapFilter } from "./ldap-filter.ts";

/** Facts about whoever asks, by attribute. */
export type Tenant = Readonly<Record<string, unknown>>;

/** How an attribute is found; a tenant has none, one or several values. */
export type TenantAttribute = (tenant: Tenant, attribute: string) => readonly string[];

/** The values of an attribute as texts. The case of its name does not count, and what is no text, number or switch. */
export function tenantAttribute(tenant: Tenant, attribute: string): readonly string[] {
  const wanted = attribute.toLowerCase();
  return Object.entries(tenant)
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .filter((value) => ["string", "number", "bigint", "boolean"].includes(typeof value))
    .map(String);
}

/** Neither the case counts nor how many blanks part two words. */
function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}

/** Alike are texts that differ in blanks and signs only. */
function bare(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Less than 0, 0, more than 0: as numbers when both are, else as texts. */
function compared(a: string, b: string): number {
  const isNumber = (text: string): boolean => /^\s*-?\d+(?:\.\d+)?\s*$/.test(text);
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  const [left, right] = [folded(a).trim(), folded(b).trim()];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Whether a filter matches a tenant. An attribute that the tenant does not have matches nothing, so its negation does.
 * Of several values one is enough. Every entry has an `objectClass`, so its presence always matches.
 */
export function matchesLdapFilter(
  filter: LdapFilter,
  tenant: Tenant,
  valuesOf: TenantAttribute = tenantAttribute,
): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((each) => matchesLdapFilter(each, tenant, valuesOf));
    case "or":
      return filter.filters.some((each) => matchesLdapFilter(each, tenant, valuesOf));
    case "not":
      return !matchesLdapFilter(filter.filter, tenant, valuesOf);
    case "present":
      return (
        filter.attribute.toLowerCase() === "objectclass" ||
        valuesOf(tenant, filter.attribute).length > 0
      );
    case "substrings": {
      const pieces = filter.pieces.map(folded);
      return valuesOf(tenant, filter.attribute).some((value) =>
        matchesPieces(pieces, folded(value)),
      );
    }
    case "equal":
    case "alike":
    case "atLeast":
    case "atMost":
      return valuesOf(tenant, filter.attribute).some((value) =>
        matchesValue(filter.kind, value, filter.value),
      );
  }
}

function matchesValue(
  kind: "equal" | "alike" | "atLeast" | "atMost",
  value: string,
  wanted: string,
): boolean {
  switch (kind) {
    case "equal":
      return folded(value).trim() === folded(wanted).trim();
    case "alike":
      return bare(value) === bare(wanted);
    case "atLeast":
      return compared(value, wanted) >= 0;
    case "atMost":
      return compared(value, wanted) <= 0;
  }
}
