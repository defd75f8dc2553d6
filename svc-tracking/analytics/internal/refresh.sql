-- One refresh, in its own transaction. Returns how much it took: 0 while another one runs.
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
  -- First all that was waiting: what is added before a bucket is built need not be added to it.
  if deltas < take_deltas then perform rollups.build_larger_buckets(); end if;
  return visits + deltas;
end
$$;

comment on function rollups.refresh(int, int) is 'Brings aggregates up to date: some thousand changes a call. Called every second or so by the service; two at once do not disturb each other.';
