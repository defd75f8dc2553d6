-- What analysts see. Functions take a half-open range of time, of which the whole hours that begin in it count, and,
-- when wanted, one variant. They run with their owner's rights and answer sums, so that the role of the analysts needs
-- no right on any table. Compiling would take longer than any of them.

create function analytics.page_timing(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (page_path text, views bigint, exits bigint, bounces bigint, bounce_rate float8, mean_seconds float8,
    p50_seconds float8, p75_seconds float8, p90_seconds float8, p99_seconds float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with sums as materialized (
    select * from rollups.sums('{page,began,bounced}', from_time, to_time, only_variant)
  )
  select page.key, page.n, page.timed, coalesce(bounced.n, 0), coalesce(bounced.n, 0)::float8 / began.n,
    page.sum_ms / 1000.0 / nullif(page.timed, 0),
    times[1], times[2], times[3], times[4]
  from sums page
  left join sums began on began.kind = 'began' and began.key = page.key
  left join sums bounced on bounced.kind = 'bounced' and bounced.key = page.key
  cross join lateral (select rollups.percentiles(page.histogram, '{0.5,0.75,0.9,0.99}') as times offset 0) as p
  where page.kind = 'page'
  order by page.n desc, page.key
$$;
comment on function analytics.page_timing(timestamptz, timestamptz, text) is
  'Page timing. page_path: the page; views: page views entered in the range; exits: those of them whose end is known, on which all times are based; bounces: visits that began in the range on this page and saw no other; bounce_rate: their share of the visits that began on this page; mean_seconds: mean visible time in seconds (hidden tabs do not count); p50_seconds to p99_seconds: percentiles of it, at most 1 % off.';

create function analytics.page_distribution(from_time timestamptz, to_time timestamptz, path text, only_variant text default null)
  returns table (from_seconds float8, to_seconds float8, views bigint)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with bars as materialized (
    select first_bucket + place::int - 1 as bucket, count
    from rollups.sums('{page}', from_time, to_time, only_variant, path) s
    cross join lateral rollups.counts_of(s.histogram) c cross join unnest(c.counts) with ordinality as b (count, place)
    where count > 0
  ), frame as (
    select min(bucket) as least, max(bucket) as greatest, ceil((max(bucket) - min(bucket) + 1) / 40.0)::int as width from bars
  )
  select case when least + (bin * width) <= rollups.bucket_of(0) then 0 else rollups.bucket_end(least + bin * width - 1) end,
    rollups.bucket_end(least + (bin + 1) * width - 1), coalesce(sum(count), 0)::bigint
  from frame cross join lateral generate_series(0, (greatest - least) / width) as bin
  left join bars on (bucket - least) / width = bin
  group by bin, least, width
  order by bin
$$;
comment on function analytics.page_distribution(timestamptz, timestamptz, text, text) is
  'How the visible times on one page are spread: at most 40 bars of equal width on a logarithmic scale. from_seconds and to_seconds: the bar''s bounds in seconds; views: page views whose visible time lies between them.';

create function analytics.funnel(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (place int, step text, page_path text, title text, question_key text, reached bigint, answered bigint, left_here bigint, still_here bigint,
    drop_off float8, stayed_p50_seconds float8, left_p50_seconds float8, as_of timestamptz)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with sums as materialized (
    select * from rollups.sums('{stayed,left,answered}', from_time, to_time, only_variant)
  ), present as (
    select v.last_step as step, count(*) as n
    from (select distinct session_id from tracking.page_views where id >= rollups.least_id(now() - interval '30 minutes')) as lately
    -- By the primary key, whatever the planner believes.
    cross join lateral (select * from rollups.visits v where v.session_id = lately.session_id offset 0) as v
    where not v.is_out and (only_variant is null or v.variant = only_variant)
      and v.began_at >= rollups.first_hour(from_time) and v.began_at < rollups.first_hour(to_time)
    group by 1
  ), rows as (
    select s.*, coalesce(stayed.n, 0) + coalesce(l.n, 0) as reached, coalesce(answered.n, 0) as answered,
      least(coalesce(present.n, 0), coalesce(l.n, 0)) as still_here, coalesce(l.n, 0) as last_here,
      rollups.percentiles(stayed.histogram, '{0.5}') as stayed_times, rollups.percentiles(l.histogram, '{0.5}') as left_times
    from rollups.steps s
    left join sums stayed on stayed.kind = 'stayed' and stayed.key = s.key
    left join sums l on l.kind = 'left' and l.key = s.key
    left join sums answered on answered.kind = 'answered' and answered.key = s.key
    left join present on present.step = s.id
    where s.is_on_way and s.place is not null
  )
  select r.place, r.key, r.path, r.title, r.question_key, r.reached, r.answered, r.last_here - r.still_here, r.still_here,
    (r.last_here - r.still_here)::float8 / nullif(r.reached, 0), r.stayed_times[1], r.left_times[1],
    least(now(), (select min(at) from rollups.changed_views), (select min(at) from rollups.changed_sessions))
  from rows r order by r.place
$$;
comment on function analytics.funnel(timestamptz, timestamptz, text) is
  'The funnel step by step, of visits that began in the range. place: order on the way; step: its key; page_path, title, question_key: from the product''s table; reached: visits that saw it; answered: those of them whose question has an answer; left_here: those whose last step it is and who have not seen a page for 30 minutes; still_here: those whose last step it is and who have; drop_off: left_here / reached; stayed_p50_seconds and left_p50_seconds: median of the longest visible time on the step in seconds, of those who went on and of those whose last step it is; as_of: the moment that these figures tell of.';

create function analytics.quiz_time(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (visitors bigint, p50_seconds float8, p75_seconds float8, p90_seconds float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  select coalesce(s.n, 0), times[1], times[2], times[3]
  from (values (0)) as one_row
  left join rollups.sums('{quiz}', from_time, to_time, only_variant) s on true
  cross join lateral (select rollups.percentiles(s.histogram, '{0.5,0.75,0.9}') as times offset 0) as p
$$;
comment on function analytics.quiz_time(timestamptz, timestamptz, text) is
  'Time in the quiz a visitor: the longest visible times on the numbered questions added up, of visits that began in the range. visitors: visits with such a time; p50_seconds to p90_seconds: percentiles of it, at most 2 % off, because each time is rounded and so is their sum. NULL while there are none.';

create function analytics.answers(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (question_key text, answer_value text, answers bigint, share float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with sums as materialized (
    select kind, split_part(key, ' ', 1) as question, substr(key, strpos(key, ' ') + 1) as option, n from rollups.sums('{answer,asked}', from_time, to_time, only_variant)
  )
  select a.question, a.option, a.n, a.n::float8 / asked.n
  from sums a join sums asked on asked.kind = 'asked' and asked.question = a.question
  left join (select question_key as question, min(place) as place from rollups.steps group by 1) as q on q.question = a.question
  where a.kind = 'answer'
  order by q.place nulls last, a.question, a.n desc, a.option
$$;
comment on function analytics.answers(timestamptz, timestamptz, text) is
  'Answers by question, of sessions that began in the range. question_key: the question; answer_value: the option, one row each where several can be chosen; answers: sessions that chose it; share: of the sessions that answered the question (several options may add up to more than 1).';

-- Variants that a visit or a view ever had; '' for none.
create function rollups.known_variants() returns table (variant text)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select v from rollups.variants_of('visitors') v
  union
  select d.variant from rollups.deltas d where d.kind in ('campaign', 'page')
$$;

-- How many of a total there were, hour by hour.
create function rollups.hours(total text, from_time timestamptz, to_time timestamptz, only_variant text) returns table (starts_at timestamptz, n bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select s.starts_at, s.n from rollups.spans s
  where s.kind = total and s.variant = any (array(select unnest(rollups.variants_meant(array[total], only_variant)))) and s.level = 0 and s.starts_at >= from_time and s.starts_at < to_time
  union all
  select d.starts_at, d.sign * d.n from rollups.deltas d
  where d.kind = case total when 'views' then 'page' else 'campaign' end and d.starts_at >= from_time and d.starts_at < to_time
    and (only_variant is null or d.variant = only_variant)
$$;

create function analytics.conversion(from_time timestamptz, to_time timestamptz, by_what text default 'variant', only_variant text default null)
  returns table (key text, visitors bigint, buyers bigint, conversion float8, orders bigint, gross_cents bigint, refunded_cents bigint, net_cents bigint, currency text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
#variable_conflict use_column
begin
  if by_what = 'day' then
    return query select * from analytics.conversion_by_day(from_time, to_time, 'UTC', only_variant);
    return;
  elsif by_what not in ('variant', 'campaign', 'plan') then
    raise exception 'by_what must be variant, campaign, plan or day' using errcode = 'invalid_parameter_value';
  end if;
  return query
  with visits as materialized (
    select k.variant as key, s.n
    from (select v.variant from rollups.known_variants() v where only_variant is null or v.variant = only_variant) as k
    cross join lateral rollups.sums('{visitors}', from_time, to_time, k.variant) s
    where by_what = 'variant'
    union all
    select s.key, s.n from rollups.sums('{campaign}', from_time, to_time, only_variant) s where by_what = 'campaign'
  ), everyone as (
    select sum(s.n) as n from rollups.sums('{visitors}', from_time, to_time, only_variant) s where by_what = 'plan'
  ), sales as (
    select case by_what when 'variant' then s.variant when 'campaign' then s.campaign else s.plan end as key, s.currency,
      count(*) filter (where case by_what when 'plan' then s.is_first_of_plan else s.is_first end) as buyers,
      count(*) as orders, sum(s.gross_cents) as gross, sum(s.refunded_cents) as refunded
    from rollups.sales s
    where s.began_at >= rollups.first_hour(from_time) and s.began_at < rollups.first_hour(to_time)
      and (only_variant is null or s.variant = only_variant)
    group by 1, 2
  ), rows as (
    select coalesce(v.key, s.key) as key, coalesce(v.n, e.n, 0)::bigint as visitors, coalesce(s.buyers, 0) as buyers, coalesce(s.orders, 0) as orders,
      coalesce(s.gross, 0)::bigint as gross, coalesce(s.refunded, 0)::bigint as refunded, s.currency
    from visits v full join sales s on s.key = v.key left join everyone e on true
  )
  select r.key, r.visitors, r.buyers, r.buyers::float8 / nullif(r.visitors, 0), r.orders, r.gross, r.refunded, r.gross - r.refunded,
    coalesce(r.currency, (select s.currency from rollups.sales s order by s.began_at desc limit 1))
  from rows r
  order by r.gross desc, r.visitors desc, r.key;
end
$$;

create function analytics.conversion_by_day(from_time timestamptz, to_time timestamptz, zone text default 'UTC', only_variant text default null)
  returns table (key text, visitors bigint, buyers bigint, conversion float8, orders bigint, gross_cents bigint, refunded_cents bigint, net_cents bigint, currency text)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with days as (
    select to_char(day, 'YYYY-MM-DD') as key
    from generate_series(date_trunc('day', from_time at time zone zone), (to_time - interval '1 microsecond') at time zone zone, '1 day') as day
  ), visits as (
    select to_char(h.starts_at at time zone zone, 'YYYY-MM-DD') as key, sum(h.n) as n from rollups.hours('visitors', from_time, to_time, only_variant) h group by 1
  ), sales as (
    select to_char(h.starts_at at time zone zone, 'YYYY-MM-DD') as key, h.currency, sum(h.buyers)::bigint as buyers, sum(h.orders)::bigint as orders, sum(h.gross) as gross, sum(h.refunded) as refunded
    from (
      select rollups.hour_of(s.began_at) as starts_at, s.currency, count(*) filter (where s.is_first) as buyers,
        count(*) as orders, sum(s.gross_cents) as gross, sum(s.refunded_cents) as refunded
      from rollups.sales s
      where s.began_at >= rollups.first_hour(from_time) and s.began_at < rollups.first_hour(to_time)
        and (only_variant is null or s.variant = only_variant)
      group by 1, 2
    ) as h
    group by 1, 2
  )
  select d.key, coalesce(v.n, 0)::bigint, coalesce(s.buyers, 0), coalesce(s.buyers, 0)::float8 / nullif(v.n, 0), coalesce(s.orders, 0),
    coalesce(s.gross, 0)::bigint, coalesce(s.refunded, 0)::bigint, (coalesce(s.gross, 0) - coalesce(s.refunded, 0))::bigint,
    coalesce(s.currency, (select l.currency from rollups.sales l order by l.began_at desc limit 1))
  from days d left join visits v using (key) left join sales s using (key)
  order by d.key
$$;

comment on function analytics.conversion(timestamptz, timestamptz, text, text) is
  'Conversion and revenue of visitors who began in the range, whenever they paid, by variant, campaign, plan or day (UTC). key: what by_what says; visitors: visits that began in the range (for a plan: all of them); buyers: those of them with an order (for a plan: of this plan); conversion: buyers / visitors; orders: how many; gross_cents: paid; refunded_cents: given back; net_cents: gross less refunds; currency: of the cents. Sandbox orders are left out.';
comment on function analytics.conversion_by_day(timestamptz, timestamptz, text, text) is
  'The same by the day on which visitors began, in a time zone of your choice; days without any are there with 0.';

create function analytics.views_by_time(from_time timestamptz, to_time timestamptz, zone text default 'UTC', only_variant text default null)
  returns table (starts_at timestamptz, views bigint, visitors bigint)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with setting as (
    select case when to_time - from_time <= interval '3 days' then 'hour' else 'day' end as unit
  ), bins as (
    select case unit when 'hour' then moment else date_trunc('day', moment, zone) end as starts_at
    from setting, generate_series(date_trunc(unit, from_time, zone), to_time - interval '1 microsecond', '1 hour') as moment
    group by 1
  ), counts as (
    select date_trunc(unit, h.starts_at, zone) as starts_at, sum(h.views) as views, sum(h.visitors) as visitors
    from setting, (
      select v.starts_at, v.n as views, 0 as visitors from rollups.hours('views', from_time, to_time, only_variant) v
      union all
      select v.starts_at, 0, v.n from rollups.hours('visitors', from_time, to_time, only_variant) v
    ) as h
    group by 1
  )
  select b.starts_at, coalesce(c.views, 0)::bigint, coalesce(c.visitors, 0)::bigint from bins b left join counts c using (starts_at) order by 1
$$;
comment on function analytics.views_by_time(timestamptz, timestamptz, text, text) is
  'Page views and visitors over time: by hour up to three days, else by day of the time zone, without gaps. starts_at: when the hour or day begins; views: page views entered in it; visitors: visits that began in it.';

create function analytics.live() returns table (page_path text, visitors bigint)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  select latest.page_path, count(*)
  from (
    select distinct on (session_id) session_id, page_path
    from tracking.page_views
    where id >= rollups.least_id(now() - interval '5 minutes') and id < rollups.least_id(now() + interval '1 minute')
      and session_id is not null and page_path is not null and not is_bot and not is_owner
    order by session_id, id desc
  ) as latest
  left join lateral (select v.is_out from rollups.visits v where v.session_id = latest.session_id offset 0) as v on true
  where v.is_out is not true
  group by 1 order by 2 desc, 1
$$;
comment on function analytics.live() is 'Who is here now. page_path: the page; visitors: sessions that entered a page within the last 5 minutes, each at its latest.';

create function analytics.variants() returns table (variant text)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select variant from rollups.known_variants() where variant <> '' order by 1
$$;
comment on function analytics.variants() is 'Variants that were shown, in the order of their names.';
