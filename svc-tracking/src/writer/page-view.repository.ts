import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { isDataError } from '../platform/sql-errors.ts';
import type { ClientErrorEvent } from '../stream/event-lines.ts';
import { COLUMN_LIST, type ColumnType, type PageViewRow } from '../stream/page-view-row.ts';
import { MERGES } from './merge.ts';

/** Writes to PostgreSQL. Each call is a transaction. */
export interface PageViewRepository {
  /** Merges rows with distinct ids into the table. */
  readonly upsert: (rows: readonly PageViewRow[]) => Promise<void>;
  /** Adds tuples as they are, all or none. Rejects if the table has one of the ids. Returns the number of tuples. */
  readonly copy: (chunks: readonly Buffer[]) => Promise<number>;
  /** Adds browser errors, once per page view and code. */
  readonly insertClientErrors: (errors: readonly ClientErrorEvent[]) => Promise<void>;
}

export const pageViewRepository = (pool: pg.Pool): PageViewRepository => ({
  upsert: (rows) => upsert(pool, rows),
  copy: (chunks) => copyRows(pool, chunks),
  insertClientErrors: (errors) => insertClientErrors(pool, errors),
});

const NAMES = COLUMN_LIST.map(({ sql }) => sql).join(', ');

const COPY = `copy tracking.page_views (${NAMES}) from stdin (format binary)`;

// The header: signature, flags and length of the extension. The trailer: a column count of -1.
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

/** Same as the pool's timeout for statements, which does not apply to COPY. */
const COPY_MAX_MS = 30_000;

/**
 * Writes rows that the table does not hold yet, all of them or none. `chunks` are whole tuples as encoded by
 * `row-bytes.ts`, and are passed on unread: binary COPY takes half the CPU of text COPY, and leaves nothing to convert
 * here. Returns the number of rows. Rejects like any statement, and also if the table has one of the ids.
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
    isUsable = isDataError(error);
    throw error;
  } finally {
    client.release(!isUsable);
  }
};

/** Types of the statement's array parameters. Times are passed as ms since 1970. */
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
const MERGED_VALUES = MERGED.map(({ merged }) => merged).join(', ');

// A row that would not change is not rewritten, so that a stream read twice leaves no dead rows behind.
const UPSERT = `
  insert into tracking.page_views as t (${NAMES})
  select ${VALUES} from unnest(${ARRAYS}) as r (${NAMES})
  on conflict (id) do update set (${MERGED.map(({ sql }) => sql).join(', ')}) = (${MERGED_VALUES})
  where (${MERGED.map(({ sql }) => `t.${sql}`).join(', ')}) is distinct from (${MERGED_VALUES})`;

/**
 * Writes rows with distinct ids in one statement and so in one transaction. Uses pg directly: measured with this
 * statement, Prisma's $executeRaw costs 2 to 10 times the CPU per row, and its client 55 MB of memory.
 */
const upsert = async (pool: pg.Pool, rows: readonly PageViewRow[]): Promise<void> => {
  await pool.query({
    name: 'upsert-page-views',
    text: UPSERT,
    values: COLUMN_LIST.map(({ name }) => rows.map((row) => row[name])),
  });
};

// An error that is already stored for its page view and code stays unchanged.
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
