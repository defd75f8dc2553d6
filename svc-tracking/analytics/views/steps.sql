create or replace view analytics.steps as
  select place, key as step, path as page_path, title, question_key from rollups.steps where is_on_way and place is not null;

comment on view analytics.steps is 'The current steps of the funnel.';
comment on column analytics.steps.place is 'Position in the funnel.';
comment on column analytics.steps.step is 'Key of the step.';
comment on column analytics.steps.page_path is 'Its page.';
comment on column analytics.steps.title is 'Its heading.';
comment on column analytics.steps.question_key is 'Key of the question that it asks. NULL if it asks none.';
