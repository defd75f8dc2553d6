create schema if not exists tracking;

-- Partitioned by the id itself: a UUIDv7 begins with its time in milliseconds, and PostgreSQL wants the
-- partition key inside the primary key. Wide columns first, so that no padding is stored between them.
create table tracking.page_views (
  id uuid not null,
  entered_at timestamptz(3),
  exited_at timestamptz(3),
  time_spent_seconds real,
  total_seconds real,
  clamped boolean not null default false,
  session_id text,
  page_path text,
  variant text,
  constraint page_views_pkey primary key (id)
) partition by range (id);

-- Catches what no month takes, so that no page view is ever refused.
create table tracking.page_views_default partition of tracking.page_views default;

comment on table tracking.page_views is 'One row a page view. Partitioned by month (UTC) of the time inside id.';
comment on column tracking.page_views.id is 'UUIDv7. Its first 48 bits are the time of entry in ms; its last 32 bits are a keyed check.';
comment on column tracking.page_views.entered_at is 'When the page was entered. NULL while only the exit has arrived.';
comment on column tracking.page_views.exited_at is 'When the page was last left. NULL while unknown.';
comment on column tracking.page_views.time_spent_seconds is 'Visible time on the page in seconds, 0 to 86400. NULL while unknown, never 0 for unknown.';
comment on column tracking.page_views.total_seconds is 'Wall time on the page in seconds, 0 to 86400. NULL when the client did not tell.';
comment on column tracking.page_views.clamped is 'A time that the client sent was not possible and the server''s own stands in its place.';
comment on column tracking.page_views.session_id is 'The visitor''s session as the client sent it. NULL while only the exit has arrived.';
comment on column tracking.page_views.page_path is 'Path without host, query and fragment, as the client sent it. Text from outside: escape it where it is shown.';
comment on column tracking.page_views.variant is 'The variant of the funnel that the visitor saw, when the client told one.';

create function tracking.month_bound(month date) returns uuid
  language sql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
  return (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

comment on function tracking.month_bound(date) is 'The least UUIDv7 of a month that begins at 00:00 UTC of the given day.';

-- Runs with its owner's rights: the service may have months made, and nothing else made, changed or dropped.
create function tracking.ensure_partitions(months_behind int default 2, months_ahead int default 3) returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  -- Attaching waits for writers and makes the next ones wait, so it gives up early; the service tries again.
  set lock_timeout = '2s'
as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC')::date;
  first_day date;
  next_day date;
  partition_name text;
  made int := 0;
begin
  if months_behind not between 0 and 24 or months_ahead not between 0 and 24 then
    raise exception 'months_behind and months_ahead must be from 0 to 24' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('tracking.ensure_partitions'));
  for distance in -months_behind .. months_ahead loop
    first_day := (this_month + make_interval(months => distance))::date;
    next_day := (first_day + interval '1 month')::date;
    partition_name := 'page_views_' || to_char(first_day, 'YYYY_MM');
    continue when to_regclass('tracking.' || partition_name) is not null;
    lock table tracking.page_views_default in access exclusive mode;
    execute format('create table tracking.%I (like tracking.page_views including all)', partition_name);
    -- PostgreSQL refuses a month whose rows the default partition already holds.
    execute format(
      'with moved as (delete from tracking.page_views_default where id >= %L and id < %L returning *) insert into tracking.%I select * from moved',
      tracking.month_bound(first_day), tracking.month_bound(next_day), partition_name);
    execute format('alter table tracking.page_views attach partition tracking.%I for values from (%L) to (%L)',
      partition_name, tracking.month_bound(first_day), tracking.month_bound(next_day));
    made := made + 1;
  end loop;
  return made;
end
$$;

comment on function tracking.ensure_partitions(int, int) is 'Makes the missing monthly partitions around the current month (UTC). Answers how many it made.';

select tracking.ensure_partitions();
