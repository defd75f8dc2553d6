create or replace function rollups.record_changed_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select rollups.hour_of(at), 'page', path, variant, sign, count(*), count(bucket), coalesce(sum(ms), 0), array_agg(bucket) filter (where bucket is not null)
    from (
      select sign, rollups.id_time(w.id) as at, coalesce(p.name, '(other)') as path, rollups.counted_name(variant, n.name) as variant,
        rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
      from (select 1 as sign, n.* from new_views n union all select -1, o.* from old_views o) as w
      left join lateral rollups.name_at('path', w.page_path, coalesce(w.entered_at, rollups.id_time(w.id))) p on true
      left join lateral rollups.name_at('variant', w.variant, coalesce(w.entered_at, rollups.id_time(w.id))) n on true
      where page_path is not null and not rollups.is_excluded(is_bot, is_owner, is_preview) offset 0
    ) as views
    where at is not null group by 1, 3, 4, 5;
  insert into rollups.changed_views (n, ids) select count(*), array_agg(id) from new_views having count(*) > 0;
  return null;
end
$$;

create or replace trigger record_changed_views after update on tracking.page_views
  referencing old table as old_views new table as new_views for each statement execute function rollups.record_changed_views();
