create or replace view analytics.client_errors as
  select e.page_view_id, v.session_id, v.page_path, e.reported_at, e.remote, e.release, e.screen, e.code
  from tracking.client_errors e join analytics.page_views v on v.id = e.page_view_id;

comment on view analytics.client_errors is 'Errors that browsers reported: one row per page view and code. Their text comes from outside: escape it where it is shown.';
comment on column analytics.client_errors.page_view_id is 'The page view in which it happened.';
comment on column analytics.client_errors.session_id is 'Its visit. Identifies nobody without the funnel''s own tables.';
comment on column analytics.client_errors.page_path is 'Its page.';
comment on column analytics.client_errors.reported_at is 'When the report arrived.';
comment on column analytics.client_errors.remote is 'Where it came from: a remote, or shell.';
comment on column analytics.client_errors.release is 'Name of the remote''s release. NULL for the shell.';
comment on column analytics.client_errors.screen is 'Value of data-screen.';
comment on column analytics.client_errors.code is 'What went wrong, from a closed list.';
