/** Numbers of the OSF code set registry, as far as ORBs use them (CORBA 3.3 part 2, §7.10.5.1). */
export const CodeSet = {
  latin1: 0x0001_0001,
  iso646: 0x0001_0020,
  ucs2: 0x0001_0100,
  utf16: 0x0001_0109,
  utf8: 0x0501_0001,
} as const;

/** Transmission code sets of a connection: for `char`/`string` and for `wchar`/`wstring`. */
export interface CodeSets {
  /** Number of the registry, for `char` and `string`. */
  readonly char: number;
  /** For `wchar` and `wstring`, hence for every Java string. */
  readonly wchar: number;
}

/** What we offer and what every ORB in reach accepts. */
export const defaultCodeSets: CodeSets = Object.freeze({
  char: CodeSet.utf8,
  wchar: CodeSet.utf16,
});

/** True when we can both read and write the code set as `char`. */
export function isKnownCharSet(codeSet: number): boolean {
  return codeSet === CodeSet.utf8 || codeSet === CodeSet.latin1 || codeSet === CodeSet.iso646;
}

/** True when we can both read and write the code set as `wchar`. */
export function isKnownWcharSet(codeSet: number): boolean {
  return codeSet === CodeSet.utf16 || codeSet === CodeSet.ucs2 || codeSet === CodeSet.utf8;
}
