import type pg from 'pg';
import { aKey } from './builders.ts';

/** A page view as the tests of the aggregates write it. `seconds` is null while its exit is unknown. */
export interface TestView {
  readonly id: string;
  readonly at: number;
  readonly sessionId: string | null;
  readonly pagePath: string | null;
  readonly seconds: number | null;
  readonly variant: string | null;
  readonly isBot: boolean;
  readonly isOwner: boolean;
  readonly isPreview: boolean;
  readonly release: string | null;
}

export const aView = (at: number, change: Partial<TestView> = {}): TestView => ({
  id: aKey(at),
  at,
  sessionId: 'session_of_nobody',
  pagePath: '/q1',
  seconds: 10,
  variant: null,
  isBot: false,
  isOwner: false,
  isPreview: false,
  release: null,
  ...change,
});

const INSERT = `
  insert into tracking.page_views (id, entered_at, exited_at, time_spent_seconds, session_id, page_path, variant, is_bot, is_owner, is_preview, release)
  select id, at, case when seconds is not null then at + seconds * interval '1 s' end, seconds, session_id, page_path, variant, is_bot, is_owner, is_preview, release
  from (select * from jsonb_to_recordset($1::jsonb) as r (id uuid, at timestamptz, seconds real, session_id text, page_path text, variant text, is_bot boolean, is_owner boolean, is_preview boolean, release text)) as given
  on conflict (id) do update set time_spent_seconds = greatest(page_views.time_spent_seconds, excluded.time_spent_seconds), exited_at = greatest(page_views.exited_at, excluded.exited_at),
    session_id = coalesce(page_views.session_id, excluded.session_id), page_path = coalesce(page_views.page_path, excluded.page_path)`;

/** Writes views as the writer does: in one statement, new and known ones together. */
export const write = async (pool: pg.Pool, views: readonly TestView[]): Promise<void> => {
  const rows = views.map(({ at, sessionId, pagePath, isBot, isOwner, isPreview, ...rest }) => ({
    ...rest,
    at: new Date(at).toISOString(),
    session_id: sessionId,
    page_path: pagePath,
    is_bot: isBot,
    is_owner: isOwner,
    is_preview: isPreview,
  }));
  await pool.query(INSERT, [JSON.stringify(rows)]);
};

/** Makes these variants and paths count under their own names, as if they had always been known. */
export const addCountedNames = async (
  pool: pg.Pool,
  variants: readonly string[],
  paths: readonly string[] = [],
): Promise<void> => {
  await pool.query(
    `insert into tracking.counted_names (kind, name) select 'variant', unnest($1::text[]) union all select 'path', unnest($2::text[]) on conflict do nothing`,
    [variants, paths],
  );
};
