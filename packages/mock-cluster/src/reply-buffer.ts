// What a member has encoded for a connection. Texts are written as GlassFish writes them: with a byte order mark.
import { CodeSet, type CodeSets, OutgoingBuffer } from "@remora/protocol/internal";
import { MockSystemException } from "./errors.ts";

/** Answer to wide characters on a connection that never named its code sets (seen live). */
export function codeSetsMissing(): MockSystemException {
  return new MockSystemException({ name: "BAD_PARAM", minor: 0x5355_0017, completed: "no" });
}

const mark = 0xfeff;

/** The outgoing side of a connection. */
export class ReplyBuffer extends OutgoingBuffer {
  #negotiated = false;

  /** `fragmentBytes`: largest message in one piece; GlassFish's default is 1,024. */
  constructor(fragmentBytes: number) {
    super({ maxFragmentBytes: fragmentBytes });
  }

  /** Sets what texts are written in; undefined until the client names its code sets. */
  useCodeSets(codeSets: CodeSets | undefined): void {
    this.#negotiated = codeSets !== undefined;
    if (codeSets === undefined) return;
    this.charSet = codeSets.char;
    this.wcharSet = codeSets.wchar;
  }

  override wstring(text: string, path?: string): void {
    if (!this.#negotiated) throw codeSetsMissing();
    // UTF-8, taken literally as a wide set, and GIOP 1.1 have no mark.
    if (this.giopMinor < 2 || this.wcharSet !== CodeSet.utf16) {
      super.wstring(text, path);
      return;
    }
    const length = text.length;
    this.ensure(2 * length + 9);
    this.ulong(2 * length + 2);
    this.ushort(mark);
    const bytes = this.bytes;
    let position = this.position;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      bytes[position++] = unit >> 8;
      bytes[position++] = unit;
    }
    this.position = position;
  }

  override wchar(text: string, path?: string): void {
    if (!this.#negotiated) throw codeSetsMissing();
    if (this.giopMinor < 2 || this.wcharSet !== CodeSet.utf16) {
      super.wchar(text, path);
      return;
    }
    // `04 fe ff hh ll`: an octet count, the mark, the unit.
    const unit = text.charCodeAt(0);
    for (const octet of [4, 0xfe, 0xff, unit >> 8, unit & 0xff]) this.octet(octet);
  }
}
