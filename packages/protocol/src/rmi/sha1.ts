/**
 * SHA-1 of octets (FIPS 180-4, §6.1). Java's structural hashes and default serialVersionUIDs are made of
 * it; nothing here is a secret, and this package has no host to ask.
 */
export function sha1(octets: Uint8Array): Uint8Array {
  const blocks = ((octets.length + 8) >>> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(octets);
  padded[octets.length] = 0x80;
  const view = new DataView(padded.buffer);
  // The length in bits; 32 bits of it are in the upper word only beyond 512 MiB.
  view.setUint32(padded.length - 8, Math.floor(octets.length / 0x2000_0000));
  view.setUint32(padded.length - 4, (octets.length << 3) >>> 0);

  const hash = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const words = new Int32Array(80);
  for (let at = 0; at < padded.length; at += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + 4 * index);
    for (let index = 16; index < 80; index++) {
      words[index] = rotate(
        words[index - 3]! ^ words[index - 8]! ^ words[index - 14]! ^ words[index - 16]!,
        1,
      );
    }
    compress(hash, words);
  }

  const digest = new Uint8Array(20);
  const out = new DataView(digest.buffer);
  for (let index = 0; index < 5; index++) out.setInt32(4 * index, hash[index]!);
  return digest;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** One block of the compression function. */
function compress(hash: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e] = hash as unknown as [number, number, number, number, number];
  for (let round = 0; round < 80; round++) {
    const [mixed, constant] =
      round < 20
        ? [(b & c) | (~b & d), 0x5a827999]
        : round < 40
          ? [b ^ c ^ d, 0x6ed9eba1]
          : round < 60
            ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
            : [b ^ c ^ d, 0xca62c1d6];
    const next = (rotate(a, 5) + mixed + e + constant + words[round]!) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  hash[0] = (hash[0]! + a) | 0;
  hash[1] = (hash[1]! + b) | 0;
  hash[2] = (hash[2]! + c) | 0;
  hash[3] = (hash[3]! + d) | 0;
  hash[4] = (hash[4]! + e) | 0;
}
