-- Anybody who may connect can hold an advisory lock. This table's lock takes a right that only its owner has.
create table tracking.partition_turn ();
comment on table tracking.partition_turn is 'Holds no rows: locked as a whole while monthly partitions are made or dropped.';

-- Runs with its owner's rights: the service may have months made, and nothing else made, changed or dropped.
create or replace function tracking.ensure_partitions(months_behind int default 2, months_ahead int default 3) returns int
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
  lock table tracking.partition_turn in exclusive mode;
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
  return null;
end
$$;
