-- Records what visits contribute to the counts, as deltas: with sign -1 before they change, with sign 1 afterwards.
-- Excluded visits contribute nothing.
create or replace function rollups.add_contributions(sessions text[], sign int) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with counted as materialized (
    select rollups.hour_of(v.began_at) as starts_at, v.session_id, rollups.id_time(v.first_id) - v.began_at as ahead, v.campaign, v.other_page, v.quiz, v.last_step, v.steps, v.dwells, v.answered,
      rollups.counted_name(v.variant, n.name) as variant, case when v.first_path is not null then coalesce(p.name, '(other)') end as first_path
    -- `offset 0` forces look-ups by primary key, whatever the planner estimates.
    from unnest(sessions) as s (id) cross join lateral (select * from rollups.visits v where v.session_id = s.id offset 0) as v
    left join lateral rollups.name_at('path', v.first_path, v.began_at) p on true
    left join lateral rollups.name_at('variant', v.variant, v.began_at) n on true
    where not v.excluded
  ), releases as materialized (
    select c.starts_at, c.variant, r.remote || ' ' || coalesce(n.name, '(other)') as key, r.failed, r.completed, r.bought, r.lcp_seconds, r.inp_seconds, r.cls, r.ttfb_seconds
    from counted c cross join lateral (select * from rollups.visit_releases r where r.session_id = c.session_id and r.is_counted offset 0) as r
    left join lateral rollups.name_at('release', r.release, rollups.id_time(r.first_id) - c.ahead) n on true
  ), lines as (
    select starts_at, variant, 'campaign' as kind, campaign as key, null::smallint as step, null::smallint as bucket from counted
    union all
    select starts_at, variant, 'began', first_path, null, null from counted where first_path is not null
    union all
    select starts_at, variant, 'bounced', first_path, null, null from counted where first_path is not null and not other_page
    union all
    select starts_at, variant, 'quiz', '', null, quiz from counted where quiz is not null
    union all
    select starts_at, variant, case when r.step = last_step then 'left' else 'stayed' end, null, r.step, r.dwell from counted cross join unnest(steps, dwells) as r (step, dwell)
    union all
    select starts_at, variant, 'answered', null, a.step, null from counted cross join unnest(answered) as a (step) where a.step = any (steps)
    union all
    select starts_at, variant, kind, key, null, null
    from releases cross join lateral (values ('release', true), ('release_failed', failed), ('release_completed', completed), ('release_bought', bought)) as outcomes (kind, holds)
    where holds
    union all
    select starts_at, variant, vital, key, null, rollups.bucket_of(value)
    from releases cross join lateral (values ('lcp', lcp_seconds), ('inp', inp_seconds), ('cls', cls), ('ttfb', ttfb_seconds)) as measured (vital, value)
    where value is not null
    union all
    select starts_at, variant, vital || '_poor', key, null, null
    from releases cross join lateral (values ('lcp', lcp_seconds), ('inp', inp_seconds), ('cls', cls), ('ttfb', ttfb_seconds)) as measured (vital, value)
    where rollups.is_poor(vital, value)
  ), totals as (
    select starts_at, kind, key, step, variant, count(*) as n, count(bucket) as timed, array_agg(bucket) filter (where bucket is not null) as buckets
    from lines group by 1, 2, 3, 4, 5
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, buckets)
  select starts_at, kind, coalesce(totals.key, s.key), variant, sign, n, timed, buckets from totals left join rollups.steps s on s.id = totals.step
$$;
