create or replace function analytics.page_timing_by_time(from_time timestamptz, to_time timestamptz, path text, zone text default 'UTC', only_variant text default null)
  returns table (starts_at timestamptz, views bigint, exits bigint, p50_seconds float8, p90_seconds float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with setting as (
    -- By local time: days on which clocks change have 23 or 25 hours.
    select case when to_time at time zone zone - from_time at time zone zone <= interval '3 days' then 'hour' else 'day' end as unit
  ), bins as (
    select begins, coalesce(lead(begins) over (order by begins), to_time) as ends
    from (
      select date_trunc(unit, moment, zone) as begins
      from setting, generate_series(date_trunc(unit, from_time, zone), least(to_time - interval '1 microsecond', now()), '1 hour') as moment
      group by 1
    ) as each
  )
  select b.begins, coalesce(s.n, 0), coalesce(s.timed, 0), times[1], times[2]
  from bins b
  left join lateral rollups.aggregates('{page}', greatest(b.begins, from_time), b.ends, only_variant, path) s on true
  cross join lateral (select rollups.percentiles(s.histogram, '{0.5,0.9}') as times offset 0) as p
  order by b.begins
$$;
