create or replace function analytics.funnel(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (place int, step text, page_path text, title text, question_key text, reached bigint, answered bigint, left_here bigint, still_here bigint,
    drop_off float8, stayed_p50_seconds float8, left_p50_seconds float8, as_of timestamptz)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with totals as materialized (
    select * from rollups.aggregates('{stayed,left,answered}', from_time, to_time, only_variant)
  ), present as (
    select v.last_step as step, count(*) as n
    from (
      -- An id may be up to a day ahead, by the clock of its browser; entered_at never is. Both may be behind: visitors
      -- whose clock is more than 30 minutes slow count as left while they are still here.
      select distinct session_id from tracking.page_views
      where id >= rollups.min_id_at(now() - interval '30 minutes') and id < rollups.min_id_at(now() + interval '1 day')
        and entered_at >= now() - interval '30 minutes' and entered_at < now() + interval '1 minute'
    ) as lately
    -- `offset 0` forces look-ups by primary key, whatever the planner estimates.
    cross join lateral (select * from rollups.visits v where v.session_id = lately.session_id offset 0) as v
    left join lateral rollups.name_at('variant', v.variant, v.began_at) c on true
    where not v.excluded and (only_variant is null or rollups.counted_name(v.variant, c.name) = only_variant)
      and v.began_at >= rollups.first_hour(from_time) and v.began_at < rollups.first_hour(to_time)
    group by 1
  ), rows as (
    select s.*, coalesce(stayed.n, 0) + coalesce(l.n, 0) as reached, coalesce(answered.n, 0) as answered,
      least(coalesce(present.n, 0), coalesce(l.n, 0)) as still_here, coalesce(l.n, 0) as last_here,
      rollups.percentiles(stayed.histogram, '{0.5}') as stayed_times, rollups.percentiles(l.histogram, '{0.5}') as left_times
    from rollups.steps s
    left join totals stayed on stayed.kind = 'stayed' and stayed.key = s.key
    left join totals l on l.kind = 'left' and l.key = s.key
    left join totals answered on answered.kind = 'answered' and answered.key = s.key
    left join present on present.step = s.id
    where s.is_on_way and s.place is not null
  )
  select r.place, r.key, r.path, r.title, r.question_key, r.reached, r.answered, r.last_here - r.still_here, r.still_here,
    (r.last_here - r.still_here)::float8 / nullif(r.reached, 0), r.stayed_times[1], r.left_times[1],
    least(now(), (select at from rollups.changed_views order by id limit 1), (select changed_at from funnel.changes order by id limit 1))
  from rows r order by r.place
$$;
