import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRows, encodeRows } from './row-bytes.ts';
import { emptyRow, type PageViewRow } from './row.ts';

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
  release: fc.option(fc.stringMatching(/^[0-9a-f]{20}$/)),
  isPreview: fc.boolean(),
  lcpSeconds: seconds,
  inpSeconds: seconds,
  cls: seconds,
  ttfbSeconds: seconds,
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
    ...emptyRow('019bbee9-4000-7000-8000-000000000001'),
    enteredAt: 1_763_687_000_000,
    exitedAt: 1_763_687_000_500,
    timeSpentSeconds: 0.5,
    sessionId: 'session_1763687000000_abcdefghijklmnopqrstuv',
    pagePath: '/onboarding',
    release: '0123456789abcdef0123',
  };
  expect(encodeRows([], 1024)).toEqual([]);
  expect(
    encodeRows(
      Array.from({ length: 500 }, () => one),
      96 * 1024,
    ),
  ).toHaveLength(1);
});

it.each([
  ['who the owner is', 10, { isOwner: false }],
  ['which release was shown', 11, { isOwner: true }],
])('reads what a release wrote that did not know %s', (_what, columns, change) => {
  const sample = fc.sample(row, 1)[0];
  if (!sample) throw new Error('no sample');
  // Without reports each of their columns is a length alone, but for the flag's byte.
  const one: PageViewRow = {
    ...sample,
    isOwner: true,
    release: null,
    isPreview: false,
    lcpSeconds: null,
    inpSeconds: null,
    cls: null,
    ttfbSeconds: null,
  };
  const [now] = encodeRows([one], 4096);
  if (!now) throw new Error('no part');
  const before = Buffer.from(now.subarray(0, columns === 10 ? -30 : -25));
  before.writeInt16BE(columns);
  expect(decodeRows(before)).toEqual([{ ...one, ...change }]);
});
