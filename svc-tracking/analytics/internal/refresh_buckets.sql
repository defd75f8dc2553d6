-- Adds up to `take` deltas to their buckets. Returns how many it added.
create or replace function rollups.refresh_buckets(take int) returns int
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set work_mem = '64MB'
as $$
declare
  taken int;
  changes rollups.bucket_change[];
  level_row rollups.levels;
  late int;
  earliest timestamptz;
begin
  with batch as materialized (
    delete from rollups.deltas where id in (select id from rollups.deltas order by id limit take) returning *
  ), counts as (
    select starts_at, kind, key, variant, bucket, sum(sign) as count from batch, unnest(buckets) as bucket group by 1, 2, 3, 4, 5
  ), lines as (
    -- One line for the numbers, one for the kind's total and one per bucket, instead of a join: no statistics tell the
    -- planner how many rows there are.
    select starts_at, kind, key, variant, sign * n as n, sign * timed as timed, sign * sum_ms as sum_ms, 0 as histogram from batch
    union all
    select starts_at, case kind when 'page' then 'views' else 'visitors' end, '', variant, sign * n, 0, 0, 0 from batch where kind in ('page', 'campaign')
    union all
    select starts_at, kind, key, variant, 0, 0, 0, rollups.histogram_pack(bucket, count) from counts where count <> 0
  ), totals as (
    select starts_at, kind, key, variant, sum(n)::bigint as n, sum(timed)::bigint as timed, sum(sum_ms)::bigint as sum_ms, sum(histogram) as histogram
    from lines group by 1, 2, 3, 4
    having sum(n) <> 0 or sum(timed) <> 0 or sum(sum_ms) <> 0 or sum(histogram) <> 0
  )
  select (select count(*) from batch), array_agg(row(starts_at, kind, key, variant, n, timed, sum_ms, histogram)::rollups.bucket_change) into taken, changes from totals;
  -- A few late deltas are added to the larger buckets that they missed. If there are many, those buckets are rebuilt.
  select count(*), min(f.starts_at) into late, earliest from unnest(changes) f where f.starts_at < (select l.built_until from rollups.levels l where l.level = 1);
  if late > 2000 then perform rollups.invalidate_from(earliest); end if;
  for level_row in select * from rollups.levels where built_until > (select min(f.starts_at) from unnest(changes) f) order by level loop
    perform rollups.add_to_level(changes, level_row.level, level_row.width, level_row.built_until);
  end loop;
  -- Once a figure has been subtracted entirely, not even its name stays. Nothing else writes buckets, so ctid
  -- identifies rows.
  delete from rollups.metric_buckets where ctid = any (array(
    select s.place
    from unnest(changes) f cross join rollups.levels l
    cross join lateral (
      select s.ctid as place, s.n, s.timed from rollups.metric_buckets s
      where s.kind = f.kind and s.variant = f.variant and s.level = l.level and s.starts_at = date_bin(l.width, f.starts_at, timestamptz '2000-01-01Z') and s.key = f.key offset 0
    ) as s
    where f.n < 0 and s.n = 0 and s.timed = 0));
  return taken;
end
$$;
