-- The same by day (UTC), as plain views for tools that know no functions. Give `where day >= ...`: each day is asked for by itself.
create view rollups.days as
  select day::date as day
  from (
    select least(
      (select min(starts_at) from rollups.spans where kind = 'views' and level = 0),
      (select began_at from rollups.visits order by began_at limit 1),
      (select starts_at from rollups.deltas order by starts_at limit 1),
      now()) as first
  ) as all_time
  cross join generate_series(date_trunc('day', first at time zone 'UTC'), now() at time zone 'UTC', '1 day') as day;

create view analytics.page_timing_daily as
  select d.day, t.* from rollups.days d cross join lateral analytics.page_timing(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') t;
comment on view analytics.page_timing_daily is 'How long pages are looked at, by day (UTC). Crawlers and the owner''s visits are left out.';
comment on column analytics.page_timing_daily.day is 'Day (UTC) on which the page was entered.';
comment on column analytics.page_timing_daily.page_path is 'The page. Text from outside: escape it where it is shown.';
comment on column analytics.page_timing_daily.views is 'How often the page was entered.';
comment on column analytics.page_timing_daily.exits is 'Views whose end is known. All times are based on them.';
comment on column analytics.page_timing_daily.bounces is 'Visits that began on this page and saw no other.';
comment on column analytics.page_timing_daily.bounce_rate is 'bounces as a share (0 to 1) of the visits that began on this page. NULL when none did.';
comment on column analytics.page_timing_daily.mean_seconds is 'Mean visible time in seconds. A hidden tab does not count.';
comment on column analytics.page_timing_daily.p50_seconds is 'Half of the views were visible for at most so many seconds; at most 1 % off, like the other percentiles.';
comment on column analytics.page_timing_daily.p75_seconds is 'Three quarters of the views were visible for at most so many seconds.';
comment on column analytics.page_timing_daily.p90_seconds is 'Nine in ten views were visible for at most so many seconds.';
comment on column analytics.page_timing_daily.p99_seconds is '99 in 100 views were visible for at most so many seconds.';

create view analytics.funnel_daily as
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

create view analytics.answers_daily as
  select d.day, a.* from rollups.days d cross join lateral analytics.answers(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') a;
comment on view analytics.answers_daily is 'Answers by question, by the day (UTC) on which the session began.';
comment on column analytics.answers_daily.day is 'Day (UTC) on which the session began.';
comment on column analytics.answers_daily.question_key is 'The question.';
comment on column analytics.answers_daily.answer_value is 'The option. Text from outside: escape it where it is shown.';
comment on column analytics.answers_daily.answers is 'Sessions that chose it.';
comment on column analytics.answers_daily.share is 'answers as a share (0 to 1) of the sessions that answered the question; where several may be chosen, shares add up to more.';

create view analytics.conversion_daily as
  select d.day, c.key as variant, c.visitors, c.buyers, c.conversion, c.orders, c.gross_cents, c.refunded_cents, c.net_cents, c.currency
  from rollups.days d cross join lateral analytics.conversion(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC', 'variant') c;
comment on view analytics.conversion_daily is 'Conversion and revenue of the visitors of a day (UTC), whenever they paid, by variant. Sandbox orders are left out.';
comment on column analytics.conversion_daily.day is 'Day (UTC) on which the visit began.';
comment on column analytics.conversion_daily.variant is 'The variant that was shown. Empty for none.';
comment on column analytics.conversion_daily.visitors is 'Visits that began on the day.';
comment on column analytics.conversion_daily.buyers is 'Those of them with an order.';
comment on column analytics.conversion_daily.conversion is 'buyers as a share (0 to 1) of visitors. NULL when there were none.';
comment on column analytics.conversion_daily.orders is 'Their orders.';
comment on column analytics.conversion_daily.gross_cents is 'What they paid, in cents.';
comment on column analytics.conversion_daily.refunded_cents is 'What they were given back, in cents.';
comment on column analytics.conversion_daily.net_cents is 'gross_cents less refunded_cents.';
comment on column analytics.conversion_daily.currency is 'Of the cents, by ISO 4217 in small letters.';

create view analytics.orders as
  select order_id, session_id, began_at, paid_at, nullif(variant, '') as variant, nullif(campaign, '') as campaign, plan,
    gross_cents, refunded_cents, gross_cents - refunded_cents as net_cents, currency
  from rollups.sales;
comment on view analytics.orders is 'One row an order. Sandbox orders and those of marked visits are left out.';
comment on column analytics.orders.order_id is 'The order.';
comment on column analytics.orders.session_id is 'The visit that bought. Leads to nobody without the funnel''s own tables. NULL once its page views are older than what is kept.';
comment on column analytics.orders.began_at is 'When the visit began.';
comment on column analytics.orders.paid_at is 'When it was paid.';
comment on column analytics.orders.variant is 'The variant that the visitor saw. NULL for none.';
comment on column analytics.orders.campaign is 'The campaign that first led here (utm_campaign). NULL for none.';
comment on column analytics.orders.plan is 'The plan that was bought.';
comment on column analytics.orders.gross_cents is 'Paid, in cents.';
comment on column analytics.orders.refunded_cents is 'Given back, in cents.';
comment on column analytics.orders.net_cents is 'gross_cents less refunded_cents.';
comment on column analytics.orders.currency is 'Of the cents, by ISO 4217 in small letters.';

create view analytics.sessions as
  select v.session_id, v.began_at, nullif(v.variant, '') as variant, nullif(v.campaign, '') as campaign, v.first_path, s.key as last_step,
    cardinality(v.steps) as steps_reached, cardinality(v.answered) as questions_answered, exists (select from rollups.sales o where o.session_id = v.session_id) as has_bought
  from rollups.visits v left join rollups.steps s on s.id = v.last_step
  where not v.is_out;
comment on view analytics.sessions is 'One row a visit. Crawlers and the owner''s visits are left out.';
comment on column analytics.sessions.session_id is 'The visit. Leads to nobody without the funnel''s own tables.';
comment on column analytics.sessions.began_at is 'When its first page was entered, or when the funnel first heard of it if that was earlier.';
comment on column analytics.sessions.variant is 'The variant that the visitor saw. NULL for none.';
comment on column analytics.sessions.campaign is 'The campaign that first led here (utm_campaign). NULL for none.';
comment on column analytics.sessions.first_path is 'The page on which it began. NULL when no page view is known.';
comment on column analytics.sessions.last_step is 'Key of the last step of the funnel that it saw. NULL when it saw none.';
comment on column analytics.sessions.steps_reached is 'How many steps of the funnel it saw.';
comment on column analytics.sessions.questions_answered is 'How many steps have a question that it answered.';
comment on column analytics.sessions.has_bought is 'Whether it has an order that counts.';

create view analytics.page_views as
  select p.id, p.session_id, p.page_path, p.entered_at, p.exited_at, p.time_spent_seconds as visible_seconds, p.total_seconds, p.variant, p.clamped
  from tracking.page_views p
  where not p.is_bot and not p.is_owner and p.page_path is not null
    and not exists (select from rollups.visits v where v.session_id = p.session_id and v.is_out);
comment on view analytics.page_views is 'Every page view by itself, for questions that no other view answers. Ask for a range of ids: they begin with the time.';
comment on column analytics.page_views.id is 'UUIDv7: begins with the time of entry, by which the view counts.';
comment on column analytics.page_views.session_id is 'The visit. Leads to nobody without the funnel''s own tables.';
comment on column analytics.page_views.page_path is 'The page. Text from outside: escape it where it is shown.';
comment on column analytics.page_views.entered_at is 'When the page was entered. NULL while only its end is known.';
comment on column analytics.page_views.exited_at is 'When it was last left. NULL while unknown.';
comment on column analytics.page_views.visible_seconds is 'Visible time in seconds. NULL while unknown, never 0 for unknown.';
comment on column analytics.page_views.total_seconds is 'Time from entry to exit in seconds, hidden or not. NULL while unknown.';
comment on column analytics.page_views.variant is 'The variant that the visitor saw. NULL for none.';
comment on column analytics.page_views.clamped is 'The client''s clock was impossible and the server''s stands in.';

create view analytics.steps as
  select place, key as step, path as page_path, title, question_key from rollups.steps where is_on_way and place is not null;
comment on view analytics.steps is 'The funnel''s steps as they are now.';
comment on column analytics.steps.place is 'Order in the funnel.';
comment on column analytics.steps.step is 'Key of the step.';
comment on column analytics.steps.page_path is 'Its page.';
comment on column analytics.steps.title is 'Its heading.';
comment on column analytics.steps.question_key is 'The question that it asks. NULL when it asks none.';
