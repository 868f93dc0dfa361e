// Profiles and components are encapsulations held as octets (CORBA 3.3 part 2, §9.3.3): a byte
// order octet, then CDR whose alignment starts anew at that octet. Reading one is
// `CdrReader.ofEncapsulation`.
import { CodeSet } from "../cdr/code-sets.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { LocalProtocolError } from "../errors.ts";

/** The octets of a big-endian encapsulation with what `write` puts into it. */
export function writeEncapsulated(write: (writer: CdrWriter) => void): Uint8Array {
  // Nothing negotiates a code set for data that is written once and read by many: ISO 8859-1 it is
  // (§7.10.4.2).
  const writer = new CdrWriter({ capacity: 128, charSet: CodeSet.latin1 });
  writer.octet(0);
  write(writer);
  return writer.toBytes();
}

/**
 * A port for a 16-bit field. Throws LocalProtocolError, where CDR would cut the number silently.
 */
export function checkedPort(port: number, noun: string): number {
  if (!Number.isInteger(port) || port < 0 || port > 0xffff) {
    throw new LocalProtocolError(
      "ADVERTISED_PORT",
      `port ${port} of ${noun} is no integer from 0 to 65535`,
    );
  }
  return port;
}
