/** A repository id that is sent or expected in many messages: its octets are made once. */
export class KnownId {
  readonly text: string;
  #octets: Uint8Array | undefined = undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The text as a CDR string without its length, with NUL. Empty: it is no ASCII, so the code set decides. */
  get octets(): Uint8Array {
    return (this.#octets ??= asciiOctets(this.text));
  }
}

function asciiOctets(text: string): Uint8Array {
  const octets = new Uint8Array(text.length + 1);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0 || code > 0x7f) return new Uint8Array(0);
    octets[index] = code;
  }
  return octets;
}
