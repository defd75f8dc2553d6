create or replace view analytics.page_timing_daily as
  select d.day, t.* from rollups.days d cross join lateral analytics.page_timing(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') t;

comment on view analytics.page_timing_daily is 'How long pages are viewed, by day (UTC). Crawlers and the owner''s visits are left out. page_path is text from outside: escape it where it is shown.';
comment on column analytics.page_timing_daily.day is 'Day (UTC) on which the page was entered.';
