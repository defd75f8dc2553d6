import type pg from 'pg';
import { COLUMNS } from '../stream/row-bytes.ts';
import type { PageViewRow } from '../stream/row.ts';

/** How two values of a column become one: `mergeRows` in SQL. least and greatest skip NULLs. */
const least = (name: string): string => `least(t.${name}, excluded.${name})`;
const greatest = (name: string): string => `greatest(t.${name}, excluded.${name})`;
const either = (name: string): string => `t.${name} or excluded.${name}`;
const leastText = (name: string): string => `least(t.${name} collate "C", excluded.${name} collate "C")`;

const MERGES = {
  entered_at: least,
  exited_at: greatest,
  time_spent_seconds: greatest,
  total_seconds: greatest,
  clamped: either,
  session_id: leastText,
  page_path: leastText,
  variant: leastText,
  is_bot: either,
  is_owner: either,
  release: leastText,
  is_preview: either,
  lcp_seconds: greatest,
  inp_seconds: greatest,
  cls: greatest,
  ttfb_seconds: greatest,
} as const satisfies Record<Exclude<(typeof COLUMNS)[number], 'id'>, (name: string) => string>;

const MERGED = Object.keys(MERGES).join(', ');
const KNOWN = Object.keys(MERGES)
  .map((name) => `t.${name}`)
  .join(', ');
const TOGETHER = Object.entries(MERGES)
  .map(([name, merge]) => merge(name))
  .join(', ');

// A row that learns nothing is not written again, so that a stream read twice leaves no dead rows behind.
const UPSERT = `
  insert into tracking.page_views as t (${COLUMNS.join(', ')})
  select id, to_timestamp(entered_at / 1000), to_timestamp(exited_at / 1000), ${COLUMNS.slice(3).join(', ')}
  from unnest($1::uuid[], $2::float8[], $3::float8[], $4::real[], $5::real[], $6::bool[], $7::text[], $8::text[], $9::text[], $10::bool[], $11::bool[],
      $12::text[], $13::bool[], $14::real[], $15::real[], $16::real[], $17::real[])
    as r (${COLUMNS.join(', ')})
  on conflict (id) do update set (${MERGED}) = (${TOGETHER})
  where (${KNOWN}) is distinct from (${TOGETHER})`;

const columns = (rows: readonly PageViewRow[]): unknown[] => [
  rows.map((row) => row.id),
  rows.map((row) => row.enteredAt),
  rows.map((row) => row.exitedAt),
  rows.map((row) => row.timeSpentSeconds),
  rows.map((row) => row.totalSeconds),
  rows.map((row) => row.clamped),
  rows.map((row) => row.sessionId),
  rows.map((row) => row.pagePath),
  rows.map((row) => row.variant),
  rows.map((row) => row.isBot),
  rows.map((row) => row.isOwner),
  rows.map((row) => row.release),
  rows.map((row) => row.isPreview),
  rows.map((row) => row.lcpSeconds),
  rows.map((row) => row.inpSeconds),
  rows.map((row) => row.cls),
  rows.map((row) => row.ttfbSeconds),
];

/**
 * Writes rows of distinct ids in one statement, which is one transaction. Straight through pg: measured with this
 * statement, Prisma's $executeRaw costs 2 to 10 times the CPU a row, and its client 55 MB of memory.
 */
export const upsert = async (pool: pg.Pool, rows: readonly PageViewRow[]): Promise<void> => {
  await pool.query({ name: 'upsert-page-views', text: UPSERT, values: columns(rows) });
};
