create or replace view analytics.releases_daily as
  select d.day, r.* from rollups.days d cross join lateral analytics.releases(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') r;

comment on view analytics.releases_daily is 'Figures of the visits to each release of each remote, by the day (UTC) on which they began.';
comment on column analytics.releases_daily.day is 'Day (UTC) on which the visit began.';
