create or replace view analytics.funnel_daily as
  select d.day, f.* from rollups.days d cross join lateral analytics.funnel(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') f;

comment on view analytics.funnel_daily is 'The funnel step by step, by the day (UTC) on which visits began.';
comment on column analytics.funnel_daily.day is 'Day (UTC) on which the visit began.';
