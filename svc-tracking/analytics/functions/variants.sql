create or replace function analytics.variants() returns table (variant text)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select variant from rollups.known_variants() where variant <> '' order by 1
$$;
