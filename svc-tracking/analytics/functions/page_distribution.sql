create or replace function analytics.page_distribution(from_time timestamptz, to_time timestamptz, path text, only_variant text default null)
  returns table (from_seconds float8, to_seconds float8, views bigint)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with first_bar as (
    -- Shorter times share it: one view of 0 s would stretch a logarithmic scale over bars without views.
    select rollups.bucket_of(0.1) as bucket
  ), counts as materialized (
    select greatest(first_bucket + place::int - 1, first_bar.bucket) as bucket, count
    from first_bar cross join rollups.aggregates('{page}', from_time, to_time, only_variant, path) s
    cross join lateral rollups.histogram_unpack(s.histogram) c cross join unnest(c.counts) with ordinality as b (count, place)
    where count > 0
  ), frame as (
    select min(bucket) as least, max(bucket) as greatest, ceil((max(bucket) - min(bucket) + 1) / 40.0)::int as width from counts
  )
  select case when least + (bin * width) <= (select bucket from first_bar) then 0 else rollups.bucket_end(least + bin * width - 1) end,
    rollups.bucket_end(least + (bin + 1) * width - 1), coalesce(sum(count), 0)::bigint
  from frame cross join lateral generate_series(0, (greatest - least) / width) as bin
  left join counts on (bucket - least) / width = bin
  group by bin, least, width
  order by bin
$$;
