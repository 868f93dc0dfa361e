import type { CdrReader } from "../cdr/reader.ts";
import { LocalProtocolError } from "../errors.ts";

/**
 * Makes a value of octets from a peer. Our classes refuse parts out of range as an error of the caller;
 * here the peer sent them.
 */
export function checkedValue<T>(reader: CdrReader, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof LocalProtocolError)) throw error;
    return reader.fail(error.message, "VALUE_MALFORMED");
  }
}
