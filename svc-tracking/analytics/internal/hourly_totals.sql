-- Returns a total (`views` or `visitors`) hour by hour.
create or replace function rollups.hourly_totals(total text, from_time timestamptz, to_time timestamptz, only_variant text) returns table (starts_at timestamptz, n bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select s.starts_at, s.n from rollups.metric_buckets s
  where s.kind = total and s.variant = any (array(select unnest(rollups.resolve_variants(array[total], only_variant)))) and s.level = 0 and s.starts_at >= from_time and s.starts_at < to_time
  union all
  select d.starts_at, d.sign * d.n from rollups.deltas d
  where d.kind = case total when 'views' then 'page' else 'campaign' end and d.starts_at >= from_time and d.starts_at < to_time
    and (only_variant is null or d.variant = only_variant)
$$;
