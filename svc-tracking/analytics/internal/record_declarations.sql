-- Which remote owns a path, and which releases there are. Where two releases declare a path, the live one or else the
-- newest has it.
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
  ), changed as (
    insert into rollups.remote_paths as p (path, remote) select path, remote from declared
    on conflict (path) do update set remote = excluded.remote where p.remote <> excluded.remote
    returning path
  )
  -- Who saw a screen between its publication and this moment is looked at once more.
  insert into rollups.changed_views (n, ids)
  select count(*), array_agg(id) from tracking.page_views
  where page_path = any (array(select path from changed)) and id >= rollups.least_id(now() - interval '1 hour')
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
