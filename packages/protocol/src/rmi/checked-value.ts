import type { CdrReader } from "../cdr/reader.ts";
import { LocalProtocolError } from "../errors.ts";

/**
 * The error for a value that octets of a peer made. Our classes refuse parts out of range as an error of the caller;
 * here the peer sent them.
 */
export function refusedValue(reader: CdrReader, error: unknown): never {
  if (!(error instanceof LocalProtocolError)) throw error;
  return reader.fail(error.message, "VALUE_MALFORMED");
}
