-- Which remote owns a path, which releases there are, and the last step of each. Where two releases declare a path, the
-- live one or else the newest has it. Which steps are on the way follows the rule of `stepRows` (contracts).
create or replace function rollups.record_declarations() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  with declared as (
    select distinct on (path) path, release ->> 'remote' as remote
    from jsonb_array_elements(new.releases) with ordinality as r (release, turn)
    cross join jsonb_array_elements_text(release -> 'paths') as path
    order by path, turn
  ), declared_steps as materialized (
    select release ->> 'remote' as remote, release ->> 'release' as release, release -> 'flow' -> 'entries' as entries,
      step ->> 'key' as key, step ->> 'path' as path, step ->> 'next' as next, step ->> 'exit' as exit, turn
    from jsonb_array_elements(new.releases) as release cross join jsonb_path_query(release, '$.flow.steps[*]') with ordinality as s (step, turn)
  ), entries as materialized (
    -- Those that a step is at.
    select distinct entry.key as name
    from jsonb_array_elements(new.releases) as release cross join jsonb_each_text(release -> 'flow' -> 'entries') as entry
    where split_part(entry.value, '#', 1) in (select path from declared_steps)
  ), steps as materialized (
    select s.*, case when s.exit is null then s.next is not null else s.exit in (select name from entries) end as leads_on
    from declared_steps s where s.release is not null
  ), ends as (
    insert into rollups.release_ends as e (remote, release, path)
    select distinct on (s.remote, s.release) s.remote, s.release, s.path
    from steps s
    where s.leads_on or exists (select from steps o where o.remote = s.remote and o.release = s.release and o.next = s.key)
      or exists (select from jsonb_each_text(s.entries) as entry join declared_steps o on o.exit = entry.key where split_part(entry.value, '#', 1) = s.path)
    order by s.remote, s.release, s.turn desc
    on conflict (remote, release) do update set path = excluded.path where e.path <> excluded.path
    returning path
  ), changed as (
    insert into rollups.remote_paths as p (path, remote) select path, remote from declared
    on conflict (path) do update set remote = excluded.remote where p.remote <> excluded.remote
    returning path
  )
  -- Who saw a screen between its publication and this moment is looked at once more.
  insert into rollups.changed_views (n, ids)
  select count(*), array_agg(id) from tracking.page_views
  where page_path = any (array(select path from changed union select path from ends)) and id >= rollups.least_id(now() - interval '1 hour')
  having count(*) > 0;
  -- Counted by its own name at once, or from now on where releases were counted together before.
  insert into tracking.counted_names (kind, name, counts_from, is_declared)
  select distinct 'release', release ->> 'release', case when exists (
      select from rollups.metric_buckets where kind = 'release' and level = 0 and key like '% (other)'
      union all select from rollups.deltas where kind = 'release' and key like '% (other)'
    ) then clock_timestamp() + interval '5 seconds' else '-infinity' end, true
  from jsonb_array_elements(new.releases) as release
  where release ->> 'release' is not null
  on conflict (kind, name) do update set is_declared = true where not counted_names.is_declared;
  return null;
end
$$;

create or replace trigger record_declarations after insert or update on tracking.declarations
  for each row execute function rollups.record_declarations();
