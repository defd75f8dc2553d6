-- Anybody who may connect can hold an advisory lock, and so have the roller rest. This row's lock takes a right that
-- only the owner has.
create table rollups.turn (is_only boolean primary key default true check (is_only));
insert into rollups.turn default values;
comment on table rollups.turn is 'One row, locked by whoever brings the sums up to date.';

-- One turn of the roller, in its own transaction. Answers how much it took: nothing while another one is at it.
create or replace function rollups.fold(take_views int default 20000, take_deltas int default 5000) returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  visits int;
  deltas int;
begin
  perform from rollups.turn for update skip locked;
  if not found then return 0; end if;
  visits := rollups.fold_visits(take_views);
  deltas := rollups.fold_deltas(take_deltas);
  -- First all that was waiting: what is added before a span is built need not be added to it.
  if deltas < take_deltas then perform rollups.build_larger_spans(); end if;
  return visits + deltas;
end
$$;

-- Of a person who is forgotten: the visit stays, leads to nobody, and no longer says where it came from.
create or replace function rollups.rename_visit(old_session text, new_session text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  -- Not while a turn of the roller may still write the old one.
  perform from rollups.turn for update;
  perform rollups.add_contributions(array[old_session], -1);
  update rollups.visits set session_id = new_session, campaign = '' where session_id = old_session;
  perform rollups.add_contributions(array[new_session], 1);
  update rollups.sales set session_id = new_session, campaign = '' where session_id = old_session;
end
$$;

-- Visits go with the page views that they are made of: what they added to the sums stays, and the session is named nowhere.
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
  -- Not while a turn of the roller may still write one.
  perform from rollups.turn for update;
  update rollups.retention set kept_since = bound where kept_since < bound;
  forgotten := array(
    select session_id from rollups.visits
    where began_at < bound and (last_id is null or last_id < rollups.least_id(bound)) order by began_at limit at_most);
  update rollups.sales set session_id = null where session_id = any (forgotten);
  delete from rollups.visits where session_id = any (forgotten);
  return cardinality(forgotten);
end
$$;

-- Of sessions that were made up and are removed again: their visits and all that they added.
create or replace function rollups.remove_visits(sessions text[]) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from rollups.turn for update;
  perform rollups.add_contributions(sessions, -1);
  delete from rollups.sales where session_id = any (sessions);
  delete from rollups.visits where session_id = any (sessions);
end
$$;
