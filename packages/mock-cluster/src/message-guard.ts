// What GlassFish refuses before it looks at a message: too many octets, reserved flag bits, unknown versions.
import { HEADER_OCTETS, RemoteProtocolError, readHeader } from "@remora/protocol/internal";

/** Passes on only whole messages, and checks their headers as they come. */
export class MessageGuard {
  readonly #maxMessageBytes: number;
  #pieces: Uint8Array[] = [];
  #held = 0;
  #needed = HEADER_OCTETS;

  /** `maxMessageBytes`: largest single message, header included; fragments count one by one. */
  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** Takes a chunk of the connection; gives the octets of the messages that are complete. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    let octets = chunk;
    if (this.#held > 0) {
      this.#pieces.push(chunk);
      this.#held += chunk.length;
      // Large messages are joined once, not at every chunk.
      if (this.#held < this.#needed) return [];
      octets = Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.#held = 0;
    }
    let end = 0;
    while (octets.length - end >= HEADER_OCTETS) {
      const total = this.#check(octets, end);
      if (octets.length - end < total) {
        this.#keep(octets.subarray(end), total);
        return end === 0 ? [] : [octets.subarray(0, end)];
      }
      end += total;
    }
    if (end < octets.length) this.#keep(octets.subarray(end), HEADER_OCTETS);
    return end === 0 ? [] : [end === octets.length ? octets : octets.subarray(0, end)];
  }

  #keep(rest: Uint8Array, needed: number): void {
    this.#pieces = [rest];
    this.#held = rest.length;
    this.#needed = needed;
  }

  #check(octets: Uint8Array, at: number): number {
    const header = readHeader(octets, at);
    // Only bit 0 (byte order) and bit 1 (more fragments) may be set; any other gets MessageError (seen live).
    const flags = octets[at + 6] ?? 0;
    if (flags > 3) {
      throw new RemoteProtocolError("GIOP_FRAMING", `reserved bits in the flags octet ${flags}`, {
        offset: 6,
      });
    }
    const total = HEADER_OCTETS + header.size;
    if (total > this.#maxMessageBytes) {
      throw new RemoteProtocolError("MESSAGE_TOO_LARGE", `a message of ${total} octets`, {
        offset: 8,
      });
    }
    return total;
  }
}
