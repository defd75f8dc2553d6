-- Returns the totals of some kinds over a range: from buckets, and from deltas that are not added to them yet.
create or replace function rollups.aggregates(kinds text[], from_time timestamptz, to_time timestamptz, only_variant text, only_key text default null)
  returns table (kind text, key text, n bigint, timed bigint, sum_ms bigint, histogram numeric)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with requested as materialized (
    select rollups.resolve_variants(kinds, only_variant) as variants
  ), pending as materialized (
    select d.*
    from (
      select starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets from rollups.deltas
      union all
      -- The total that refresh_buckets will derive from these deltas.
      select starts_at, 'visitors', '', variant, sign, n, 0, 0, null from rollups.deltas where kind = 'campaign'
    ) as d
    where d.kind = any (kinds) and d.starts_at >= from_time and d.starts_at < to_time
      and (only_variant is null or d.variant = only_variant) and (only_key is null or d.key = only_key)
  )
  select kind, key, sum(n)::bigint, sum(timed)::bigint, sum(sum_ms)::bigint, sum(histogram)
  from (
    select s.kind, s.key, s.n, s.timed, s.sum_ms, s.histogram
    from requested cross join rollups.range_segments(from_time, to_time) c
    -- `offset 0` keeps this one index scan per level, whatever the planner estimates.
    cross join lateral (
      select * from rollups.metric_buckets s
      where s.kind = any (kinds) and s.variant = any (variants) and s.level = c.level and s.starts_at >= c.from_at and s.starts_at < c.to_at offset 0
    ) as s
    where only_key is null or s.key = only_key
    union all
    select u.kind, u.key, u.sign * u.n, u.sign * u.timed, u.sign * u.sum_ms, 0 from pending u
    union all
    select u.kind, u.key, 0, 0, 0, rollups.histogram_pack(bucket, sum(u.sign)) from pending u cross join unnest(u.buckets) as bucket group by u.kind, u.key, bucket
  ) as parts
  group by 1, 2
  having sum(n) > 0
$$;
