-- Adds hourly totals to the buckets of a level, as far as that level is built.
create or replace function rollups.add_to_level(changes rollups.bucket_change[], to_level smallint, width interval, built_until timestamptz) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  insert into rollups.metric_buckets as s (kind, variant, level, starts_at, key, n, timed, sum_ms, histogram)
  select kind, variant, to_level, date_bin(width, starts_at, timestamptz '2000-01-01Z'), key, sum(n), sum(timed), sum(sum_ms), sum(histogram)
  from unnest(changes) where starts_at < built_until
  group by 1, 2, 4, 5
  on conflict (kind, variant, level, starts_at, key) do update set
    n = s.n + excluded.n, timed = s.timed + excluded.timed, sum_ms = s.sum_ms + excluded.sum_ms, histogram = s.histogram + excluded.histogram
$$;
