-- Schedules the views of some paths since a moment to be merged again: visitors may see a new or changed step before its
-- declaration has been read.
create or replace function rollups.merge_again(paths text[], since timestamptz) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  insert into rollups.changed_views (n, ids)
  select count(*), array_agg(id) from tracking.page_views
  -- Without paths nothing is read, because no index covers them.
  where cardinality(paths) > 0 and page_path = any (paths) and id >= rollups.min_id_at(since)
  having count(*) > 0
$$;
