import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRows, encodeRows } from './row-bytes.ts';
import { COLUMN_LIST, rowOf, type ColumnType, type PageViewRow } from './page-view-row.ts';

const VALUES: Readonly<Record<ColumnType, fc.Arbitrary<unknown>>> = {
  uuid: fc.uuid(),
  time: fc.option(fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2200, 0, 1) })),
  // Quarters are exact in single precision, which is what the column holds.
  real: fc.option(fc.integer({ min: 0, max: 345_600 }).map((quarters) => quarters / 4)),
  bool: fc.boolean(),
  text: fc.option(fc.string({ unit: 'grapheme', maxLength: 300 })),
};

const row = fc.record(
  Object.fromEntries(COLUMN_LIST.map(({ name, type }) => [name, VALUES[type]])),
) as unknown as fc.Arbitrary<PageViewRow>;

it('decodes what it encoded, in chunks of any size', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 1, max: 4096 }), (rows, bytesMax) => {
      const chunks = encodeRows(rows, bytesMax);
      expect(chunks.flatMap(decodeRows)).toEqual(rows);
      for (const chunk of chunks) expect(chunk.length <= bytesMax || decodeRows(chunk).length === 1).toBe(true);
    }),
  );
});

it('makes no chunk from no rows, and one chunk from a batch of ordinary page views', () => {
  const pageView = rowOf({
    id: '019bbee9-4000-7000-8000-000000000001',
    enteredAt: 1_763_687_000_000,
    exitedAt: 1_763_687_000_500,
    timeSpentSeconds: 0.5,
    sessionId: 'session_1763687000000_abcdefghijklmnopqrstuv',
    pagePath: '/onboarding',
    release: '0123456789abcdef0123',
  });
  expect(encodeRows([], 1024)).toEqual([]);
  expect(
    encodeRows(
      Array.from({ length: 500 }, () => pageView),
      96 * 1024,
    ),
  ).toHaveLength(1);
});

it('keeps the order of its columns, because a stream may hold tuples of earlier releases', () => {
  expect(COLUMN_LIST.slice(0, 17).map(({ sql, type }) => `${sql} ${type}`)).toEqual([
    'id uuid',
    'entered_at time',
    'exited_at time',
    'time_spent_seconds real',
    'total_seconds real',
    'clamped bool',
    'session_id text',
    'page_path text',
    'variant text',
    'is_bot bool',
    'is_owner bool',
    'release text',
    'is_preview bool',
    'lcp_seconds real',
    'inp_seconds real',
    'cls real',
    'ttfb_seconds real',
  ]);
});

it('decodes tuples of an earlier release that had only the first columns', () => {
  const sample = fc.property(row, fc.integer({ min: 1, max: COLUMN_LIST.length }), (whole, count) => {
    const known = COLUMN_LIST.slice(0, count).map(({ name }) => [name, whole[name]]);
    const pageView = rowOf({ id: whole.id, ...Object.fromEntries(known) });
    const [now] = encodeRows([pageView], 4096);
    if (!now) throw new Error('no chunk');
    // Without a value, each later column is only its length, and a flag also its byte.
    const later = COLUMN_LIST.slice(count).reduce((sum, { type }) => sum + (type === 'bool' ? 5 : 4), 0);
    const before = Buffer.from(now.subarray(0, now.length - later));
    before.writeInt16BE(count);
    expect(decodeRows(before)).toEqual([pageView]);
  });
  fc.assert(sample);
});

it.each([0, -1, COLUMN_LIST.length + 1])('refuses a tuple of %i columns', (count) => {
  const [chunk] = encodeRows([rowOf({ id: '019bbee9-4000-7000-8000-000000000001' })], 4096);
  chunk?.writeInt16BE(count);
  expect(() => decodeRows(chunk ?? Buffer.alloc(0))).toThrow(`a tuple of ${count} columns`);
});
