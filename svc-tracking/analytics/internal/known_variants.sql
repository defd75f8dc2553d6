-- Returns the variants that any visit or view has had; '' for none.
create or replace function rollups.known_variants() returns table (variant text)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select v from rollups.variants_of('visitors') v
  union
  select d.variant from rollups.deltas d where d.kind in ('campaign', 'page')
$$;
