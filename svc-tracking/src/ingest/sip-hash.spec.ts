import { expect, it } from 'vitest';
import { sipHash, sipKey } from './sip-hash.ts';

const counting = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => at));

const hashOf = (message: Buffer): string => {
  const hash = new Uint32Array(2);
  sipHash(sipKey(counting(16)), message, message.length, hash);
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(hash[0] ?? 0, 0);
  bytes.writeUInt32LE(hash[1] ?? 0, 4);
  return bytes.toString('hex');
};

// From the reference implementation's vectors.h: key 00 01 .. 0f, message 00 01 .. of that many bytes.
it.each([
  [0, '310e0edd47db6f72'],
  [1, 'fd67dc93c539f874'],
  [7, '37d1018bf50002ab'],
  [8, '6224939a79f5f593'],
  [15, 'e545be4961ca29a1'],
  [63, '724506eb4c328a95'],
])('hashes %i bytes like the reference implementation', (length, expected) => {
  expect(hashOf(counting(length))).toBe(expected);
});

it('does not read beyond the length', () => {
  const hashes = [0, 255].map((beyond) => {
    const hash = new Uint32Array(2);
    sipHash(sipKey(counting(16)), Buffer.concat([counting(13), Buffer.alloc(8, beyond)]), 13, hash);
    return [...hash];
  });
  expect(hashes[0]).toEqual(hashes[1]);
});
