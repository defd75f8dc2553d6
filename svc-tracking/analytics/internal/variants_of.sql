-- Returns every variant that a kind has in buckets, including ''. Skips through the index from one to the next.
create or replace function rollups.variants_of(of_kind text) returns setof text
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with recursive known (variant) as (
    (select s.variant from rollups.metric_buckets s where s.kind = of_kind order by s.variant limit 1)
    union all
    select (select s.variant from rollups.metric_buckets s where s.kind = of_kind and s.variant > k.variant order by s.variant limit 1) from known k where k.variant is not null
  )
  select variant from known where variant is not null
$$;
