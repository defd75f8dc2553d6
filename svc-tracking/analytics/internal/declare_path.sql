create or replace function rollups.declare_path() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into tracking.counted_names (kind, name, counts_from, is_declared)
  select 'path', new.path, rollups.counts_from('page', '(other)'), true
  where new.path like '/%'
  on conflict (kind, name) do update set is_declared = true;
  return null;
end
$$;

create or replace trigger declare_path after insert or update of path on rollups.steps for each row execute function rollups.declare_path();
