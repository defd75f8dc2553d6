-- Page views have no index by session, so all sessions share one scan of the months. Visits follow after it, because
-- renaming one holds the refresher's lock until the end of the transaction.
create or replace function tracking.unlink_sessions(sessions text[]) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  known constant text[] := array(select distinct session_id from unnest(sessions) as given (session_id));
  strangers constant text[] := array(select 'erased_' || gen_random_uuid() from unnest(known));
  changed bigint;
begin
  update tracking.page_views v set session_id = renamed.stranger
  from unnest(known, strangers) as renamed (session_id, stranger) where v.session_id = renamed.session_id;
  get diagnostics changed = row_count;
  if to_regprocedure('rollups.rename_visit(text, text)') is not null then
    for place in 1 .. cardinality(known) loop
      execute 'select rollups.rename_visit($1, $2)' using known[place], strangers[place];
    end loop;
  end if;
  return changed;
end
$$;

comment on function tracking.unlink_sessions(text[]) is 'Gives the page views of these sessions a random session each, which leads to nobody. Returns how many there were.';
