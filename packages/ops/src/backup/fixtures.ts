import { releaseEnds, stepRows, type Declarations } from '@course/contracts';
import type pg from 'pg';
import { withClient } from '../postgres/client.ts';
import { SESSION_SETTINGS } from './back-up.ts';
import { readTables } from './catalogue.ts';

const ODD = `O'Brien "quoted" \\ back\\\\slash \t tab \n line {curly,"array"} NULL null 𝄞 ünï`;

/** Inserts rows with every kind of value, with queued jobs, and in several partitions. */
export const fill = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into funnel.sessions (id, email, name, utm, click_ids, completed_at) values
    ('session_1', 'a@example.com', $1, '{"source": "x", "n": 1.10}', 'null', '2026-03-29 01:59:59.999+00'), ('session_2', null, '', null, null, 'infinity')`,
    [ODD],
  );
  await client.query(
    `insert into funnel.responses (session_id, question_key, answer_value) select 'session_1', 'q' || n, $1 from generate_series(1, 1234) as n`,
    [ODD],
  );
  const [checkout, order] = ['6f5a0b1e-0000-4000-8000-000000000001', '6f5a0b1e-0000-4000-8000-000000000002'];
  await client.query(
    `insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status) values ($1, 'session_1', '1week', 'discounted', 776, 'usd', 'http://x', false, 'paid')`,
    [checkout],
  );
  await client.query(
    `insert into funnel.payment_events (id, type, livemode, occurred_at, checkout_id, outcome, payload) values ('evt_1', 't', false, now(), $1, 'applied', $2)`,
    [checkout, `{"a": "\\u0000 ${'x'.repeat(900_000)}"}`],
  );
  await client.query(
    `insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at) values ($1, $2, 'session_1', 'a@example.com', '1week', 'discounted', 776, 'usd', 'paid', false, now())`,
    [order, checkout],
  );
  await client.query(
    `insert into funnel.courses (order_id, email, time_zone, days, week_order, status, next_due_at) values ($1, 'a@example.com', 'UTC', 7, '{1,2,3,12}', 'active', now())`,
    [order],
  );
  await client.query(
    `insert into funnel.course_links (token_hash, order_id, purpose) values ('\\x00ff5c22', $1, 'read')`,
    [order],
  );
  await client.query(`update funnel.sandbox_clock set ahead_ms = 86400000`);
  // As in every database that has served a page; otherwise a restore would add the name.
  await client.query(
    `insert into tracking.counted_names (kind, name, counts_from) values ('path', '/q1', '-infinity') on conflict do nothing`,
  );
  await client.query(`insert into tracking.page_views (id, entered_at, session_id, page_path, time_spent_seconds)
    select (lpad(to_hex((extract(epoch from day) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, day, 'session_' || n, '/q1', n / 7.0
    from generate_series(1, 300) as n, generate_series(now() - interval '70 days', now(), interval '35 days') as day`);
  await client.query(
    `create table tracking.page_views_2024_01 partition of tracking.page_views for values from (tracking.month_bound('2024-01-01')) to (tracking.month_bound('2024-02-01'))`,
  );
  await client.query(
    `select graphile_worker.add_job('send', json_build_object('deliveryId', n, 'odd', $1::text), job_key => 'send:' || n, queue_name => 'q' || n % 3) from generate_series(1, 20) as n`,
    [ODD],
  );
  await client.query(`select graphile_worker.remove_job('send:20')`);
};

/**
 * Returns every row of every table as text, with the partition that holds it, and all sequences, partitions and
 * migrations.
 */
export const everything = (databaseUrl: string): Promise<Record<string, unknown>> =>
  withClient(databaseUrl, async (client) => {
    await client.query(SESSION_SETTINGS);
    const all: Record<string, unknown> = {};
    for (const { name } of await readTables(client)) {
      // After a restore it has every session, because the aggregates are rebuilt.
      if (name === 'funnel.changes') continue;
      all[name] = (
        await client.query<{ row: string }>(
          `select tableoid::regclass || ' ' || t::text as row from ${name} as t order by 1`,
        )
      ).rows.map(({ row }) => row);
    }
    all['sequences'] = (
      await client.query(
        `select schemaname, sequencename, last_value from pg_sequences where schemaname <> 'rollups' and sequencename <> 'changes_id_seq' order by 1, 2`,
      )
    ).rows;
    all['partitions'] = (
      await client.query(`select inhrelid::regclass::text as part from pg_inherits order by 1`)
    ).rows;
    all['migrations'] = (
      await client.query(`select migration_name, checksum from funnel._prisma_migrations order by 1`)
    ).rows;
    return all;
  });

const aStep = (key: string, next: string | null) => ({
  key,
  path: `/${key}`,
  title: key,
  kind: 'single',
  question: { key, kind: 'one' as const, options: [{ value: 'x', label: 'X' }] },
  counts: true,
  next,
  exit: null,
});
const RELEASE = '00000000000000000001';
const DECLARED: Declarations['releases'] = [
  {
    remote: 'mf-quiz',
    version: '1.0.0',
    release: RELEASE,
    live: true,
    flow: {
      entries: { quiz: '/q1' },
      exits: [],
      steps: [aStep('q1', 'q2'), aStep('q2', 'thanks'), { ...aStep('thanks', null), question: null }],
      needs: { services: {}, plans: [], labels: [] },
    },
    paths: ['/q1', '/q2', '/thanks'],
  },
];

const refreshAll = async (client: pg.Client): Promise<void> => {
  const refresh = 'select rollups.refresh() as taken';
  while ((await client.query<{ taken: number }>(refresh)).rows[0]?.taken);
};

/**
 * Inserts visits of ten days ago: to a declared release, one with a preview, and to a path counted by name since
 * yesterday.
 */
export const fillWithVisits = async (client: pg.Client): Promise<void> => {
  await client.query('insert into tracking.declarations (releases) values ($1)', [JSON.stringify(DECLARED)]);
  await client.query('select rollups.set_release_ends($1)', [JSON.stringify(releaseEnds(DECLARED))]);
  await client.query('select rollups.set_steps($1, true)', [
    JSON.stringify(stepRows(DECLARED.flatMap(({ flow }) => flow ?? []))),
  ]);
  await client.query(
    `insert into tracking.counted_names (kind, name, counts_from) values ('path', '/later', now() - interval '1 day')`,
  );
  await client.query(
    `insert into tracking.page_views (id, entered_at, session_id, page_path, time_spent_seconds, release, lcp_seconds, is_preview)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, at, session, path, seconds, $1, 1.5,
       session = 'preview'
     from (values (1, 'v1', '/q1', 10), (2, 'v1', '/q2', 20), (3, 'v1', '/thanks', 5), (4, 'v2', '/q1', 7), (5, 'preview', '/q1', 100), (6, 'v3', '/later', 8))
       as v (n, session, path, seconds)
     cross join lateral (select date_trunc('day', now()) - interval '10 days' + n * interval '1 minute' as at) as t`,
    [RELEASE],
  );
  await refreshAll(client);
};

/** Returns the figures that analysts see for the last three weeks, after a refresh. */
export const figures = (databaseUrl: string): Promise<Record<string, unknown[]>> =>
  withClient(databaseUrl, async (client) => {
    await refreshAll(client);
    const rowsByChart: Record<string, unknown[]> = {};
    for (const chart of ['funnel', 'quiz_time', 'releases', 'page_timing', 'views_by_time']) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select * from analytics.${chart}(date_trunc('day', now()) - interval '21 days', date_trunc('day', now()))`,
      );
      rowsByChart[chart] = rows.map((row) => ({ ...row, as_of: null }));
    }
    return rowsByChart;
  });
