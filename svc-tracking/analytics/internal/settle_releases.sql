-- Which of its releases each visit counts for, and how it went on: after page views and the funnel's rows are merged.
-- A remote is completed by a step at or behind its last one on the way.
create or replace function rollups.settle_releases(sessions text[]) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with ends as materialized (
    select last.remote, array_agg(s.id) as steps
    from (
      select p.remote, max(s.place) as place from rollups.steps s join rollups.remote_paths p on p.path = s.path
      where s.is_on_way and s.place is not null group by 1
    ) as last
    join rollups.steps s on s.is_on_way and s.place >= last.place
    group by 1
  ), settled as materialized (
    select r.session_id, r.remote, r.release,
      coalesce(not v.excluded and r.first_id = first_value(r.first_id) over (partition by r.session_id, r.remote order by r.first_id nulls last), false) as is_counted,
      coalesce(v.steps && e.steps, false) as completed,
      v.bought
    -- By the primary keys, whatever the planner believes.
    from unnest(sessions) as one (id)
    cross join lateral (select * from rollups.visit_releases r where r.session_id = one.id offset 0) as r
    cross join lateral (select * from rollups.visits v where v.session_id = one.id offset 0) as v
    left join ends e on e.remote = r.remote
  )
  update rollups.visit_releases r set is_counted = s.is_counted, completed = s.completed, bought = s.bought
  from settled s
  where r.session_id = s.session_id and r.remote = s.remote and r.release = s.release
    and (r.is_counted, r.completed, r.bought) is distinct from (s.is_counted, s.completed, s.bought)
$$;
