-- Runs for every batch of the writer, so it makes a single pass over the new rows. `offset 0` keeps each expression
-- from being evaluated once per aggregate.
create or replace function rollups.record_new_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  -- A plan made for a single view is reused for batches of thousands: the few names are hashed, not looked up for each
  -- view.
  set enable_nestloop = off
as $$
begin
  with counted as materialized (
    select starts_at, path, variant, count(*) as n, count(bucket) as timed, coalesce(sum(ms), 0) as sum_ms,
      array_agg(bucket) filter (where bucket is not null) as buckets, min(at) as from_at, max(at) as to_at
    from (
      select date_bin('1 hour', at, timestamptz '2000-01-01Z') as starts_at, *
      from (
        select rollups.id_time(w.id) as at, case when not rollups.is_excluded(is_bot, is_owner, is_preview) and page_path is not null then coalesce(p.name, '(other)') end as path,
          rollups.counted_name(variant, n.name) as variant, rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
        from new_views w
        left join lateral rollups.name_at('path', w.page_path, coalesce(w.entered_at, rollups.id_time(w.id))) p on true
        left join lateral rollups.name_at('variant', w.variant, coalesce(w.entered_at, rollups.id_time(w.id))) n on true
        offset 0
      ) as views
      where at is not null
    ) as placed
    group by 1, 2, 3
  ), recorded as (
    insert into rollups.changed_views (n, from_at, to_at) select sum(n), min(from_at), max(to_at) from counted group by starts_at
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select starts_at, 'page', path, variant, 1, n, timed, sum_ms, buckets from counted where path is not null;
  return null;
end
$$;

create or replace trigger record_new_views after insert on tracking.page_views
  referencing new table as new_views for each statement execute function rollups.record_new_views();
