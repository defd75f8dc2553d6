-- Run after every migration, as often as one likes. The service reads and writes rows and has months made;
-- it makes, changes and drops nothing itself. Partitions need no grants: rows are reached through their parent.
revoke all on schema tracking from public;
revoke all on all functions in schema tracking from public;
revoke all on all tables in schema tracking from svc_tracking;

grant usage on schema tracking to svc_tracking;
grant select, insert, update on tracking.page_views, tracking.declarations to svc_tracking;
-- To insert what is not there yet, it must see what is.
grant select, insert on tracking.client_errors to svc_tracking;
grant execute on function tracking.ensure_partitions(int, int), tracking.drop_oldest_month(int) to svc_tracking;

-- The owner's tool works with svc-funnel's role: of page views it may export and unlink one person's, and nothing else.
grant usage on schema tracking to svc_funnel;
grant execute on function tracking.page_views_of(text[]), tracking.unlink_sessions(text[]) to svc_funnel;

-- Which names are counted by themselves: the service adds those that it sees first, within bounds.
grant select on tracking.counted_names to svc_tracking;
grant execute on function tracking.count_names(text, text[]) to svc_tracking;
