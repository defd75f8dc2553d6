create or replace function analytics.views_by_time(from_time timestamptz, to_time timestamptz, zone text default 'UTC', only_variant text default null)
  returns table (starts_at timestamptz, views bigint, visitors bigint)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with setting as (
    -- By local time: days on which clocks change have 23 or 25 hours.
    select case when to_time at time zone zone - from_time at time zone zone <= interval '3 days' then 'hour' else 'day' end as unit
  ), bins as (
    select date_trunc(unit, moment, zone) as starts_at
    from setting, generate_series(date_trunc(unit, from_time, zone), least(to_time - interval '1 microsecond', now()), '1 hour') as moment
    group by 1
  ), counts as (
    select date_trunc(unit, h.starts_at, zone) as starts_at, sum(h.views) as views, sum(h.visitors) as visitors
    from setting, (
      select v.starts_at, v.n as views, 0 as visitors from rollups.hourly_totals('views', from_time, to_time, only_variant) v
      union all
      select v.starts_at, 0, v.n from rollups.hourly_totals('visitors', from_time, to_time, only_variant) v
    ) as h
    group by 1
  )
  select b.starts_at, coalesce(c.views, 0)::bigint, coalesce(c.visitors, 0)::bigint from bins b left join counts c using (starts_at) order by 1
$$;
