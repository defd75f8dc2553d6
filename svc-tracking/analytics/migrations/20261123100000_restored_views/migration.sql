-- A new or restored database, whose views an earlier migration added as they counted then: views of previews too, and all
-- by names that count from a later moment only. What has come since is among the views as well.
do $$
begin
  if exists (select from rollups.metric_buckets) then return; end if;
  delete from rollups.deltas where kind = 'page';
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select rollups.hour_of(at), 'page', path, variant, 1, count(*), count(bucket), coalesce(sum(ms), 0), array_agg(bucket) filter (where bucket is not null)
    from (
      select rollups.id_time(w.id) as at, coalesce(p.name, '(other)') as path, rollups.counted_name(variant, n.name) as variant,
        rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
      from tracking.page_views w
      left join tracking.counted_names p on p.kind = 'path' and p.name = w.page_path and p.counts_from <= coalesce(w.entered_at, rollups.id_time(w.id))
      left join tracking.counted_names n on n.kind = 'variant' and n.name = w.variant and n.counts_from <= coalesce(w.entered_at, rollups.id_time(w.id))
      where page_path is not null and not is_bot and not is_owner and not is_preview offset 0
    ) as views
    where at is not null group by 1, 3, 4;
end
$$;
