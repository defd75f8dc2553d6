import { describe, expect, it } from 'vitest';
import { encodeEvent } from '../stream/event.ts';
import type { Entry } from './entry.ts';
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
    expect(await storeBatch(entries(1000), table.upsert)).toEqual([]);
    expect(table.rows).toHaveLength(1000);
    expect(table.statements()).toBe(1);
  });

  it('loses only the rows that PostgreSQL refuses for their data, and says why', async () => {
    const table = aTable('22021', '/3', '/700');
    const poison = await storeBatch(entries(1000), table.upsert);
    expect(poison.map(({ streamId, reason }) => [streamId, reason])).toEqual([
      ['3-0', 'refused with 22021'],
      ['700-0', 'refused with 22021'],
    ]);
    expect(table.rows).toHaveLength(998);
    expect(table.statements()).toBeLessThan(50);
  });

  it.each(['not json', '{}', '{"kind":"enter"}', '', '{"kind":"exit","id":"x","exitedAt":1,"timeSpentSeconds":1,"clamped":false}'])(
    'loses only the entry %j that cannot be read',
    async (text) => {
      const table = aTable('22021');
      const poison = await storeBatch([anEntry(1), { streamId: '9-0', text }, anEntry(2)], table.upsert);
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
    expect(await storeBatch([{ streamId: '1-0', text: '?' }], table.upsert)).toHaveLength(1);
    expect(table.statements()).toBe(0);
  });
});
