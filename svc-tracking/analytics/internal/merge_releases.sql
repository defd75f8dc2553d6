-- Merges what page views and errors say about the releases that visits saw. Order and repetition make no difference.
create or replace function rollups.merge_releases(views rollups.visit_view[]) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  insert into rollups.visit_releases as r (session_id, remote, release, first_id, reached_end, failed, lcp_seconds, inp_seconds, cls, ttfb_seconds)
  select session_id, remote, release, min(id)::uuid, bool_or(reached_end), bool_or(failed), max(lcp_seconds), max(inp_seconds), max(cls), max(ttfb_seconds)
  from (
    -- For a release that does not declare its steps, the last live step of the remote counts.
    select v.session_id, v.remote, v.release, v.id::text as id, coalesce(v.page_path = coalesce(e.path, live.path), false) as reached_end, false as failed,
      v.lcp_seconds, v.inp_seconds, v.cls, v.ttfb_seconds
    from unnest(views) as v
    left join rollups.release_ends e on e.remote = v.remote and e.release = v.release
    left join rollups.remote_ends live on live.remote = v.remote
    where v.remote is not null and v.release is not null
    union all
    -- `offset 0` forces look-ups by primary key, whatever the planner estimates.
    select v.session_id, e.remote, e.release, null, false, true, null, null, null, null
    from unnest(views) as v cross join lateral (select * from tracking.client_errors e where e.page_view_id = v.id offset 0) as e
    where e.release is not null
  ) as known
  group by 1, 2, 3
  on conflict (session_id, remote, release) do update set
    first_id = least(r.first_id, excluded.first_id),
    reached_end = r.reached_end or excluded.reached_end,
    failed = r.failed or excluded.failed,
    lcp_seconds = greatest(r.lcp_seconds, excluded.lcp_seconds),
    inp_seconds = greatest(r.inp_seconds, excluded.inp_seconds),
    cls = greatest(r.cls, excluded.cls),
    ttfb_seconds = greatest(r.ttfb_seconds, excluded.ttfb_seconds)
$$;
