-- What the product declares is known at once, or from now on where it was counted with the others before.
create or replace function rollups.declare_path() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into tracking.counted_names (kind, name, counts_from, is_declared)
  select 'path', new.path, case when exists (
      select from rollups.metric_buckets where kind = 'page' and level = 0 and key = '(other)'
      union all select from rollups.deltas where kind = 'page' and key = '(other)'
    ) then clock_timestamp() + interval '5 seconds' else '-infinity' end, true
  where new.path like '/%'
  on conflict (kind, name) do update set is_declared = true;
  return null;
end
$$;

create or replace trigger declare_path after insert or update of path on rollups.steps for each row execute function rollups.declare_path();
