// SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, 2012): a keyed hash for short messages that cannot be computed
// without the key. 64-bit words are pairs of 32-bit halves here, low half first, because those stay in registers.
const KEY_BYTES = 16;
const WORD_BYTES = 8;
const ROUNDS_PER_WORD = 2;
const FINAL_ROUNDS = 4;

/** Four 32-bit words. */
export type SipKey = Readonly<Uint32Array>;

/** Reads a key from the first 16 bytes. */
export const sipKey = (bytes: Buffer): SipKey =>
  Uint32Array.from({ length: KEY_BYTES / 4 }, (_, at) => bytes.readUInt32LE(at * 4));

/** Reads four bytes, little-endian. */
const halfAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);

/** The same for a message that may end within the four bytes: those beyond its end count as 0. */
const lastHalfAt = (bytes: Uint8Array, at: number, end: number): number => {
  let half = 0;
  for (let byte = 0; byte < 4 && at + byte < end; byte += 1) half |= (bytes[at + byte] ?? 0) << (8 * byte);
  return half;
};

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
  const wholeWords = length >>> 3;
  for (let word = 0; word <= wholeWords + 1; word += 1) {
    const at = word * WORD_BYTES;
    let low = 0;
    let high = 0;
    let rounds = ROUNDS_PER_WORD;
    if (word < wholeWords) {
      low = halfAt(bytes, at);
      high = halfAt(bytes, at + 4);
    } else if (word === wholeWords) {
      low = lastHalfAt(bytes, at, length);
      high = lastHalfAt(bytes, at + 4, length) | (length << 24);
    } else {
      c ^= 0xff;
      rounds = FINAL_ROUNDS;
    }
    d ^= low;
    dHigh ^= high;
    for (; rounds > 0; rounds -= 1) {
      // A sum smaller than a summand has carried. Sums stay in 32 bits because floats take twice the time.
      a = (a + b) | 0;
      aHigh = (aHigh + bHigh + (a >>> 0 < b >>> 0 ? 1 : 0)) | 0;
      let rotated = (b << 13) | (bHigh >>> 19);
      bHigh = ((bHigh << 13) | (b >>> 19)) ^ aHigh;
      b = rotated ^ a;
      rotated = a;
      a = aHigh;
      aHigh = rotated;

      c = (c + d) | 0;
      cHigh = (cHigh + dHigh + (c >>> 0 < d >>> 0 ? 1 : 0)) | 0;
      rotated = (d << 16) | (dHigh >>> 16);
      dHigh = ((dHigh << 16) | (d >>> 16)) ^ cHigh;
      d = rotated ^ c;

      a = (a + d) | 0;
      aHigh = (aHigh + dHigh + (a >>> 0 < d >>> 0 ? 1 : 0)) | 0;
      rotated = (d << 21) | (dHigh >>> 11);
      dHigh = ((dHigh << 21) | (d >>> 11)) ^ aHigh;
      d = rotated ^ a;

      c = (c + b) | 0;
      cHigh = (cHigh + bHigh + (c >>> 0 < b >>> 0 ? 1 : 0)) | 0;
      rotated = (b << 17) | (bHigh >>> 15);
      bHigh = ((bHigh << 17) | (b >>> 15)) ^ cHigh;
      b = rotated ^ c;
      rotated = c;
      c = cHigh;
      cHigh = rotated;
    }
    a ^= low;
    aHigh ^= high;
  }
  hash[0] = a ^ b ^ c ^ d;
  hash[1] = aHigh ^ bHigh ^ cHigh ^ dHigh;
};
