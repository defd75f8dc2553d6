-- Which release a visitor was shown, and what the browser measured and met on it.
alter table tracking.page_views
  add column release text,
  add column is_preview boolean not null default false,
  add column lcp_seconds real,
  add column inp_seconds real,
  add column cls real,
  add column ttfb_seconds real;
comment on column tracking.page_views.release is 'Name of the release of the remote whose screen was shown. NULL where the client told none.';
comment on column tracking.page_views.is_preview is 'The page held a preview of a release. Kept, and left out of every count.';
comment on column tracking.page_views.lcp_seconds is 'Largest Contentful Paint in seconds. NULL while not measured.';
comment on column tracking.page_views.inp_seconds is 'Interaction to Next Paint in seconds. NULL while not measured.';
comment on column tracking.page_views.cls is 'Cumulative Layout Shift. NULL while not measured.';
comment on column tracking.page_views.ttfb_seconds is 'Time to First Byte in seconds. NULL while not measured.';

create table tracking.client_errors (
  page_view_id uuid not null,
  code text not null,
  remote text not null,
  release text,
  screen text not null,
  reported_at timestamptz(3) not null,
  constraint client_errors_pkey primary key (page_view_id, code)
);
comment on table tracking.client_errors is 'Errors that browsers reported: one row a page view and code. Kept as long as the page views.';
comment on column tracking.client_errors.page_view_id is 'The page view. One that was never delivered has no row there, and its errors count nothing.';
comment on column tracking.client_errors.code is 'What went wrong, out of a closed list.';
comment on column tracking.client_errors.remote is 'Where it came from: a remote, or shell.';
comment on column tracking.client_errors.release is 'Name of the remote''s release. NULL for the shell.';
comment on column tracking.client_errors.screen is 'Value of data-screen.';
comment on column tracking.client_errors.reported_at is 'When the report arrived.';

alter table tracking.counted_names drop constraint counted_names_kind_check;
alter table tracking.counted_names add constraint counted_names_kind_check check (kind in ('path', 'variant', 'release'));
comment on table tracking.counted_names is 'Paths, variants and releases that are counted by their own names. All others are counted together, as (other).';
comment on column tracking.counted_names.kind is 'path, variant or release.';

create or replace function tracking.counted_names_max(of_kind text) returns int
  language sql immutable strict parallel safe
  return case of_kind when 'path' then 300 when 'variant' then 40 when 'release' then 100 else 0 end;

-- Runs with its owner's rights: the service may have months dropped that are older than what is kept, and nothing else.
-- One month a call, so that nobody waits for more than one; called until it answers nothing.
create or replace function tracking.drop_oldest_month(keep_months int) returns text
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  -- Dropping waits for readers and makes the next ones wait, so it gives up early; the service tries again.
  set lock_timeout = '2s'
as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC')::date;
  oldest_kept date;
  dropped text;
begin
  -- Fewer, and months that ensure_partitions makes would be dropped again; the writer still takes exits of last month.
  if keep_months not between 3 and 1200 then
    raise exception 'keep_months must be from 3 to 1200' using errcode = 'invalid_parameter_value';
  end if;
  oldest_kept := (this_month - make_interval(months => keep_months))::date;
  lock table tracking.partition_turn in exclusive mode;
  select partition_name into dropped from tracking.months where first_day < oldest_kept order by first_day limit 1;
  if dropped is not null then
    execute format('drop table tracking.%I', dropped);
    return dropped;
  end if;
  -- What came later than its month was dropped lies in the default partition.
  delete from tracking.page_views_default where id < tracking.month_bound(oldest_kept);
  delete from tracking.client_errors where page_view_id < tracking.month_bound(oldest_kept);
  return null;
end
$$;

-- For the export of one person's data.
drop function tracking.page_views_of(text[]);
create function tracking.page_views_of(sessions text[])
  returns table (id uuid, session_id text, page_path text, entered_at timestamptz, exited_at timestamptz, time_spent_seconds real, total_seconds real, variant text,
    release text, lcp_seconds real, inp_seconds real, cls real, ttfb_seconds real, errors text[])
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select id, session_id, page_path, entered_at, exited_at, time_spent_seconds, total_seconds, variant, release, lcp_seconds, inp_seconds, cls, ttfb_seconds,
    array(select e.code from tracking.client_errors e where e.page_view_id = v.id order by e.code)
  from tracking.page_views v where session_id = any (sessions) order by id
$$;

comment on function tracking.page_views_of(text[]) is 'All page views of these sessions, for the export of one person''s data.';
