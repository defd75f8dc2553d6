-- Builds larger buckets one hour after they end, which leaves time for late data. Anything later is added to them.
create or replace function rollups.build_larger_buckets() returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set work_mem = '64MB'
as $$
declare
  larger rollups.levels;
  until timestamptz;
begin
  for larger in select * from rollups.levels where level > 0 order by level loop
    until := date_bin(larger.width, now() - interval '1 hour', timestamptz '2000-01-01Z');
    continue when until <= larger.built_until;
    insert into rollups.metric_buckets (kind, variant, level, starts_at, key, n, timed, sum_ms, histogram)
    select s.kind, s.variant, larger.level, date_bin(larger.width, s.starts_at, timestamptz '2000-01-01Z'), s.key, sum(s.n), sum(s.timed), sum(s.sum_ms), sum(s.histogram)
    from rollups.known_kinds() as k (kind)
    cross join lateral rollups.variants_of(k.kind) as v (variant)
    join rollups.metric_buckets s on s.kind = k.kind and s.variant = v.variant and s.level = larger.level - 1 and s.starts_at >= larger.built_until and s.starts_at < until
    group by 1, 2, 4, 5;
    update rollups.levels set built_until = until where level = larger.level;
  end loop;
end
$$;
