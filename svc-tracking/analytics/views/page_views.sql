-- The condition of rollups.is_excluded, which is repeated here because a view calls functions with the rights of the
-- reader, and analysts may call none of schema rollups.
create or replace view analytics.page_views as
  select p.id, p.session_id, p.page_path, p.entered_at, p.exited_at, p.time_spent_seconds as visible_seconds, p.total_seconds, p.variant, p.clamped,
    p.release, p.lcp_seconds, p.inp_seconds, p.cls, p.ttfb_seconds
  from tracking.page_views p
  where not p.is_bot and not p.is_owner and not p.is_preview and p.page_path is not null
    and not exists (select from rollups.visits v where v.session_id = p.session_id and v.excluded);

comment on view analytics.page_views is 'Every single page view, for questions that no other view answers. Query a range of ids: they begin with the time.';
comment on column analytics.page_views.id is 'UUIDv7: begins with the time of entry, which decides when the view counts.';
comment on column analytics.page_views.session_id is 'The visit. Identifies nobody without the funnel''s own tables.';
comment on column analytics.page_views.page_path is 'The page. Text from outside: escape it where it is shown.';
comment on column analytics.page_views.entered_at is 'When the page was entered. NULL while only its exit is known.';
comment on column analytics.page_views.exited_at is 'When it was last left. NULL while unknown.';
comment on column analytics.page_views.visible_seconds is 'Visible time in seconds. NULL while unknown, never 0 for unknown.';
comment on column analytics.page_views.total_seconds is 'Time from entry to exit in seconds, hidden or not. NULL while unknown.';
comment on column analytics.page_views.variant is 'The variant that the visitor saw. NULL for none.';
comment on column analytics.page_views.clamped is 'The client''s time was impossible and the server''s was used instead.';
comment on column analytics.page_views.release is 'Name of the release of the remote whose screen was shown. Text from outside. NULL where it is not known.';
comment on column analytics.page_views.lcp_seconds is 'Largest Contentful Paint in seconds. NULL where not measured.';
comment on column analytics.page_views.inp_seconds is 'Interaction to Next Paint in seconds. NULL where not measured.';
comment on column analytics.page_views.cls is 'Cumulative Layout Shift. NULL where not measured.';
comment on column analytics.page_views.ttfb_seconds is 'Time to First Byte in seconds. NULL where not measured.';
