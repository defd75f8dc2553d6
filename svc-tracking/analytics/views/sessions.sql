create or replace view analytics.sessions as
  select v.session_id, v.began_at, nullif(v.variant, '') as variant, nullif(v.campaign, '') as campaign, v.first_path, s.key as last_step,
    cardinality(v.steps) as steps_reached, cardinality(v.answered) as questions_answered, v.bought as has_bought
  from rollups.visits v left join rollups.steps s on s.id = v.last_step
  where not v.excluded;

comment on view analytics.sessions is 'One row per visit. Crawlers and the owner''s visits are left out.';
comment on column analytics.sessions.session_id is 'The visit. Identifies nobody without the funnel''s own tables.';
comment on column analytics.sessions.began_at is 'When its first page was entered, or when the funnel first recorded it if that was earlier.';
comment on column analytics.sessions.variant is 'The variant that the visitor saw. NULL for none.';
comment on column analytics.sessions.campaign is 'The campaign that first led here (utm_campaign). NULL for none.';
comment on column analytics.sessions.first_path is 'The page on which it began. NULL if no page view is known.';
comment on column analytics.sessions.last_step is 'Key of the last step of the funnel that the visit saw. NULL if it saw none.';
comment on column analytics.sessions.steps_reached is 'How many steps of the funnel the visit saw.';
comment on column analytics.sessions.questions_answered is 'How many steps have a question that the visit answered.';
comment on column analytics.sessions.has_bought is 'True if it has an order that counts.';
