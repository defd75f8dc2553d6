import { describe, expect, it } from 'vitest';
import { idAt } from '../../test/support/random-events.ts';
import { encodeEvent, rowOfEvent, type ClientErrorEvent } from '../stream/event-lines.ts';
import { decodeRows, encodeRows } from '../stream/row-bytes.ts';
import { rowOf, type PageViewRow } from '../stream/page-view-row.ts';
import { fullness, inChunks, type Entry, type EventsEntry, type RowsEntry } from './entries.ts';
import { storeBatch } from './store-batch.ts';

const anEntry = (number: number): EventsEntry => ({
  streamId: `${number}-0`,
  text: encodeEvent({
    kind: 'enter',
    id: idAt(number),
    sessionId: 's',
    pagePath: `/${number}`,
    enteredAt: 1,
    clamped: false,
  }),
});

const aRow = (number: number): PageViewRow => ({
  ...rowOfEvent({
    kind: 'enter',
    id: idAt(number),
    sessionId: 's',
    pagePath: `/${number}`,
    enteredAt: 1,
    clamped: false,
  }),
  exitedAt: 2,
  timeSpentSeconds: 0.5,
});

const ofRows = (streamId: string, ...numbers: number[]): RowsEntry => ({
  streamId,
  rows: Buffer.concat(encodeRows(numbers.map(aRow), 4096)),
});

const entries = (count: number): Entry[] => Array.from({ length: count }, (_, number) => anEntry(number));

class SqlError extends Error {
  constructor(readonly code: string) {
    super(`refused with ${code}`);
  }
}

/**
 * A table that, like PostgreSQL, refuses a whole statement with one of the bad paths in it, and a copy of an id that it
 * has.
 */
const aTable = (code: string, ...bad: string[]) => {
  const rows: PageViewRow[] = [];
  const counts = { upserts: 0, copies: 0 };
  const isBad = ({ pagePath }: PageViewRow): boolean => pagePath !== null && bad.includes(pagePath);
  const upsert = (batch: readonly PageViewRow[]): Promise<void> => {
    counts.upserts++;
    if (batch.some(isBad)) return Promise.reject(new SqlError(code));
    const ids = new Set(batch.map(({ id }) => id));
    rows.splice(0, rows.length, ...rows.filter(({ id }) => !ids.has(id)), ...batch);
    return Promise.resolve();
  };
  const copy = (chunks: readonly Buffer[]): Promise<number> => {
    counts.copies++;
    const batch = chunks.flatMap(decodeRows);
    if (batch.some(isBad)) return Promise.reject(new SqlError(code));
    const ids = [...rows, ...batch].map(({ id }) => id);
    if (new Set(ids).size < ids.length) return Promise.reject(new SqlError('23505'));
    rows.push(...batch);
    return Promise.resolve(batch.length);
  };
  const errors: ClientErrorEvent[] = [];
  const insertClientErrors = (batch: readonly ClientErrorEvent[]): Promise<void> => {
    if (batch.some(({ screen }) => bad.includes(screen))) return Promise.reject(new SqlError(code));
    errors.push(...batch);
    return Promise.resolve();
  };
  return { rows, errors, upsert, copy, insertClientErrors, counts };
};

describe('a batch', () => {
  it('is one statement when all is well', async () => {
    const table = aTable('22021');
    expect(await storeBatch(entries(1000), table)).toEqual({ written: 1000, poison: [] });
    expect(table.rows).toHaveLength(1000);
    expect(table.counts.upserts).toBe(1);
  });

  it('loses only the rows that PostgreSQL refuses for their data, and says why', async () => {
    const table = aTable('22021', '/3', '/700');
    const { written, poison } = await storeBatch(entries(1000), table);
    expect(poison.map(({ streamId, reason }) => [streamId, reason])).toEqual([
      ['3-0', 'refused with 22021'],
      ['700-0', 'refused with 22021'],
    ]);
    expect(written).toBe(998);
    expect(table.rows).toHaveLength(998);
    expect(table.counts.upserts).toBeLessThan(50);
  });

  it.each([
    'not json',
    '{}',
    '{"kind":"enter"}',
    '',
    '{"kind":"exit","id":"x","exitedAt":1,"timeSpentSeconds":1,"clamped":false}',
  ])('loses only the entry %j that cannot be read', async (text) => {
    const table = aTable('22021');
    const { poison } = await storeBatch([anEntry(1), { streamId: '9-0', text }, anEntry(2)], table);
    expect(poison).toEqual([{ streamId: '9-0', text, reason: expect.any(String) }]);
    expect(table.rows).toHaveLength(2);
  });

  it.each(['57P01', '53100', '40P01', '42P01', '42501', '08006', 'ECONNREFUSED'])(
    'is left whole to be retried when the error is %s',
    async (code) => {
      const table = aTable(code, '/3');
      await expect(storeBatch(entries(10), table)).rejects.toThrow(code);
      expect(table.rows).toEqual([]);
    },
  );

  it('of nothing but poison sends nothing to PostgreSQL', async () => {
    const table = aTable('22021');
    expect((await storeBatch([{ streamId: '1-0', text: '?' }], table)).poison).toHaveLength(1);
    expect(table.counts.upserts).toBe(0);
  });

  it('reads every line of an entry, and loses only the bad ones', async () => {
    const table = aTable('22021', '/2');
    const whole = { streamId: '5-0', text: [anEntry(1).text, 'not json', anEntry(2).text, anEntry(3).text].join('\n') };
    const { written, poison } = await storeBatch([whole, anEntry(4)], table);
    expect(poison.map(({ streamId, text }) => [streamId, text])).toEqual([
      ['5-0', 'not json'],
      ['5-0', anEntry(2).text],
    ]);
    expect(written).toBe(3);
    expect(table.rows.map(({ pagePath }) => pagePath)).toEqual(expect.arrayContaining(['/1', '/3', '/4']));
  });
});

