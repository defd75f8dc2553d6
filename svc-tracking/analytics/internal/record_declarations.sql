-- Records which remote owns each path, and which releases exist. If several releases declare a path, the live one
-- counts, or else the newest.
create or replace function rollups.record_declarations() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  changed_paths text[];
  counted_from timestamptz := rollups.counts_from('release', '% (other)');
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
  select array_agg(path) into changed_paths from changed;
  perform rollups.merge_again(changed_paths, now() - interval '1 hour');
  insert into tracking.counted_names (kind, name, counts_from, is_declared)
  select distinct 'release', release ->> 'release', counted_from, true
  from jsonb_array_elements(new.releases) as release
  where release ->> 'release' is not null
  on conflict (kind, name) do update set is_declared = true where not counted_names.is_declared;
  return null;
end
$$;

create or replace trigger record_declarations after insert or update on tracking.declarations
  for each row execute function rollups.record_declarations();
