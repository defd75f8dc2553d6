-- Applies changed views, about `take` of them, and up to `take` changed sessions to their visits. Returns the number of
-- change records applied.
create or replace function rollups.refresh_visits(take int) returns int
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set work_mem = '64MB'
as $$
declare
  ids uuid[];
  ranges tstzmultirange;
  views rollups.visit_view[];
  changed text[];
  forgotten text[];
  touched text[];
  taken int;
begin
  with numbered as (
    select id, sum(n) over (order by id) - n as before from rollups.changed_views
  ), batch as (
    delete from rollups.changed_views c where c.id in (select id from numbered where before < take) returning *
  )
  select (select array_agg(distinct view_id) from batch b, unnest(b.ids) as view_id), range_agg(tstzrange(from_at, to_at, '[]')) filter (where from_at is not null), count(*)
  into ids, ranges, taken from batch;
  -- Deletes exactly what it reads: a transaction that commits later with a smaller id is read by a later call.
  with batch as (
    delete from funnel.changes where id in (select id from funnel.changes order by id limit take) returning session_id, kind
  )
  select array_agg(distinct session_id) filter (where kind = 'changed'), array_agg(distinct session_id) filter (where kind = 'forgotten'), taken + count(*)
  into changed, forgotten, taken from batch;
  if taken = 0 then return 0; end if;
  -- Answers of forgotten sessions stay counted. Done first, because the same session may have begun again since.
  delete from rollups.counted_answers where session_id = any (forgotten);
  update rollups.visits set session_forgotten = true where session_id = any (forgotten);
  select array_agg(v) into views from rollups.views_of_visits(ids, ranges) v;
  touched := array(select session_id from unnest(views) union select unnest(changed));
  perform rollups.add_contributions(touched, -1);
  perform rollups.merge_views(views);
  perform rollups.merge_releases(views);
  perform rollups.merge_sessions(touched);
  perform rollups.attribute_releases(touched);
  perform rollups.add_contributions(touched, 1);
  perform rollups.refresh_answers(touched);
  return taken;
end
$$;