describe('an entry of rows', () => {
  it('is copied as it is', async () => {
    const table = aTable('22021');
    expect(await storeBatch([ofRows('1-0', 1, 2), ofRows('2-0', 3)], table)).toEqual({ written: 3, poison: [] });
    expect(table.rows).toEqual([1, 2, 3].map(aRow));
    expect(table.counts).toEqual({ copies: 1, upserts: 0 });
  });

  it.each([
    ['twice in a batch', [ofRows('1-0', 1, 2), ofRows('2-0', 2, 3)]],
    ['twice in an entry', [ofRows('1-0', 1, 2, 2, 3)]],
  ])('is merged when a row comes %s', async (_name, batch) => {
    const table = aTable('22021');
    const { poison } = await storeBatch(batch, table);
    expect(poison).toEqual([]);
    expect(table.rows).toEqual([1, 2, 3].map(aRow));
    expect(table.counts).toEqual({ copies: 1, upserts: 1 });
  });

  it('is merged when it is read again', async () => {
    const table = aTable('22021');
    for (let time = 0; time < 2; time++)
      expect(await storeBatch([ofRows('1-0', 1, 2)], table)).toEqual({ written: 2, poison: [] });
    expect(table.rows).toEqual([1, 2].map(aRow));
  });

  it('loses only the rows that PostgreSQL refuses for their data, which become events', async () => {
    const table = aTable('22021', '/2');
    const { written, poison } = await storeBatch([ofRows('1-0', 1, 2, 3), anEntry(4)], table);
    expect(written).toBe(3);
    expect(table.rows.map(({ pagePath }) => pagePath)).toEqual(['/1', '/3', '/4']);
    expect(poison.map(({ streamId, text, reason }) => ({ streamId, reason, event: JSON.parse(text) }))).toEqual([
      {
        streamId: '1-0',
        reason: 'refused with 22021',
        event: { kind: 'enter', id: idAt(2), sessionId: 's', pagePath: '/2', enteredAt: 1, clamped: false },
      },
      {
        streamId: '1-0',
        reason: 'refused with 22021',
        event: { kind: 'exit', id: idAt(2), exitedAt: 2, timeSpentSeconds: 0.5, clamped: false },
      },
    ]);
  });

  it.each([
    ['is cut short', (rows: Buffer) => rows.subarray(0, -1)],
    ['is not a tuple', () => Buffer.from('not rows')],
    [
      'has a column of the wrong size',
      (rows: Buffer) => Buffer.concat([rows.subarray(0, 5), Buffer.from([7]), rows.subarray(6)]),
    ],
  ])('is the only one lost when it %s', async (_name, spoil) => {
    const table = aTable('22021');
    const bad = { streamId: '9-0', rows: spoil(ofRows('9-0', 9).rows) };
    const refusing = { ...table, copy: () => Promise.reject(new SqlError('22P03')) };
    const { poison } = await storeBatch([ofRows('1-0', 1), bad, anEntry(2)], refusing);
    expect(poison).toEqual([
      { streamId: '9-0', text: `rows ${bad.rows.toString('base64')}`, reason: expect.any(String) },
    ]);
    expect(table.rows.map(({ pagePath }) => pagePath)).toEqual(['/1', '/2']);
  });

  it('comes back from the dead letters once it can be read', async () => {
    const table = aTable('22021');
    const text = `rows ${ofRows('1-0', 1, 2).rows.toString('base64')}`;
    expect(await storeBatch([{ streamId: '1-0', text }], table)).toEqual({ written: 2, poison: [] });
    expect(table.rows).toEqual([1, 2].map(aRow));
  });

  it('is left to be retried when PostgreSQL is unreachable', async () => {
    const table = aTable('57P01', '/2');
    await expect(storeBatch([ofRows('1-0', 1, 2)], table)).rejects.toThrow('57P01');
    expect(table.counts).toEqual({ copies: 1, upserts: 0 });
  });
});

