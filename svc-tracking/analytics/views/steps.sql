create or replace view analytics.steps as
  select place, key as step, path as page_path, title, question_key from rollups.steps where is_on_way and place is not null;

comment on view analytics.steps is 'The funnel''s steps as they are now.';
comment on column analytics.steps.place is 'Order in the funnel.';
comment on column analytics.steps.step is 'Key of the step.';
comment on column analytics.steps.page_path is 'Its page.';
comment on column analytics.steps.title is 'Its heading.';
comment on column analytics.steps.question_key is 'The question that it asks. NULL when it asks none.';
