-- Page timing says of how many visits a bounce rate is a share, and how the times on one page develop.
drop view analytics.page_timing_daily;
drop function analytics.page_timing(timestamptz, timestamptz, text);

create function analytics.page_timing(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (page_path text, views bigint, exits bigint, began bigint, bounces bigint, bounce_rate float8, mean_seconds float8,
    p50_seconds float8, p75_seconds float8, p90_seconds float8, p99_seconds float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with sums as materialized (
    select * from rollups.sums('{page,began,bounced}', from_time, to_time, only_variant)
  )
  select page.key, page.n, page.timed, coalesce(began.n, 0), coalesce(bounced.n, 0), coalesce(bounced.n, 0)::float8 / began.n,
    page.sum_ms / 1000.0 / nullif(page.timed, 0),
    times[1], times[2], times[3], times[4]
  from sums page
  left join sums began on began.kind = 'began' and began.key = page.key
  left join sums bounced on bounced.kind = 'bounced' and bounced.key = page.key
  cross join lateral (select rollups.percentiles(page.histogram, '{0.5,0.75,0.9,0.99}') as times offset 0) as p
  where page.kind = 'page'
  order by page.n desc, page.key limit 1000
$$;
comment on function analytics.page_timing(timestamptz, timestamptz, text) is
  'Page timing. page_path: the page, (other) for those without a name of their own; views: page views entered in the range; exits: those of them whose end is known, on which all times are based; began: visits that began in the range on this page; bounces: those of them that saw no other page; bounce_rate: bounces / began; mean_seconds: mean visible time of a view in seconds (hidden tabs do not count); p50_seconds to p99_seconds: percentiles of it, at most 1 % off.';

create function analytics.page_timing_by_time(from_time timestamptz, to_time timestamptz, path text, zone text default 'UTC', only_variant text default null)
  returns table (starts_at timestamptz, views bigint, exits bigint, p50_seconds float8, p90_seconds float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with setting as (
    select case when to_time - from_time <= interval '3 days' then 'hour' else 'day' end as unit
  ), bins as (
    select begins, coalesce(lead(begins) over (order by begins), to_time) as ends
    from (
      select case unit when 'hour' then moment else date_trunc('day', moment, zone) end as begins
      from setting, generate_series(date_trunc(unit, from_time, zone), to_time - interval '1 microsecond', '1 hour') as moment
      group by 1
    ) as each
  )
  select b.begins, coalesce(s.n, 0), coalesce(s.timed, 0), times[1], times[2]
  from bins b
  left join lateral rollups.sums('{page}', greatest(b.begins, from_time), b.ends, only_variant, path) s on true
  cross join lateral (select rollups.percentiles(s.histogram, '{0.5,0.9}') as times offset 0) as p
  order by b.begins
$$;
comment on function analytics.page_timing_by_time(timestamptz, timestamptz, text, text, text) is
  'The times on one page over time: by hour up to three days, else by day of the time zone, without gaps. starts_at: when the hour or day begins; views: page views entered in it; exits: those of them whose end is known; p50_seconds and p90_seconds: percentiles of their visible time, at most 1 % off. NULL where no end is known.';

create view analytics.page_timing_daily as
  select d.day, t.* from rollups.days d cross join lateral analytics.page_timing(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') t;
comment on view analytics.page_timing_daily is 'How long pages are looked at, by day (UTC). Crawlers and the owner''s visits are left out.';
comment on column analytics.page_timing_daily.day is 'Day (UTC) on which the page was entered.';
comment on column analytics.page_timing_daily.page_path is 'The page, (other) for those without a name of their own. Text from outside: escape it where it is shown.';
comment on column analytics.page_timing_daily.views is 'How often the page was entered.';
comment on column analytics.page_timing_daily.exits is 'Views whose end is known. All times are based on them.';
comment on column analytics.page_timing_daily.began is 'Visits that began on this page.';
comment on column analytics.page_timing_daily.bounces is 'Visits that began on this page and saw no other.';
comment on column analytics.page_timing_daily.bounce_rate is 'bounces as a share (0 to 1) of the visits that began on this page. NULL when none did.';
comment on column analytics.page_timing_daily.mean_seconds is 'Mean visible time of a view in seconds. A hidden tab does not count.';
comment on column analytics.page_timing_daily.p50_seconds is 'Half of the views were visible for at most so many seconds; at most 1 % off, like the other percentiles.';
comment on column analytics.page_timing_daily.p75_seconds is 'Three quarters of the views were visible for at most so many seconds.';
comment on column analytics.page_timing_daily.p90_seconds is 'Nine in ten views were visible for at most so many seconds.';
comment on column analytics.page_timing_daily.p99_seconds is '99 in 100 views were visible for at most so many seconds: the p99 of single views, not of visits.';
