import type pg from 'pg';
import { COLUMN_LIST, type ColumnType, type PageViewRow } from '../stream/page-view-row.ts';
import { MERGES } from './merge.ts';

/** The types of the statement's arrays. Times come as ms since 1970. */
const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  uuid: 'uuid',
  time: 'float8',
  real: 'real',
  bool: 'bool',
  text: 'text',
};

const NAMES = COLUMN_LIST.map(({ sql }) => sql).join(', ');
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
export const upsert = async (pool: pg.Pool, rows: readonly PageViewRow[]): Promise<void> => {
  await pool.query({
    name: 'upsert-page-views',
    text: UPSERT,
    values: COLUMN_LIST.map(({ name }) => rows.map((row) => row[name])),
  });
};
