-- Decides for which of its releases each visit counts, and how it went on. Runs after page views and the funnel's rows
-- are merged. A remote is completed by the last step of the release that was shown, or by a live step after the
-- remote's last.
create or replace function rollups.attribute_releases(sessions text[]) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with later_steps as materialized (
    select e.remote, array_agg(s.id) as steps
    from rollups.remote_ends e join rollups.steps s on s.is_on_way and s.place > e.place
    group by 1
  ), attributed as materialized (
    select r.session_id, r.remote, r.release,
      coalesce(not v.excluded and r.first_id = first_value(r.first_id) over (partition by r.session_id, r.remote order by r.first_id nulls last), false) as is_counted,
      bool_or(r.reached_end) over (partition by r.session_id, r.remote) or coalesce(v.steps && l.steps, false) as completed,
      v.bought
    -- `offset 0` forces look-ups by primary key, whatever the planner estimates.
    from unnest(sessions) as given (id)
    cross join lateral (select * from rollups.visit_releases r where r.session_id = given.id offset 0) as r
    cross join lateral (select * from rollups.visits v where v.session_id = given.id offset 0) as v
    left join later_steps l on l.remote = r.remote
  )
  update rollups.visit_releases r set is_counted = a.is_counted, completed = a.completed, bought = a.bought
  from attributed a
  where r.session_id = a.session_id and r.remote = a.remote and r.release = a.release
    and (r.is_counted, r.completed, r.bought) is distinct from (a.is_counted, a.completed, a.bought)
$$;
