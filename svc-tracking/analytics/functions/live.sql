create or replace function analytics.live() returns table (page_path text, visitors bigint)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  select latest.page_path, count(*)
  from (
    select distinct on (v.session_id) v.session_id, coalesce(p.name, '(other)') as page_path
    from tracking.page_views v left join lateral rollups.name_at('path', v.page_path, v.entered_at) p on true
    -- An id may be up to a day ahead, by the clock of its browser; entered_at never is. Both may be behind: visitors
    -- whose clock is more than 5 minutes slow are missing here.
    where v.id >= rollups.min_id_at(now() - interval '5 minutes') and v.id < rollups.min_id_at(now() + interval '1 day')
      and v.entered_at >= now() - interval '5 minutes' and v.entered_at < now() + interval '1 minute'
      and v.session_id is not null and v.page_path is not null and not rollups.is_excluded(v.is_bot, v.is_owner, v.is_preview)
    order by v.session_id, v.id desc
  ) as latest
  left join lateral (select v.excluded from rollups.visits v where v.session_id = latest.session_id offset 0) as v on true
  where v.excluded is not true
  group by 1 order by 2 desc, 1 limit 500
$$;
