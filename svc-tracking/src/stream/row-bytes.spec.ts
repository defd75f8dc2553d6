import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRows, encodeRows } from './row-bytes.ts';
import type { PageViewRow } from './row.ts';

const time = fc.option(fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2200, 0, 1) }));
// Quarters are exact in single precision, which is what the column holds.
const seconds = fc.option(fc.integer({ min: 0, max: 345_600 }).map((quarters) => quarters / 4));
const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 300 }));

const row: fc.Arbitrary<PageViewRow> = fc.record({
  id: fc.uuid(),
  enteredAt: time,
  exitedAt: time,
  timeSpentSeconds: seconds,
  totalSeconds: seconds,
  clamped: fc.boolean(),
  sessionId: text,
  pagePath: text,
  variant: text,
  isBot: fc.boolean(),
  isOwner: fc.boolean(),
});

it('reads what it wrote, in parts of any size', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 1, max: 4096 }), (rows, bytesMax) => {
      const parts = encodeRows(rows, bytesMax);
      expect(parts.flatMap(decodeRows)).toEqual(rows);
      for (const part of parts) expect(part.length <= bytesMax || decodeRows(part).length === 1).toBe(true);
    }),
  );
});

it('makes nothing of nothing, and one part of a batch of ordinary page views', () => {
  const one: PageViewRow = {
    id: '019bbee9-4000-7000-8000-000000000001',
    enteredAt: 1_763_687_000_000,
    exitedAt: 1_763_687_000_500,
    timeSpentSeconds: 0.5,
    totalSeconds: null,
    clamped: false,
    sessionId: 'session_1763687000000_abcdefghijklmnopqrstuv',
    pagePath: '/onboarding',
    variant: null,
    isBot: false,
    isOwner: false,
  };
  expect(encodeRows([], 1024)).toEqual([]);
  expect(
    encodeRows(
      Array.from({ length: 500 }, () => one),
      96 * 1024,
    ),
  ).toHaveLength(1);
});

it('reads what a release wrote that did not know the last column', () => {
  const one = fc.sample(row, 1)[0];
  if (!one) throw new Error('no sample');
  const [now] = encodeRows([one], 4096);
  if (!now) throw new Error('no part');
  const before = Buffer.from(now.subarray(0, -5));
  before.writeInt16BE(10);
  expect(decodeRows(before)).toEqual([{ ...one, isOwner: false }]);
});
