-- As before, but for the last statement: it finds what is empty by key, whatever the planner believes about sizes.

-- Takes up to so many deltas and adds them to the spans that they lie in. Answers how many it took.
create or replace function rollups.fold_deltas(take int) returns int
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  taken int;
  folding rollups.folded[];
  one rollups.levels;
  late int;
  earliest timestamptz;
begin
  with batch as materialized (
    delete from rollups.deltas where id in (select id from rollups.deltas order by id limit take) returning *
  ), wide as (
    -- Each counts for its variant and for all, and for its kind and that kind's total.
    select b.starts_at, k.kind, k.key, v.variant, b.sign, b.n, b.timed, b.sum_ms, case when k.kind not in ('views', 'visitors') then b.buckets end as buckets
    from batch b
    cross join lateral (values (b.variant), ('*')) as v (variant)
    join lateral (values (b.kind, b.key), (case b.kind when 'page' then 'views' when 'campaign' then 'visitors' end, '')) as k (kind, key) on k.kind is not null
  ), bars as (
    -- A line a bucket and one for the numbers, instead of a join: how many rows there are no statistics know.
    select starts_at, kind, key, variant, bucket, sum(n) as n, sum(timed) as timed, sum(sum_ms) as sum_ms, sum(count)::int4 as count
    from (
      select starts_at, kind, key, variant, null::int2 as bucket, sign * n as n, sign * timed as timed, sign * sum_ms as sum_ms, 0 as count from wide
      union all
      select starts_at, kind, key, variant, bucket, 0, 0, 0, sign from wide, unnest(buckets) as bucket
    ) as lines
    group by 1, 2, 3, 4, 5
  ), sums as (
    select starts_at, kind, key, variant, sum(n)::bigint as n, sum(timed)::bigint as timed, sum(sum_ms)::bigint as sum_ms,
      coalesce(array_agg(bucket) filter (where count <> 0), '{}') as buckets, coalesce(array_agg(count) filter (where count <> 0), '{}') as counts
    from bars group by 1, 2, 3, 4
    having sum(n) <> 0 or sum(timed) <> 0 or sum(sum_ms) <> 0 or count(*) filter (where count <> 0) > 0
  )
  select (select count(*) from batch), array_agg(row(starts_at, kind, key, variant, n, timed, sum_ms, buckets, counts)::rollups.folded) into taken, folding from sums;
  -- Some latecomers are added to the spans that they missed. A bulk of them has those built anew.
  select count(*), min(f.starts_at) into late, earliest from unnest(folding) f where f.starts_at < (select l.built_until from rollups.levels l where l.level = 1);
  if late > 2000 then perform rollups.rewind(earliest); end if;
  for one in select * from rollups.levels where folding is not null order by level loop
    perform rollups.add_to_level(folding, one.level, one.width, one.built_until);
  end loop;
  -- Of what was taken back entirely not even the name stays. Nobody else writes spans, so that rows may be named by their place.
  delete from rollups.spans where ctid = any (array(
    select s.place
    from unnest(folding) f cross join rollups.levels l
    cross join lateral (
      select s.ctid as place, s.n, s.timed from rollups.spans s
      where s.kind = f.kind and s.variant = f.variant and s.level = l.level and s.starts_at = date_bin(l.width, f.starts_at, timestamptz '2000-01-01Z') and s.key = f.key offset 0
    ) as s
    where f.n < 0 and s.n = 0 and s.timed = 0));
  return taken;
end
$$;
