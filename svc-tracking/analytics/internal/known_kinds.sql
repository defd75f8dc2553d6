-- Returns every kind that has buckets. Skips through the index from one to the next.
create or replace function rollups.known_kinds() returns setof text
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with recursive known (kind) as (
    (select s.kind from rollups.metric_buckets s order by s.kind limit 1)
    union all
    select (select s.kind from rollups.metric_buckets s where s.kind > k.kind order by s.kind limit 1) from known k where k.kind is not null
  )
  select kind from known where kind is not null
$$;
