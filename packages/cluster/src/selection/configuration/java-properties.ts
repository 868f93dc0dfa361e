import { type ConfigurationResult, newFindings } from "./configuration-result.ts";

/** One entry of a Java-style properties text and the line where its key starts. */
export interface PropertyLine {
  /** The key, escapes resolved. */
  readonly name: string;
  /** The value, escapes resolved and continued lines joined. */
  readonly value: string;
  /** Counted from 1; of a continued entry the first line. */
  readonly line: number;
}

/**
 * Reads the format of `java.util.Properties.load`: `#` and `!` comments, `=`, `:` or white space after
 * the key, a backslash at the end of a line to continue, and the escapes `\t \n \r \f \uXXXX`; any other
 * escaped character stands for itself. Entries come in reading order, repeated keys included.
 *
 * A `\u` without four hexadecimal digits is a problem, as it is for Java.
 */
export function readJavaProperties(
  text: string,
  file: string,
): ConfigurationResult<readonly PropertyLine[]> {
  const findings = newFindings(file);
  const entries = logicalLines(text).map(({ content, line }): PropertyLine => {
    const split = /^((?:[^\\=:\s]|\\.)*)(?:[ \t\f]*[=:][ \t\f]*|[ \t\f]+|$)/s.exec(content);
    const key = split?.[1] ?? "";
    const value = content.slice(split?.[0].length ?? 0);
    const refuse = (escape: string): undefined =>
      findings.problem(line, escape, "is no character", "\\u needs four hexadecimal digits");
    return { name: unescape(key, refuse), value: unescape(value, refuse), line };
  });
  return findings.result(entries);
}

interface LogicalLine {
  readonly content: string;
  readonly line: number;
}

/** Joins continued lines and drops comments and blank lines. A comment is never continued. */
function logicalLines(text: string): readonly LogicalLine[] {
  const naturals = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  const lines: LogicalLine[] = [];
  for (let index = 0; index < naturals.length; index++) {
    let content = stripStart(naturals[index] ?? "");
    if (content === "" || content.startsWith("#") || content.startsWith("!")) continue;
    const line = index + 1;
    while (continues(content) && index + 1 < naturals.length) {
      index++;
      content = content.slice(0, -1) + stripStart(naturals[index] ?? "");
    }
    // A backslash before the end of the text continues into nothing.
    lines.push({ content: continues(content) ? content.slice(0, -1) : content, line });
  }
  return lines;
}

/** Leading white space never counts, also on a continuation line. */
function stripStart(line: string): string {
  return line.replace(/^[ \t\f]+/, "");
}

/** Only an odd number of backslashes continues: the even ones are escaped backslashes. */
function continues(line: string): boolean {
  const backslashes = /\\+$/.exec(line)?.[0].length ?? 0;
  return backslashes % 2 === 1;
}

const escapes: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f" };

function unescape(text: string, refuse: (escape: string) => undefined): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{0,4})|(.))/gs, (whole, hex?: string, plain?: string) => {
    if (plain !== undefined) return escapes[plain] ?? plain;
    if (hex?.length !== 4) return refuse(whole) ?? whole;
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
}
