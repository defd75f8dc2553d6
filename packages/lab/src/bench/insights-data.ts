import type pg from 'pg';

/** The average number of pages of a visit. */
const PAGES_PER_VISIT = 16;
const DAYS = 30;

// The visits of one day: an entry and some of the steps after it, in order, each visible for a log-normal time. Written
// in the order of their times, as they would have arrived.
const VIEWS = `
  insert into tracking.page_views (id, entered_at, exited_at, time_spent_seconds, total_seconds, session_id, page_path, variant)
  with visits as materialized (
    select 'session_' || (extract(epoch from began_at) * 1000)::bigint || '_bench' || lpad(n::text, 17, '0') as session_id, began_at, length, (array['A', 'B', null])[1 + n % 3] as variant
    from (select n, $1::timestamptz + random() * interval '1 day' as began_at, least(34, 1 + floor(-ln(1 - random()) * ${PAGES_PER_VISIT})) as length from generate_series($2::int, $3::int) as n) as drawn
  ), looks as (
    select v.*, p.path, began_at + p.place * interval '8 seconds' as at, least(3600, exp(1.6 + 0.9 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))::real as seconds, random() < 0.05 as is_lost
    from visits v join (select path, row_number() over (order by place) - 1 as place from rollups.steps where is_on_way) as p on p.place < v.length
  )
  select uuidv7(at - clock_timestamp()), at, case when not is_lost then at + seconds * interval '1 s' end, case when not is_lost then seconds end, case when not is_lost then seconds end, session_id, path, variant
  from looks order by at`;

const SESSIONS = `
  insert into funnel.sessions (id, utm, variant, seeded, created_at)
  select session_id, jsonb_build_object('source', 'x', 'campaign', 'campaign-' || (random() * 12)::int), variant, true, began_at
  from (select session_id, min(variant) as variant, min(entered_at) as began_at from tracking.page_views where id >= rollups.min_id_at($1::timestamptz) and id < rollups.min_id_at($1::timestamptz + interval '1 day 10 minutes') group by 1) as visits
  on conflict do nothing`;

const ANSWERS = `
  insert into funnel.responses (session_id, question_key, answer_value)
  select p.session_id, s.question_key, 'option-' || (random() * 3)::int
  from tracking.page_views p join rollups.steps s on s.path = p.page_path and s.question_key is not null
  where p.id >= rollups.min_id_at($1::timestamptz) and p.id < rollups.min_id_at($1::timestamptz + interval '1 day')
  on conflict do nothing`;

const ORDERS = `
  with bought as (
    select gen_random_uuid() as id, gen_random_uuid() as checkout_id, id as session_id, created_at + interval '5 minutes' as paid_at, (array['1week', '4week', '12week'])[1 + (random() * 2)::int] as plan
    from funnel.sessions where created_at >= $1 and created_at < $1::timestamptz + interval '1 day' and random() < 0.025
  ), checkouts as (
    insert into funnel.checkouts (id, session_id, plan, pricing, amount_cents, currency, return_origin, livemode, status)
    select checkout_id, session_id, plan, 'discounted', 2240, 'usd', 'https://bench.invalid', false, 'paid' from bought returning id
  )
  insert into funnel.orders (id, checkout_id, session_id, email, plan, pricing, amount_cents, currency, status, livemode, paid_at)
  select id, checkout_id, session_id, 'bench@bench.invalid', plan, 'discounted', 2240, 'usd', 'paid', false, paid_at from bought`;

const CHANGES = `
  insert into funnel.changes (session_id)
  select id from funnel.sessions where created_at >= $1 and created_at < $1::timestamptz + interval '1 day 10 minutes'`;

/** The approximate number of rows of one refresh. Larger buckets are built once at the end. */
const BATCH_SIZE = 200_000;
const REFRESH = 'select rollups.refresh_visits($1) + rollups.refresh_buckets($1) as taken';

const refreshAll = async (client: pg.Client): Promise<void> => {
  while ((await client.query<{ taken: number }>(REFRESH, [BATCH_SIZE])).rows[0]?.taken);
};

/** Writes a day in one transaction, so that visits are never counted in part. */
const writeDay = async (client: pg.Client, day: number, visits: number): Promise<void> => {
  const from = new Date(Date.now() - day * 86_400_000);
  await client.query('begin');
  await client.query(VIEWS, [from, day * visits, (day + 1) * visits - 1]);
  for (const statement of [SESSIONS, ANSWERS, ORDERS, CHANGES]) await client.query(statement, [from]);
  await client.query('commit');
};

export interface InsightsData {
  /** The approximate number of page views, over the last DAYS days. */
  readonly views: number;
  readonly say: (line: string) => void;
}

/**
 * Fills a fresh database with visits, their answers and orders, and refreshes the analysts' aggregates. Both
 * connections are the superuser's: one writes a day while the other refreshes the previous day.
 */
export const fillForInsights = async (
  writer: pg.Client,
  refresher: pg.Client,
  { views, say }: InsightsData,
): Promise<void> => {
  await writer.query(
    `insert into tracking.counted_names (kind, name) values ('variant', 'A'), ('variant', 'B') on conflict do nothing`,
  );
  const visits = Math.max(1, Math.round(views / PAGES_PER_VISIT / 0.88 / DAYS));
  for (let day = DAYS; day > 0; day -= 1) {
    await Promise.all([writeDay(writer, day, visits), refreshAll(refresher)]);
    if (day % 5 === 1) say(`  insights: ${DAYS - day + 1} of ${DAYS} days are written`);
  }
  await refreshAll(refresher);
  await refresher.query('select rollups.refresh()');
  await refresher.query('vacuum analyze');
};
