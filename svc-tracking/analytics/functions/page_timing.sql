create or replace function analytics.page_timing(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (page_path text, views bigint, exits bigint, began bigint, bounces bigint, bounce_rate float8, mean_seconds float8,
    p50_seconds float8, p75_seconds float8, p90_seconds float8, p99_seconds float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with totals as materialized (
    select * from rollups.aggregates('{page,began,bounced}', from_time, to_time, only_variant)
  )
  select page.key, page.n, page.timed, coalesce(began.n, 0), coalesce(bounced.n, 0), coalesce(bounced.n, 0)::float8 / began.n,
    page.sum_ms / 1000.0 / nullif(page.timed, 0),
    times[1], times[2], times[3], times[4]
  from totals page
  left join totals began on began.kind = 'began' and began.key = page.key
  left join totals bounced on bounced.kind = 'bounced' and bounced.key = page.key
  cross join lateral (select rollups.percentiles(page.histogram, '{0.5,0.75,0.9,0.99}') as times offset 0) as p
  where page.kind = 'page'
  order by page.n desc, page.key limit 1000
$$;
