-- Deletes visits along with the page views they derive from. What they added to the totals stays, without the session.
create or replace function rollups.forget_visits(keep_months int, at_most int default 5000) returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  bound constant timestamptz := (date_trunc('month', now() at time zone 'UTC') - make_interval(months => keep_months)) at time zone 'UTC';
  forgotten text[];
begin
  if keep_months not between 3 and 1200 then
    raise exception 'keep_months must be from 3 to 1200' using errcode = 'invalid_parameter_value';
  end if;
  -- Waits for a running refresh, which might still write one.
  perform from rollups.refresh_lock for update;
  update rollups.retention set kept_since = bound where kept_since < bound;
  forgotten := array(
    select session_id from rollups.visits
    where began_at < bound and (last_id is null or last_id < rollups.min_id_at(bound)) order by began_at limit at_most);
  update rollups.sales set session_id = null where session_id = any (forgotten);
  delete from rollups.counted_answers where session_id = any (forgotten);
  delete from rollups.visits where session_id = any (forgotten);
  return cardinality(forgotten);
end
$$;

comment on function rollups.forget_visits(int, int) is 'Forgets visits without a page view since keep_months full months before the current one (UTC), a few thousand per call. Returns how many. The totals stay.';
