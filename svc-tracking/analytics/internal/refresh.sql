-- Performs one refresh, in its own transaction. Returns how many changes it applied: 0 while another one runs.
create or replace function rollups.refresh(take_views int default 20000, take_deltas int default 5000) returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  visits int;
  deltas int;
begin
  perform from rollups.refresh_lock for update skip locked;
  if not found then return 0; end if;
  visits := rollups.refresh_visits(take_views);
  deltas := rollups.refresh_buckets(take_deltas);
  -- Only once no deltas are waiting: those added before a larger bucket is built need not be added to it separately.
  if deltas < take_deltas then perform rollups.build_larger_buckets(); end if;
  return visits + deltas;
end
$$;

comment on function rollups.refresh(int, int) is 'Refreshes the aggregates, a few thousand changes per call. Called about every second by the service; concurrent calls do not disturb each other.';
