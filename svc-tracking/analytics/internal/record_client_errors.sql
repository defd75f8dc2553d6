-- Schedules a page view to be merged into its visit again when a browser reports an error in it.
create or replace function rollups.record_client_errors() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rollups.changed_views (n, ids) select count(*), array_agg(distinct page_view_id) from new_errors having count(*) > 0;
  return null;
end
$$;

create or replace trigger record_client_errors after insert on tracking.client_errors
  referencing new table as new_errors for each statement execute function rollups.record_client_errors();
