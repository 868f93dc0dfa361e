import { type PropertyLine, readJavaProperties } from "@remora/cluster";
import { ConfigurationError } from "../errors.ts";

export type { PropertyLine };

/**
 * Reads the format of `java.util.Properties.load`: `#` and `!` comments, `=`, `:` or white space after
 * the key, a backslash at the end of a line to continue, and the escapes `\t \n \r \f \uXXXX`; any other
 * escaped character stands for itself. Entries come in reading order, repeated keys included.
 *
 * @throws ConfigurationError for a `\u` without four hexadecimal digits, as Java does.
 */
export function parseJavaProperties(text: string, file: string): readonly PropertyLine[] {
  const result = readJavaProperties(text, file);
  if (result.ok) return result.value;
  const [first] = result.problems;
  throw new ConfigurationError(
    `${file}:${first?.line}: "${first?.value}" ${first?.problem}; ${first?.hint}`,
  );
}
