import { isIdlKeyword } from "./idl-keywords.ts";

/** What a repository id says about a Java value (Java to IDL mapping 1.4, §4.3.4.7). */
export interface JavaRepositoryId {
  /** Binary name of the class: `java.util.ArrayList`, `a.B$C`, `[Ljava.lang.String;`. */
  readonly className: string;
  /** As printed; some ORBs leave leading zeros out, so it may be shorter than 16 digits. */
  readonly hash: string;
  readonly serialVersionUid: string;
}

/** Parses `RMI:class:hash[:suid]`; undefined for ids of another form. */
export function parseRepositoryId(id: string): JavaRepositoryId | undefined {
  if (!id.startsWith("RMI:")) return undefined;
  const classEnd = id.indexOf(":", 4);
  if (classEnd < 0)
    return { className: unescapeClassName(id.slice(4)), hash: "", serialVersionUid: "" };
  const hashEnd = id.indexOf(":", classEnd + 1);
  return {
    className: unescapeClassName(id.slice(4, classEnd)),
    hash: id.slice(classEnd + 1, hashEnd < 0 ? undefined : hashEnd),
    serialVersionUid: hashEnd < 0 ? "" : id.slice(hashEnd + 1),
  };
}

/** Hashes are compared as numbers: some ORBs leave leading zeros out. An id without a hash says nothing. */
export function sameHash(known: string, told: string | undefined): boolean {
  if (told === undefined || told === "") return true;
  return known === told || known.replace(/^0+/, "") === told.replace(/^0+/, "").toUpperCase();
}

/** The id of a built-in class, from its name and `HASH:SUID`. */
export function builtInId(className: string, numbers: string): string {
  return `RMI:${escapeClassName(className)}:${numbers}`;
}

/** The id of a serialisable class: `RMI:com.acme.Order:HASH:SUID`. Hash and uid have 16 digits. */
export function classRepositoryId(className: string, hash: string, uid: string): string {
  return `RMI:${escapeClassName(className)}:${hash}:${uid}`;
}

/** Writes characters outside IDL's identifiers as `\U0024` (Java to IDL mapping 1.4, §1.3.5.7). */
export function escapeClassName(className: string): string {
  return className.replace(/[^0-9A-Za-z._À-ÖØ-öø-ÿ]/g, (character) => {
    const digits = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `\\U${digits}`;
  });
}

/** Undoes `\U0024`: every character outside IDL's identifiers is written so. */
function unescapeClassName(text: string): string {
  if (!text.includes("\\U")) return text;
  return text.replace(/\\U([0-9A-Fa-f]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/**
 * The Java exception class behind the id of a user exception: `IDL:com/acme/NoStockEx:1.0` →
 * `com.acme.NoStockException` (Java to IDL mapping 1.4, §4.3.7.1). Undefined for other ids.
 * The mapping loses whether a class ended in `Exception`; nearly all do.
 */
export function exceptionClassOfId(id: string): string | undefined {
  const match = /^IDL:(.+)Ex:1\.0$/.exec(id);
  if (match === null) return undefined;
  return `${match[1]!.replace(/\/_/g, "/").replaceAll("/", ".").replaceAll("__", "$")}Exception`;
}

/** The id of a declared exception (Java to IDL 1.4, 1.3.7.2): `Exception` at the end becomes `Ex`, else `Ex` is added. */
export function exceptionIdOf(javaClass: string): string {
  const parts = javaClass.replaceAll("$", "__").split(".");
  const simple = parts.pop() ?? "";
  const stem = simple.endsWith("Exception") ? simple.slice(0, -"Exception".length) : simple;
  const path = parts.map((part) => (isIdlKeyword(part) ? `_${part}` : part));
  return `IDL:${[...path, `${stem}Ex`].join("/")}:1.0`;
}
