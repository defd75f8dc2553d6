-- For a person who is erased: the visit stays, but no longer identifies anyone or says where it came from. Its answers
-- are removed. Its orders, which are kept for bookkeeping, stay in the counts but no longer lead to its page views.
create or replace function rollups.rename_visit(old_session text, new_session text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  -- Waits for a running refresh, which might still write the old one.
  perform from rollups.refresh_lock for update;
  perform rollups.remove_answers(array[old_session]);
  perform rollups.add_contributions(array[old_session], -1);
  update rollups.visits set session_id = new_session, campaign = '' where session_id = old_session;
  perform rollups.add_contributions(array[new_session], 1);
  update rollups.sales set session_id = null, campaign = '' where session_id = old_session;
  -- Keeps an exclusion that only page views knew of.
  update funnel.sessions set not_counted = true
  where id = old_session and exists (select from rollups.visits v where v.session_id = new_session and v.excluded);
end
$$;
