import { describe, expect, it } from 'vitest';
import { encodeEvent, joinLines } from '../stream/event.ts';
import { inParts, type Entry } from './entry.ts';
import type { PageViewRow } from './page-view-row.ts';
import { storeBatch } from './store-batch.ts';

const idAt = (number: number): string => `019bbee9-4000-7000-8000-${number.toString(16).padStart(12, '0')}`;

const anEntry = (number: number): Entry => ({
  streamId: `${number}-0`,
  text: encodeEvent({ kind: 'enter', id: idAt(number), sessionId: 's', pagePath: `/${number}`, enteredAt: 1, clamped: false }),
});

const entries = (count: number): Entry[] => Array.from({ length: count }, (_, number) => anEntry(number));

class SqlError extends Error {
  constructor(readonly code: string) {
    super(`refused with ${code}`);
  }
}

/** A table that refuses whole statements that hold one of the bad paths, as PostgreSQL does. */
const aTable = (code: string, ...bad: string[]) => {
  const rows: PageViewRow[] = [];
  let statements = 0;
  const upsert = (batch: readonly PageViewRow[]): Promise<void> => {
    statements++;
    if (batch.some(({ pagePath }) => pagePath !== null && bad.includes(pagePath))) return Promise.reject(new SqlError(code));
    rows.push(...batch);
    return Promise.resolve();
  };
  return { rows, upsert, statements: () => statements };
};

describe('a batch', () => {
  it('is one statement when all is well', async () => {
    const table = aTable('22021');
    expect(await storeBatch(entries(1000), table.upsert)).toEqual({ events: 1000, poison: [] });
    expect(table.rows).toHaveLength(1000);
    expect(table.statements()).toBe(1);
  });

  it('loses only the rows that PostgreSQL refuses for their data, and says why', async () => {
    const table = aTable('22021', '/3', '/700');
    const { events, poison } = await storeBatch(entries(1000), table.upsert);
    expect(poison.map(({ streamId, reason }) => [streamId, reason])).toEqual([
      ['3-0', 'refused with 22021'],
      ['700-0', 'refused with 22021'],
    ]);
    expect(events).toBe(998);
    expect(table.rows).toHaveLength(998);
    expect(table.statements()).toBeLessThan(50);
  });

  it.each(['not json', '{}', '{"kind":"enter"}', '', '{"kind":"exit","id":"x","exitedAt":1,"timeSpentSeconds":1,"clamped":false}'])(
    'loses only the entry %j that cannot be read',
    async (text) => {
      const table = aTable('22021');
      const { poison } = await storeBatch([anEntry(1), { streamId: '9-0', text }, anEntry(2)], table.upsert);
      expect(poison).toEqual([{ streamId: '9-0', text, reason: expect.any(String) }]);
      expect(table.rows).toHaveLength(2);
    },
  );

  it.each(['57P01', '53100', '40P01', '42P01', '42501', '08006', 'ECONNREFUSED'])('is kept whole when the error is %s', async (code) => {
    const table = aTable(code, '/3');
    await expect(storeBatch(entries(10), table.upsert)).rejects.toThrow(code);
    expect(table.rows).toEqual([]);
  });

  it('of nothing but poison asks PostgreSQL nothing', async () => {
    const table = aTable('22021');
    expect((await storeBatch([{ streamId: '1-0', text: '?' }], table.upsert)).poison).toHaveLength(1);
    expect(table.statements()).toBe(0);
  });

  it('reads every line of an entry, and loses only the bad ones', async () => {
    const table = aTable('22021', '/2');
    const whole = { streamId: '5-0', text: joinLines([anEntry(1).text, 'not json', anEntry(2).text, anEntry(3).text]) };
    const { events, poison } = await storeBatch([whole, anEntry(4)], table.upsert);
    expect(poison.map(({ streamId, text }) => [streamId, text])).toEqual([
      ['5-0', 'not json'],
      ['5-0', anEntry(2).text],
    ]);
    expect(events).toBe(3);
    expect(table.rows.map(({ pagePath }) => pagePath)).toEqual(expect.arrayContaining(['/1', '/3', '/4']));
  });
});

describe('a large read', () => {
  const ofLines = (...counts: number[]): Entry[] =>
    counts.map((lines, number) => ({ streamId: `${number}-0`, text: joinLines(Array.from({ length: lines }, () => '{}')) }));

  it.each([
    ['nothing', [], []],
    ['what fits', [1, 2, 3], [3]],
    ['what does not fit', [4, 4, 4, 1, 8], [2, 2, 1]],
    ['an entry that is larger than a part', [3, 40, 2], [1, 1, 1]],
  ])('of %s is cut between entries', (_name, counts, sizes) => {
    const entries = ofLines(...counts);
    const parts = inParts(entries, 8);
    expect(parts.map((part) => part.length)).toEqual(sizes);
    expect(parts.flat()).toEqual(entries);
  });
});
