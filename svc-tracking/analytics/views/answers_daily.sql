create or replace view analytics.answers_daily as
  select d.day, a.* from rollups.days d cross join lateral analytics.answers(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') a;

comment on view analytics.answers_daily is 'Answers by question, by the day (UTC) on which the session began.';
comment on column analytics.answers_daily.day is 'Day (UTC) on which the session began.';
comment on column analytics.answers_daily.question_key is 'The question.';
comment on column analytics.answers_daily.answer_value is 'The option. Text from outside: escape it where it is shown.';
comment on column analytics.answers_daily.answers is 'Sessions that chose it.';
comment on column analytics.answers_daily.share is 'answers as a share (0 to 1) of the sessions that answered the question; where several may be chosen, shares add up to more.';
comment on column analytics.answers_daily.declared is 'Whether a release that is live asks the question.';
