-- Returns the variants to read: the one given, or all that these kinds have in buckets.
create or replace function rollups.resolve_variants(kinds text[], only_variant text) returns text[]
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select case when only_variant is not null then array[only_variant] else array(select distinct v from unnest(kinds) as k (kind) cross join lateral rollups.variants_of(k.kind) as v) end
$$;
