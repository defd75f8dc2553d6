-- Returns page views by their ids, and all page views within some ranges of time.
create or replace function rollups.views_of_visits(ids uuid[], ranges tstzmultirange) returns setof rollups.visit_view
  language sql stable
  set search_path = pg_catalog, pg_temp
  -- Always by primary key, however many there are.
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select v.session_id, v.id, v.page_path, rollups.variant_of(v.variant), rollups.is_excluded(v.is_bot, v.is_owner, v.is_preview), s.id, rollups.bucket_of(v.time_spent_seconds),
    r.remote, v.release, v.lcp_seconds, v.inp_seconds, v.cls, v.ttfb_seconds
  from (
    select p.* from unnest(ids) as changed (id) join tracking.page_views p on p.id = changed.id
    union all
    -- The limit makes the planner read each range by primary key.
    select p.* from unnest(ranges) as r cross join lateral (
      select * from tracking.page_views where id >= rollups.min_id_at(lower(r)) and id < rollups.min_id_at(upper(r) + interval '1 millisecond') limit 100000000
    ) as p
  ) as v
  left join rollups.steps s on s.path = v.page_path and s.is_on_way
  left join rollups.remote_paths r on r.path = v.page_path
  where v.session_id is not null and v.page_path is not null and rollups.id_time(v.id) is not null
    and v.id >= (select rollups.min_id_at(kept_since) from rollups.retention)
$$;
