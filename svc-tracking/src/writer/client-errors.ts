import type pg from 'pg';
import type { ClientErrorEvent } from '../stream/event-lines.ts';

const INSERT = `
  insert into tracking.client_errors (page_view_id, code, remote, release, screen, reported_at)
  select page_view_id, code, remote, release, screen, to_timestamp(reported_at / 1000)
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[])
    as r (page_view_id, code, remote, release, screen, reported_at)
  on conflict do nothing`;

/** Writes errors of browsers in one statement. Of a page view and code that are there, nothing changes. */
export const addErrors = async (pool: pg.Pool, errors: readonly ClientErrorEvent[]): Promise<void> => {
  await pool.query(INSERT, [
    errors.map(({ id }) => id),
    errors.map(({ code }) => code),
    errors.map(({ remote }) => remote),
    errors.map(({ release }) => release ?? null),
    errors.map(({ screen }) => screen),
    errors.map(({ reportedAt }) => reportedAt),
  ]);
};
