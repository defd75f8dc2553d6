-- Merges page views into their visits. Order and repetition make no difference.
create or replace function rollups.merge_views(views rollups.visit_view[]) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  -- Ids sort as text just as they do as uuids, so `min(id || page_path)` is the first view together with its path.
  with steps as (
    select session_id, step, max(dwell) as dwell, min(id || page_path) as first, max(id) as last, min(page_path) as least_path, max(page_path) as greatest_path, min(nullif(variant, '')) as variant, bool_or(excluded) as excluded
    from (
      select session_id collate "C" as session_id, step, dwell, id::text collate "C" as id, page_path collate "C" as page_path, variant collate "C" as variant, excluded from unnest(views)
      union all
      select session_id collate "C", r.step, r.dwell, null, null, null, false
      from rollups.visits, unnest(steps, dwells) as r (step, dwell) where session_id = any (array(select distinct session_id from unnest(views)))
    ) as both_sides
    group by 1, 2
  )
  insert into rollups.visits as v (session_id, began_at, first_id, first_path, other_page, last_id, last_step_id, last_step, variant, steps, dwells, quiz, excluded)
  -- By the clock of its browser, an id may be in the future. A visit's names must depend on a time before it is counted.
  select session_id, least(rollups.id_time(left(min(first), 36)::uuid), now()), left(min(first), 36)::uuid, substr(min(first), 37), min(least_path) <> max(greatest_path), max(last)::uuid,
    (max(last) filter (where step is not null))::uuid, (array_agg(step order by last desc) filter (where step is not null and last is not null))[1],
    coalesce(min(variant), ''), coalesce(array_agg(step order by step) filter (where step is not null), '{}'), coalesce(array_agg(dwell order by step) filter (where step is not null), '{}'),
    rollups.bucket_of((sum(rollups.bucket_middle(dwell)) filter (where step = any (array(select id from rollups.steps where is_numbered))))::real),
    bool_or(excluded)
  from steps group by session_id
  on conflict (session_id) do update set
    began_at = least(v.began_at, excluded.began_at),
    other_page = v.other_page or excluded.other_page or coalesce(v.first_path <> excluded.first_path, false),
    first_path = case when v.first_id < excluded.first_id then v.first_path else excluded.first_path end,
    first_id = least(v.first_id, excluded.first_id),
    last_id = greatest(v.last_id, excluded.last_id),
    last_step = case when excluded.last_step_id is null or v.last_step_id > excluded.last_step_id then v.last_step else excluded.last_step end,
    last_step_id = greatest(v.last_step_id, excluded.last_step_id),
    variant = coalesce(least(nullif(v.variant, '') collate "C", nullif(excluded.variant, '') collate "C"), ''),
    steps = excluded.steps, dwells = excluded.dwells, quiz = excluded.quiz,
    excluded = v.excluded or excluded.excluded
$$;
