import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { isRefusedForItsData } from '../platform/sql-errors.ts';
import type { ClientErrorEvent } from '../stream/event-lines.ts';
import { COLUMN_LIST, type ColumnType, type PageViewRow } from '../stream/page-view-row.ts';
import { MERGES } from './merge.ts';

/** How rows get into PostgreSQL, each call a transaction. */
export interface PageViewTable {
  /** Merges rows of distinct ids into what is there. */
  readonly upsert: (rows: readonly PageViewRow[]) => Promise<void>;
  /** Adds tuples as they are, all or none. Rejects when one of the ids is there. Returns how many there were. */
  readonly copy: (chunks: readonly Buffer[]) => Promise<number>;
  /** Adds errors of browsers, each page view and code once. */
  readonly insertClientErrors: (errors: readonly ClientErrorEvent[]) => Promise<void>;
}

export const pageViewTable = (pool: pg.Pool): PageViewTable => ({
  upsert: (rows) => upsert(pool, rows),
  copy: (chunks) => copyRows(pool, chunks),
  insertClientErrors: (errors) => insertClientErrors(pool, errors),
});

const NAMES = COLUMN_LIST.map(({ sql }) => sql).join(', ');

const COPY = `copy tracking.page_views (${NAMES}) from stdin (format binary)`;

// Signature, flags and length of the header's extension; and the count of columns that ends the file.
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

/** As long as the pool gives any other statement. */
const COPY_MAX_MS = 30_000;

/**
 * Writes rows that the table does not hold yet, all of them or none. `chunks` are whole tuples, as `row-bytes.ts` makes
 * them, and pass unread: in binary, COPY takes half the CPU of text, and nothing is left to do for us.
 * Returns how many rows there were. Rejects like any statement, also when the table holds one of the ids.
 */
const copyRows = async (pool: pg.Pool, chunks: readonly Buffer[]): Promise<number> => {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const copy = client.query(from(COPY));
    for (const bytes of [HEADER, ...chunks]) copy.write(bytes);
    await finished(copy.end(TRAILER), { signal: AbortSignal.timeout(COPY_MAX_MS) });
    isUsable = true;
    return copy.rowCount;
  } catch (error) {
    isUsable = isRefusedForItsData(error);
    throw error;
  } finally {
    client.release(!isUsable);
  }
};

/** The types of the statement's arrays. Times come as ms since 1970. */
const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  uuid: 'uuid',
  time: 'float8',
  real: 'real',
  bool: 'bool',
  text: 'text',
};

const ARRAYS = COLUMN_LIST.map(({ type }, at) => `$${at + 1}::${SQL_TYPES[type]}[]`).join(', ');
const VALUES = COLUMN_LIST.map(({ sql, type }) => (type === 'time' ? `to_timestamp(${sql} / 1000)` : sql)).join(', ');
const MERGED = COLUMN_LIST.flatMap(({ sql, merge }) =>
  merge ? [{ sql, merged: MERGES[merge].sql(`t.${sql}`, `excluded.${sql}`) }] : [],
);
const TOGETHER = MERGED.map(({ merged }) => merged).join(', ');

// A row that learns nothing is not written again, so that a stream read twice leaves no dead rows behind.
const UPSERT = `
  insert into tracking.page_views as t (${NAMES})
  select ${VALUES} from unnest(${ARRAYS}) as r (${NAMES})
  on conflict (id) do update set (${MERGED.map(({ sql }) => sql).join(', ')}) = (${TOGETHER})
  where (${MERGED.map(({ sql }) => `t.${sql}`).join(', ')}) is distinct from (${TOGETHER})`;

/**
 * Writes rows of distinct ids in one statement, which is one transaction. Straight through pg: measured with this
 * statement, Prisma's $executeRaw costs 2 to 10 times the CPU a row, and its client 55 MB of memory.
 */
const upsert = async (pool: pg.Pool, rows: readonly PageViewRow[]): Promise<void> => {
  await pool.query({
    name: 'upsert-page-views',
    text: UPSERT,
    values: COLUMN_LIST.map(({ name }) => rows.map((row) => row[name])),
  });
};

// Of a page view and code that are there, nothing changes.
const INSERT = `
  insert into tracking.client_errors (page_view_id, code, remote, release, screen, reported_at)
  select page_view_id, code, remote, release, screen, to_timestamp(reported_at / 1000)
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[])
    as r (page_view_id, code, remote, release, screen, reported_at)
  on conflict do nothing`;

const insertClientErrors = async (pool: pg.Pool, errors: readonly ClientErrorEvent[]): Promise<void> => {
  await pool.query(INSERT, [
    errors.map(({ id }) => id),
    errors.map(({ code }) => code),
    errors.map(({ remote }) => remote),
    errors.map(({ release }) => release ?? null),
    errors.map(({ screen }) => screen),
    errors.map(({ reportedAt }) => reportedAt),
  ]);
};
