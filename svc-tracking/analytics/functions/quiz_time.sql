create or replace function analytics.quiz_time(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (visitors bigint, p50_seconds float8, p75_seconds float8, p90_seconds float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  select coalesce(s.n, 0), times[1], times[2], times[3]
  from (values (0)) as one_row
  left join rollups.aggregates('{quiz}', from_time, to_time, only_variant) s on true
  cross join lateral (select rollups.percentiles(s.histogram, '{0.5,0.75,0.9}') as times offset 0) as p
$$;