describe('an entry of exits', () => {
  const exit = rowOf({ id: idAt(1), exitedAt: 2, timeSpentSeconds: 0.5 });
  const ofExits: RowsEntry = { streamId: '2-0', rows: Buffer.concat(encodeRows([exit], 4096)) };

  it('is merged without being copied first, and does not affect the copying of others', async () => {
    const table = aTable('22021');
    expect(await storeBatch([ofRows('1-0', 2), ofExits], table)).toEqual({ written: 2, poison: [] });
    expect(table.rows).toEqual([aRow(2), exit]);
    expect(table.counts).toEqual({ copies: 1, upserts: 1 });
  });

  it('becomes an event in the dead letters if PostgreSQL refuses it', async () => {
    const refusing = { ...aTable('22021'), upsert: () => Promise.reject(new SqlError('22021')) };
    const { poison } = await storeBatch([ofExits], refusing);
    expect(poison.map(({ text }) => JSON.parse(text))).toEqual([
      { kind: 'exit', id: idAt(1), exitedAt: 2, timeSpentSeconds: 0.5, clamped: false },
    ]);
  });
});

it('reads entries as earlier releases wrote them', async () => {
  const table = aTable('22021');
  const text = [
    `{"kind":"enter","id":"${idAt(1)}","sessionId":"s","pagePath":"/1","enteredAt":1,"variant":"B","clamped":false,"isBot":true}`,
    `{"kind":"enter","id":"${idAt(2)}","sessionId":"s","pagePath":"/2","enteredAt":1,"clamped":true,"isOwner":true}`,
    `{"kind":"exit","id":"${idAt(1)}","exitedAt":2,"timeSpentSeconds":0.5,"totalSeconds":1,"clamped":false}`,
  ].join('\n');
  expect(await storeBatch([{ streamId: '1-0', text }], table)).toEqual({ written: 3, poison: [] });
  const entered = { sessionId: 's', enteredAt: 1 };
  expect(table.rows).toEqual([
    rowOf({
      id: idAt(1),
      ...entered,
      pagePath: '/1',
      variant: 'B',
      isBot: true,
      exitedAt: 2,
      timeSpentSeconds: 0.5,
      totalSeconds: 1,
    }),
    rowOf({ id: idAt(2), ...entered, pagePath: '/2', clamped: true, isOwner: true }),
  ]);
});

describe('a browser error', () => {
  const anError = (screen: string): ClientErrorEvent => ({
    kind: 'error',
    id: idAt(1),
    code: 'remote_broken',
    remote: 'mf-quiz',
    release: '0123456789abcdef0123',
    screen,
    reportedAt: 1,
  });
  const entryOf = (screen: string): EventsEntry => ({ streamId: '7-0', text: encodeEvent(anError(screen)) });

  it('is stored along with the views of its batch', async () => {
    const table = aTable('22021');
    expect(await storeBatch([anEntry(1), entryOf('q1')], table)).toEqual({ written: 2, poison: [] });
    expect(table.errors).toEqual([anError('q1')]);
    expect(table.rows).toHaveLength(1);
  });

  it('goes to the dead letters when it is refused for its data, and the views are stored', async () => {
    const table = aTable('22021', 'q1');
    const { text } = entryOf('q1');
    expect(await storeBatch([anEntry(1), entryOf('q1')], table)).toEqual({
      written: 1,
      poison: [{ streamId: '7-0', text, reason: 'refused with 22021' }],
    });
    expect(table.rows).toHaveLength(1);
  });

  it('with an unknown code becomes a dead letter', async () => {
    const text = encodeEvent(anError('q1')).replace('remote_broken', 'made_up');
    const { poison } = await storeBatch([{ streamId: '7-0', text }], aTable('22021'));
    expect(poison).toMatchObject([{ streamId: '7-0', text }]);
  });
});

describe('a large read', () => {
  const ofLines = (...counts: number[]): Entry[] =>
    counts.map((lines, number) => ({
      streamId: `${number}-0`,
      text: Array.from({ length: lines }, () => '{}').join('\n'),
    }));

  it.each([
    ['nothing', [], []],
    ['what fits', [1, 2, 3], [3]],
    ['what does not fit', [4, 4, 4, 1, 8], [2, 2, 1]],
    ['an entry that is larger than a chunk', [3, 40, 2], [1, 1, 1]],
  ])('of %s is split between entries', (_name, counts, sizes) => {
    const entries = ofLines(...counts);
    const chunks = inChunks(entries, { lines: 8, bytes: 100 });
    expect(chunks.map((chunk) => chunk.length)).toEqual(sizes);
    expect(chunks.flat()).toEqual(entries);
  });

  it('is split by bytes if it holds rows', () => {
    const entries = [50, 50, 1, 300, 60].map((bytes, number) => ({
      streamId: `${number}-0`,
      rows: Buffer.alloc(bytes),
    }));
    expect(inChunks(entries, { lines: 8, bytes: 100 }).map((chunk) => chunk.length)).toEqual([2, 1, 1, 1]);
  });

  it('knows how many chunks it fills, by lines and by bytes together', () => {
    const limits = { lines: 8, bytes: 100 };
    expect(fullness([], limits)).toBe(0);
    expect(fullness([...ofLines(2, 4), { streamId: '9-0', rows: Buffer.alloc(50) }], limits)).toBe(1.25);
  });
});
