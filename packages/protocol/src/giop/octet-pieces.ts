/** Pieces below this size are copied together once there are many of them. */
const SMALL = 512;
const BLOCK = 16 * 1024;
const MANY = 8;

/**
 * The octets of a message that arrives in several pieces. Pieces are kept as views and joined once;
 * a peer that dribbles single octets gets them collected in blocks, so that memory stays in
 * proportion to what arrived.
 */
export class OctetPieces {
  readonly #pieces: Uint8Array[] = [];
  #total = 0;
  #block: Uint8Array | undefined = undefined;
  #blockFrom = 0;
  #blockTo = 0;

  /** Octets in all pieces. */
  get total(): number {
    return this.#total;
  }

  /** Takes the piece over; it must not be changed afterwards. */
  add(piece: Uint8Array): void {
    this.#total += piece.length;
    if (piece.length >= SMALL || this.#pieces.length < MANY) {
      this.#sealBlock();
      this.#pieces.push(piece);
      return;
    }
    let block = this.#block;
    if (block === undefined || this.#blockTo + piece.length > BLOCK) {
      this.#sealBlock();
      block = new Uint8Array(BLOCK);
      this.#block = block;
      this.#blockFrom = 0;
      this.#blockTo = 0;
    }
    block.set(piece, this.#blockTo);
    this.#blockTo += piece.length;
  }

  /** Takes over all octets of `other` but the first `skipped`. */
  addAll(other: OctetPieces, skipped: number): void {
    other.#sealBlock();
    let left = skipped;
    for (const piece of other.#pieces) {
      if (left >= piece.length) left -= piece.length;
      else {
        this.add(left === 0 ? piece : piece.subarray(left));
        left = 0;
      }
    }
  }

  /** The octet at an offset from the start; undefined when it has not arrived. */
  octetAt(offset: number): number | undefined {
    this.#sealBlock();
    let left = offset;
    for (const piece of this.#pieces) {
      if (left < piece.length) return piece[left];
      left -= piece.length;
    }
    return undefined;
  }

  /** All octets in one array. */
  join(): Uint8Array {
    this.#sealBlock();
    const joined = new Uint8Array(this.#total);
    let position = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, position);
      position += piece.length;
    }
    return joined;
  }

  #sealBlock(): void {
    if (this.#block === undefined || this.#blockTo === this.#blockFrom) return;
    this.#pieces.push(this.#block.subarray(this.#blockFrom, this.#blockTo));
    this.#blockFrom = this.#blockTo;
  }
}
