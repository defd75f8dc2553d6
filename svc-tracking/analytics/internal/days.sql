-- The days (UTC) that may have data. The daily views query them one by one: restrict them by `where day >= ...`.
create or replace view rollups.days as
  select day::date as day
  from (
    select least(
      (select min(starts_at) from rollups.metric_buckets where kind = 'views' and level = 0),
      (select began_at from rollups.visits order by began_at limit 1),
      (select starts_at from rollups.deltas order by starts_at limit 1),
      now()) as first
  ) as all_time
  cross join generate_series(date_trunc('day', first at time zone 'UTC'), now() at time zone 'UTC', '1 day') as day;
