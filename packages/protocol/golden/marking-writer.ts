// Java marks all wide text with a byte order mark, which the SDK leaves out and every receiver reads alike.
import { CdrWriter } from "../src/cdr/writer.ts";
import { valueWriterOf, type StreamFormat } from "../src/rmi/value-writer.ts";

/** Writes wide text as Java does, so that the octets of all others can be compared. */
export class MarkingWriter extends CdrWriter {
  constructor(streamFormat: StreamFormat) {
    super();
    valueWriterOf(this).streamFormat = streamFormat;
  }

  override wstring(text: string): void {
    if (text === "") {
      this.ulong(0);
      return;
    }
    this.ulong(2 * text.length + 2);
    this.#units(`\ufeff${text}`);
  }

  override wchar(text: string): void {
    this.octet(4);
    this.#units(`\ufeff${text}`);
  }

  #units(text: string): void {
    for (let index = 0; index < text.length; index++) {
      this.octet(text.charCodeAt(index) >> 8);
      this.octet(text.charCodeAt(index));
    }
  }
}
