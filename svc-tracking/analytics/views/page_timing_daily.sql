create or replace view analytics.page_timing_daily as
  select d.day, t.* from rollups.days d cross join lateral analytics.page_timing(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') t;

comment on view analytics.page_timing_daily is 'How long pages are looked at, by day (UTC). Crawlers and the owner''s visits are left out.';
comment on column analytics.page_timing_daily.day is 'Day (UTC) on which the page was entered.';
comment on column analytics.page_timing_daily.page_path is 'The page, (other) for those without a name of their own. Text from outside: escape it where it is shown.';
comment on column analytics.page_timing_daily.views is 'How often the page was entered.';
comment on column analytics.page_timing_daily.exits is 'Views whose end is known. All times are based on them.';
comment on column analytics.page_timing_daily.bounces is 'Visits that began on this page and saw no other.';
comment on column analytics.page_timing_daily.bounce_rate is 'bounces as a share (0 to 1) of the visits that began on this page. NULL when none did.';
comment on column analytics.page_timing_daily.mean_seconds is 'Mean visible time of a view in seconds. A hidden tab does not count.';
comment on column analytics.page_timing_daily.p50_seconds is 'Half of the views were visible for at most so many seconds; at most 1 % off, like the other percentiles.';
comment on column analytics.page_timing_daily.p75_seconds is 'Three quarters of the views were visible for at most so many seconds.';
comment on column analytics.page_timing_daily.p90_seconds is 'Nine in ten views were visible for at most so many seconds.';
comment on column analytics.page_timing_daily.p99_seconds is '99 in 100 views were visible for at most so many seconds: the p99 of single views, not of visits.';
comment on column analytics.page_timing_daily.began is 'Visits that began on this page.';
