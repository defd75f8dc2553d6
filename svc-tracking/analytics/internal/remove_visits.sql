-- Removes the visits of seeded sessions, and everything that they added to the counts.
create or replace function rollups.remove_visits(sessions text[]) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from rollups.refresh_lock for update;
  perform rollups.remove_answers(sessions);
  perform rollups.add_contributions(sessions, -1);
  delete from rollups.sales where session_id = any (sessions);
  delete from rollups.visits where session_id = any (sessions);
end
$$;
