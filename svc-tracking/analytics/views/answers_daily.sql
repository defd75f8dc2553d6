create or replace view analytics.answers_daily as
  select d.day, a.* from rollups.days d cross join lateral analytics.answers(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') a;

comment on view analytics.answers_daily is 'Answers by question, by the day (UTC) on which the visit began. answer_value is text from outside: escape it where it is shown.';
comment on column analytics.answers_daily.day is 'Day (UTC) on which the visit began.';
