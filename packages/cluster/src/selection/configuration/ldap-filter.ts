/** A search filter of LDAP (RFC 2254), read. */
export type LdapFilter =
  | { readonly kind: "and" | "or"; readonly filters: readonly LdapFilter[] }
  | { readonly kind: "not"; readonly filter: LdapFilter }
  | { readonly kind: "present"; readonly attribute: string }
  | {
      readonly kind: "equal" | "alike" | "atLeast" | "atMost";
      readonly attribute: string;
      readonly value: string;
    }
  | {
      readonly kind: "substrings";
      readonly attribute: string;
      /** What stands between the stars, before the first and after the last one included. */
      readonly pieces: readonly string[];
    };

/** A filter and where it ends, or why it is none. */
export type LdapFilterResult =
  | { readonly ok: true; readonly filter: LdapFilter; readonly end: number }
  | {
      readonly ok: false;
      /** What is wrong, as a lower-case clause. */
      readonly problem: string;
      /** What to do about it, as a lower-case clause. */
      readonly hint: string;
    };

type Failure = Extract<LdapFilterResult, { ok: false }>;

/** Nobody writes deeper; a text that does is meant to hurt. */
const DEEPEST = 50;

const KINDS: Readonly<Record<string, "equal" | "alike" | "atLeast" | "atMost">> = {
  "=": "equal",
  "~=": "alike",
  ">=": "atLeast",
  "<=": "atMost",
};

function failure(problem: string, hint: string): Failure {
  return { ok: false, problem, hint };
}

function afterBlanks(text: string, from: number): number {
  let index = from;
  while (/\s/.test(text.charAt(index))) index++;
  return index;
}

const ESCAPES =
  "write a backslash and two hexadecimal digits: \\2a is *, \\28 is (, \\29 is ), \\5c is \\";

/** Resolves `\2a` and its like; several in a row are the octets of one UTF-8 text. */
function unescaped(text: string): string | Failure {
  try {
    return text.replace(/(?:\\[0-9a-f]{2})+/gi, (run) =>
      decodeURIComponent(run.replaceAll("\\", "%")),
    );
  } catch {
    return failure("has escapes that are no text in UTF-8", ESCAPES);
  }
}

/**
 * Reads one test, `attribute=value`, without its parentheses.
 *
 * @param text - from the name of the attribute to the end of the value
 */
export function parseLdapItem(text: string): LdapFilterResult {
  const sign = text.search(/[=~<>:]/);
  const attribute = text.slice(0, Math.max(0, sign)).trim();
  const [operator = ""] = /^(?:[~<>]?=|:[\w.:-]*=)/.exec(text.slice(Math.max(0, sign))) ?? [];
  if (sign < 0 || operator === "") {
    const hint = "write attribute=value, or ~=, >=, <=";
    return failure(`has ${JSON.stringify(text)}, which is no test`, hint);
  }
  if (operator.startsWith(":")) {
    const hint = "write attribute=value, or ~=, >=, <=";
    return failure("has an extensible match (:=), which is not supported", hint);
  }
  const raw = text.slice(sign + operator.length);
  if (!/^[A-Za-z0-9][\w.;-]*$/.test(attribute)) {
    const hint = "write letters, digits and hyphens";
    return failure(`has ${JSON.stringify(attribute)}, which is no attribute`, hint);
  }
  if (raw.includes("(")) {
    return failure('has a "(" inside a value', "write \\28, or close the parenthesis before it");
  }
  const escape = /\\(?![0-9a-f]{2}).{0,2}/i.exec(raw)?.[0];
  if (escape !== undefined) return failure(`has ${escape}, which is no escape`, ESCAPES);
  const end = text.length;
  if (operator === "=" && raw === "*")
    return { ok: true, filter: { kind: "present", attribute }, end };
  const pieces: string[] = [];
  for (const piece of operator === "=" ? raw.split("*") : [raw]) {
    const value = unescaped(piece);
    if (typeof value !== "string") return value;
    pieces.push(value);
  }
  if (pieces.length > 1)
    return { ok: true, filter: { kind: "substrings", attribute, pieces }, end };
  const kind = KINDS[operator] ?? "equal";
  return { ok: true, filter: { kind, attribute, value: pieces[0] ?? "" }, end };
}

/** The filters of `&` and `|`, up to the closing parenthesis. */
function parseList(
  text: string,
  from: number,
  kind: "and" | "or",
  depth: number,
): LdapFilterResult {
  const filters: LdapFilter[] = [];
  let index = afterBlanks(text, from);
  while (text.charAt(index) === "(") {
    const part = parseLdapFilter(text, index, depth + 1);
    if (!part.ok) return part;
    filters.push(part.filter);
    index = afterBlanks(text, part.end);
  }
  if (filters.length === 0) {
    const sign = kind === "and" ? "&" : "|";
    return failure(`has a ${sign} without filters`, `write (${sign}(a=1)(b=2))`);
  }
  return { ok: true, filter: { kind, filters }, end: index };
}

/** What stands between two parentheses. */
function parseInside(text: string, from: number, depth: number): LdapFilterResult {
  const sign = text.charAt(from);
  if (sign === "&" || sign === "|") {
    return parseList(text, from + 1, sign === "&" ? "and" : "or", depth);
  }
  if (sign === "!") {
    const index = afterBlanks(text, from + 1);
    if (text.charAt(index) !== "(") return failure("has a ! without filter", "write (!(a=1))");
    const part = parseLdapFilter(text, index, depth + 1);
    return part.ok ? { ...part, filter: { kind: "not", filter: part.filter } } : part;
  }
  const close = text.indexOf(")", from);
  const end = close < 0 ? text.length : close;
  const item = parseLdapItem(text.slice(from, end));
  return item.ok ? { ...item, end } : item;
}

/**
 * Reads one filter in parentheses.
 *
 * @param from - place of its opening parenthesis; what follows its end is left to the caller
 */
export function parseLdapFilter(text: string, from = 0, depth = 0): LdapFilterResult {
  if (text.charAt(from) !== "(") {
    return failure("does not begin with a parenthesis", "write (attribute=value)");
  }
  if (depth > DEEPEST) {
    return failure(`is nested deeper than ${DEEPEST} filters`, "write it with fewer parentheses");
  }
  const inside = parseInside(text, afterBlanks(text, from + 1), depth);
  if (!inside.ok) return inside;
  const end = afterBlanks(text, inside.end);
  if (text.charAt(end) === ")") return { ...inside, end: end + 1 };
  return failure(`does not close the parenthesis at column ${from + 1}`, 'write a ")" there');
}
