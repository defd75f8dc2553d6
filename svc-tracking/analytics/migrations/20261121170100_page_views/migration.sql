-- The time inside a page view's id. NULL for an id of another form, which no page view of ours has.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    create function rollups.time_of(id uuid) returns timestamptz
      language sql immutable strict parallel safe
      return uuid_extract_timestamp(id);
  else
    create function rollups.time_of(id uuid) returns timestamptz
      language sql immutable strict parallel safe
      return case when substr(id::text, 15, 1) = '7' then to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) end;
  end if;
end
$$;

create function rollups.least_id(moment timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
comment on function rollups.least_id(timestamptz) is 'The least UUIDv7 of a moment.';

create function rollups.variant_of(variant text) returns text
  language sql immutable parallel safe
  return coalesce(variant, '');
comment on function rollups.variant_of(text) is 'As sums keep it: empty for none.';

create table rollups.changed_views (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  n int not null,
  -- Either the views themselves, or the times between which they lie: those of new views lie close together.
  ids uuid[],
  from_at timestamptz,
  to_at timestamptz
);
comment on table rollups.changed_views is 'Page views whose visits are not brought up to date yet.';

-- On the path of every batch of the writer: one pass over the new rows. `offset 0` keeps each expression from being
-- evaluated once an aggregate.
create function rollups.note_new_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  with counted as materialized (
    select starts_at, path, variant, count(*) as n, count(bucket) as timed, coalesce(sum(ms), 0) as sum_ms,
      array_agg(bucket) filter (where bucket is not null) as buckets, min(at) as from_at, max(at) as to_at
    from (
      select date_bin('1 hour', at, timestamptz '2000-01-01Z') as starts_at, *
      from (
        select rollups.time_of(id) as at, case when not is_bot and not is_owner then page_path end as path, rollups.variant_of(variant) as variant,
          rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
        from new_views offset 0
      ) as views
      where at is not null
    ) as placed
    group by 1, 2, 3
  ), noted as (
    insert into rollups.changed_views (n, from_at, to_at) select sum(n), min(from_at), max(to_at) from counted group by starts_at
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select starts_at, 'page', path, variant, 1, n, timed, sum_ms, buckets from counted where path is not null;
  return null;
end
$$;

create function rollups.note_changed_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select rollups.hour_of(at), 'page', page_path, variant, sign, count(*), count(bucket), coalesce(sum(ms), 0), array_agg(bucket) filter (where bucket is not null)
    from (
      select sign, rollups.time_of(id) as at, page_path, rollups.variant_of(variant) as variant,
        rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
      from (select 1 as sign, n.* from new_views n union all select -1, o.* from old_views o) as both_sides
      where page_path is not null and not is_bot and not is_owner offset 0
    ) as views
    where at is not null group by 1, 3, 4, 5;
  insert into rollups.changed_views (n, ids) select count(*), array_agg(id) from new_views having count(*) > 0;
  return null;
end
$$;

create function rollups.note_deleted_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select rollups.hour_of(at), 'page', page_path, variant, -1, count(*), count(bucket), coalesce(sum(ms), 0), array_agg(bucket) filter (where bucket is not null)
    from (
      select rollups.time_of(id) as at, page_path, rollups.variant_of(variant) as variant,
        rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
      from old_views where page_path is not null and not is_bot and not is_owner offset 0
    ) as views
    where at is not null group by 1, 3, 4;
  return null;
end
$$;

create trigger note_new_views after insert on tracking.page_views
  referencing new table as new_views for each statement execute function rollups.note_new_views();
create trigger note_changed_views after update on tracking.page_views
  referencing old table as old_views new table as new_views for each statement execute function rollups.note_changed_views();
create trigger note_deleted_views after delete on tracking.page_views
  referencing old table as old_views for each statement execute function rollups.note_deleted_views();

-- What was there before.
insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
  select rollups.hour_of(at), 'page', page_path, variant, 1, count(*), count(bucket), coalesce(sum(ms), 0), array_agg(bucket) filter (where bucket is not null)
  from (
    select rollups.time_of(id) as at, page_path, rollups.variant_of(variant) as variant,
      rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
    from tracking.page_views where page_path is not null and not is_bot and not is_owner offset 0
  ) as views
  where at is not null group by 1, 3, 4;
insert into rollups.changed_views (n, from_at, to_at)
  select count(*), min(at), max(at) from (select rollups.time_of(id) as at from tracking.page_views) as views where at is not null group by rollups.hour_of(at) order by 2;
