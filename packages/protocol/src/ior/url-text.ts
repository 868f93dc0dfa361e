// Scanning and escaping of object URLs (CORBA 3.3 part 2, §7.6, after RFC 2396).
import { LocalProtocolError } from "../errors.ts";
import { hexDigit } from "./hex.ts";

// Characters that §7.6 lets stand for themselves in a key besides letters and digits.
const plainMarks = ";/:?@&=+$,-_.!~*'()";

function isPlain(octet: number): boolean {
  const digit = octet >= 0x30 && octet <= 0x39;
  const letter = (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a;
  return (
    digit ||
    letter ||
    (octet > 0x20 && octet < 0x7f && plainMarks.includes(String.fromCharCode(octet)))
  );
}

/**
 * Octets as URL text: everything that may not stand for itself becomes `%` and two hexadecimal
 * digits.
 */
export function escapeUrl(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) {
    text += isPlain(octet) ? String.fromCharCode(octet) : `%${octet.toString(16).padStart(2, "0")}`;
  }
  return text;
}

/**
 * A cursor over the text of an object URL, whose errors name the text, the position and the
 * accepted form.
 */
export class UrlScanner {
  readonly text: string;
  position: number;
  readonly #scheme: string;
  readonly #form: string;

  /** Checks the scheme (any case) and stands behind its colon. */
  constructor(text: string, scheme: string, form: string) {
    this.text = text;
    this.position = 0;
    this.#scheme = scheme;
    this.#form = form;
    if (text.slice(0, scheme.length + 1).toLowerCase() !== `${scheme}:`) {
      throw this.illegal(0, `does not begin with "${scheme}:"`);
    }
    this.position = scheme.length + 1;
  }

  /** An error about the text at a position. */
  illegal(position: number, problem: string): LocalProtocolError {
    const shown = this.text.length > 200 ? `${this.text.slice(0, 200)}…` : this.text;
    return new LocalProtocolError(
      "OBJECT_URL",
      `${this.#scheme} ${JSON.stringify(shown)}: ${problem}, at position ${position}; expected ${this.#form}`,
    );
  }

  /** Whether nothing is left. */
  atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The next character, or "" at the end. */
  peek(): string {
    return this.text.charAt(this.position);
  }

  /** Moves over one character if it is the given one. */
  accept(character: string): boolean {
    if (this.peek() !== character || character === "") return false;
    this.position++;
    return true;
  }

  /** The longest run of characters that match. */
  takeWhile(pattern: RegExp): string {
    const start = this.position;
    while (!this.atEnd() && pattern.test(this.peek())) this.position++;
    return this.text.slice(start, this.position);
  }

  /**
   * The text before a mark, moving behind the mark; undefined, and no move, when a stop character
   * or the end comes first.
   */
  takeBefore(mark: string, stop: RegExp): string | undefined {
    for (let i = this.position; i < this.text.length; i++) {
      const character = this.text.charAt(i);
      if (character === mark) {
        const before = this.text.slice(this.position, i);
        this.position = i + 1;
        return before;
      }
      if (stop.test(character)) return undefined;
    }
    return undefined;
  }

  /**
   * The octets of a run of matching characters, `%XX` decoded. Visible ASCII is accepted beyond
   * what the standard lets stand for itself, since keys like `a|b` are found in the wild and mean
   * one thing only.
   */
  takeEscaped(pattern: RegExp): Uint8Array<ArrayBuffer> {
    const octets: number[] = [];
    while (!this.atEnd() && pattern.test(this.peek())) {
      const code = this.text.charCodeAt(this.position);
      if (code <= 0x20 || code >= 0x7f) {
        throw this.illegal(
          this.position,
          'a character that must be written as "%" and two hexadecimal digits',
        );
      }
      if (code !== 0x25) {
        octets.push(code);
        this.position++;
        continue;
      }
      const high = hexDigit(this.text.charCodeAt(this.position + 1));
      const low = hexDigit(this.text.charCodeAt(this.position + 2));
      // charCodeAt gives NaN behind the end, which hexDigit turns into -1.
      if (high < 0 || low < 0)
        throw this.illegal(this.position, '"%" without two hexadecimal digits');
      octets.push((high << 4) | low);
      this.position += 3;
    }
    return Uint8Array.from(octets);
  }
}
