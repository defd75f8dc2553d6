alter table tracking.page_views add column is_owner boolean not null default false;
comment on column tracking.page_views.is_owner is 'A visit that the owner marked as not to be counted. Kept, and left out of every count.';

-- For the visits of analysts, which carry the session, too: views and visit are given the same stranger's id.
create or replace function tracking.unlink_sessions(sessions text[]) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  one text;
  nobody text;
  changed bigint := 0;
  moved bigint;
begin
  foreach one in array sessions loop
    nobody := 'erased_' || gen_random_uuid();
    update tracking.page_views set session_id = nobody where session_id = one;
    get diagnostics moved = row_count;
    changed := changed + moved;
    if to_regprocedure('rollups.rename_visit(text, text)') is not null then
      execute 'select rollups.rename_visit($1, $2)' using one, nobody;
    end if;
  end loop;
  return changed;
end
$$;
