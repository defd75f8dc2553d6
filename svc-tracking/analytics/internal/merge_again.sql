-- Has the visits to paths merged again from the views since a moment: between the publication of a step and the moment
-- from which it is known, visitors have seen it already.
create or replace function rollups.merge_again(paths text[], since timestamptz) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  insert into rollups.changed_views (n, ids)
  select count(*), array_agg(id) from tracking.page_views
  -- Without a path nothing is read: no index has them.
  where cardinality(paths) > 0 and page_path = any (paths) and id >= rollups.least_id(since)
  having count(*) > 0
$$;
