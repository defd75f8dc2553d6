-- The owner's two rights over one person's page views. svc-funnel knows whose sessions they are and may read or write
-- nothing else here, so both run with their owner's rights.

create function tracking.page_views_of(sessions text[])
  returns table (id uuid, session_id text, page_path text, entered_at timestamptz, exited_at timestamptz, time_spent_seconds real, total_seconds real, variant text)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select id, session_id, page_path, entered_at, exited_at, time_spent_seconds, total_seconds, variant
  from tracking.page_views where session_id = any (sessions) order by id
$$;

comment on function tracking.page_views_of(text[]) is 'All page views of these sessions, for the export of one person''s data.';

-- The counts stay right: the views of one session go on being one session's, of nobody known.
create function tracking.unlink_sessions(sessions text[]) returns bigint
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
  end loop;
  return changed;
end
$$;

comment on function tracking.unlink_sessions(text[]) is 'Gives the page views of these sessions a random session each, which leads to nobody. Answers how many there were.';
