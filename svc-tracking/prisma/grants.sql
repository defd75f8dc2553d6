-- Run after every migration, and may be repeated. The service reads and writes rows and calls functions that create and
-- drop partitions; it cannot create, change or drop anything itself. Partitions need no grants: rows are reached
-- through their parent.
revoke all on schema tracking from public;
revoke all on all functions in schema tracking from public;
revoke all on all tables in schema tracking from svc_tracking;

grant usage on schema tracking to svc_tracking;
grant select, insert, update on tracking.page_views, tracking.declarations to svc_tracking;
-- Inserting only new errors requires reading the existing ones.
grant select, insert on tracking.client_errors to svc_tracking;
grant execute on function tracking.ensure_partitions(int, int), tracking.drop_oldest_month(int) to svc_tracking;

-- The owner's tool uses svc-funnel's role, which may export and unlink one person's page views, and nothing else.
grant usage on schema tracking to svc_funnel;
grant execute on function tracking.page_views_of(text[]), tracking.unlink_sessions(text[]) to svc_funnel;

-- Names that are counted separately: the service adds those that it sees first, within limits.
grant select on tracking.counted_names to svc_tracking;
grant execute on function tracking.count_names(text, text[]) to svc_tracking;
