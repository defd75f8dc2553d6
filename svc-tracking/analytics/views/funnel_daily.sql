create or replace view analytics.funnel_daily as
  select d.day, f.* from rollups.days d cross join lateral analytics.funnel(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') f;

comment on view analytics.funnel_daily is 'The funnel step by step, by the day (UTC) on which visits began.';
comment on column analytics.funnel_daily.day is 'Day (UTC) on which the visit began.';
comment on column analytics.funnel_daily.place is 'Order of the step in the funnel.';
comment on column analytics.funnel_daily.step is 'Key of the step.';
comment on column analytics.funnel_daily.page_path is 'Its page.';
comment on column analytics.funnel_daily.title is 'Its heading.';
comment on column analytics.funnel_daily.question_key is 'The question that it asks. NULL when it asks none.';
comment on column analytics.funnel_daily.reached is 'Visits that saw the step.';
comment on column analytics.funnel_daily.answered is 'Visits that saw the step and whose question has an answer.';
comment on column analytics.funnel_daily.left_here is 'Visits whose last step it is, and that have not seen a page for 30 minutes.';
comment on column analytics.funnel_daily.still_here is 'Visits whose last step it is, and that saw a page within 30 minutes.';
comment on column analytics.funnel_daily.drop_off is 'left_here as a share (0 to 1) of reached. NULL when nobody reached it.';
comment on column analytics.funnel_daily.stayed_p50_seconds is 'Of visits that went on: median of the longest visible time on the step, in seconds.';
comment on column analytics.funnel_daily.left_p50_seconds is 'Of visits whose last step it is: median of the longest visible time on it, in seconds.';
comment on column analytics.funnel_daily.as_of is 'The moment that the figures tell of: a second or so ago.';
