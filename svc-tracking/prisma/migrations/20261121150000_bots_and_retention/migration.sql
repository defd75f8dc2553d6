alter table tracking.page_views add column is_bot boolean not null default false;
comment on column tracking.page_views.is_bot is 'A known crawler, by its own User-Agent. Kept, and left out of every count.';

-- Names of the form page_views_YYYY_MM are months and nothing else.
create view tracking.months with (security_barrier) as
  select c.relname::text as partition_name, to_date(right(c.relname, 7), 'YYYY_MM') as first_day
  from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'tracking.page_views'::regclass and c.relname ~ '^page_views_\d{4}_\d{2}$';

comment on view tracking.months is 'The monthly partitions of tracking.page_views.';
comment on column tracking.months.partition_name is 'Name of the partition''s table in schema tracking.';
comment on column tracking.months.first_day is 'First day of the month (UTC).';

-- Runs with its owner's rights: the service may have months dropped that are older than what is kept, and nothing else.
-- One month a call, so that nobody waits for more than one; called until it answers nothing.
create function tracking.drop_oldest_month(keep_months int) returns text
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
  perform pg_advisory_xact_lock(hashtext('tracking.ensure_partitions'));
  select partition_name into dropped from tracking.months where first_day < oldest_kept order by first_day limit 1;
  if dropped is not null then
    execute format('drop table tracking.%I', dropped);
    return dropped;
  end if;
  -- What came later than its month was dropped lies in the default partition.
  delete from tracking.page_views_default where id < tracking.month_bound(oldest_kept);
  return null;
end
$$;

comment on function tracking.drop_oldest_month(int) is 'Drops the oldest month when it lies more than keep_months full months before the current one (UTC). Answers its name, NULL when there is none to drop.';
