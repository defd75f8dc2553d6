// SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, 2012): a keyed hash for short messages that nobody can compute
// without the key. Its 64-bit words are pairs of 32-bit halves here, low first, because those stay in registers.
const KEY_BYTES = 16;
const WORD_BYTES = 8;
const ROUNDS_A_WORD = 2;
const ROUNDS_AT_END = 4;

/** Four 32-bit words. */
export type SipKey = Readonly<Uint32Array>;

/** From the first 16 bytes. */
export const sipKey = (bytes: Buffer): SipKey => Uint32Array.from({ length: KEY_BYTES / 4 }, (_, at) => bytes.readUInt32LE(at * 4));

/** Four bytes, low first; what lies beyond the end counts as 0. */
const halfAt = (bytes: Uint8Array, at: number, end: number): number =>
  (at < end ? (bytes[at] ?? 0) : 0) |
  ((at + 1 < end ? (bytes[at + 1] ?? 0) : 0) << 8) |
  ((at + 2 < end ? (bytes[at + 2] ?? 0) : 0) << 16) |
  ((at + 3 < end ? (bytes[at + 3] ?? 0) : 0) << 24);

/** Hashes the first `length` bytes. Writes the 64 bits into `hash`, low half first. */
export const sipHash = (key: SipKey, bytes: Uint8Array, length: number, hash: Uint32Array): void => {
  const k0 = key[0] ?? 0;
  const k1 = key[1] ?? 0;
  const k2 = key[2] ?? 0;
  const k3 = key[3] ?? 0;
  let a = k0 ^ 0x70736575;
  let aHigh = k1 ^ 0x736f6d65;
  let b = k2 ^ 0x6e646f6d;
  let bHigh = k3 ^ 0x646f7261;
  let c = k0 ^ 0x6e657261;
  let cHigh = k1 ^ 0x6c796765;
  let d = k2 ^ 0x79746573;
  let dHigh = k3 ^ 0x74656462;
  const words = Math.floor(length / WORD_BYTES) + 1;
  for (let word = 0; word <= words; word += 1) {
    const isEnd = word === words;
    const low = isEnd ? 0 : halfAt(bytes, word * WORD_BYTES, length);
    const high = isEnd ? 0 : halfAt(bytes, word * WORD_BYTES + 4, length) | (word === words - 1 ? length << 24 : 0);
    d ^= low;
    dHigh ^= high;
    if (isEnd) c ^= 0xff;
    for (let round = isEnd ? ROUNDS_AT_END : ROUNDS_A_WORD; round > 0; round -= 1) {
      let sum = (a >>> 0) + (b >>> 0);
      aHigh = (aHigh + bHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
      a = sum | 0;
      let turned = (b << 13) | (bHigh >>> 19);
      bHigh = ((bHigh << 13) | (b >>> 19)) ^ aHigh;
      b = turned ^ a;
      turned = a;
      a = aHigh;
      aHigh = turned;

      sum = (c >>> 0) + (d >>> 0);
      cHigh = (cHigh + dHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
      c = sum | 0;
      turned = (d << 16) | (dHigh >>> 16);
      dHigh = ((dHigh << 16) | (d >>> 16)) ^ cHigh;
      d = turned ^ c;

      sum = (a >>> 0) + (d >>> 0);
      aHigh = (aHigh + dHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
      a = sum | 0;
      turned = (d << 21) | (dHigh >>> 11);
      dHigh = ((dHigh << 21) | (d >>> 11)) ^ aHigh;
      d = turned ^ a;

      sum = (c >>> 0) + (b >>> 0);
      cHigh = (cHigh + bHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
      c = sum | 0;
      turned = (b << 17) | (bHigh >>> 15);
      bHigh = ((bHigh << 17) | (b >>> 15)) ^ cHigh;
      b = turned ^ c;
      turned = c;
      c = cHigh;
      cHigh = turned;
    }
    a ^= low;
    aHigh ^= high;
  }
  hash[0] = a ^ b ^ c ^ d;
  hash[1] = aHigh ^ bHigh ^ cHigh ^ dHigh;
};
