create or replace view analytics.lesson_completion_daily as
  select d.day, l.* from rollups.days d cross join lateral analytics.lesson_completion(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') l;

comment on view analytics.lesson_completion_daily is 'Lessons that readers marked as done, by the day (UTC) on which the lessons were sent.';
comment on column analytics.lesson_completion_daily.day is 'Day (UTC) on which the lessons were sent.';
