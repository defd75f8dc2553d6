-- Applied with the definitions, and may be repeated. The service may refresh the aggregates, and nothing else. Analysts
-- see schema analytics, whose views and functions run with their owner's rights, so that analysts need no rights on any
-- table. Its functions accept a half-open range of time, of which they count the whole hours that begin in it, and
-- optionally one variant. They return totals, in no more rows than a person or a chart can handle. JIT compilation
-- would take longer than any of them, hence `set jit = off`.
revoke all on schema rollups, analytics from public;
revoke all on all functions in schema rollups from public;
revoke all on all functions in schema analytics from public;

grant usage on schema rollups to svc_tracking;
grant execute on function rollups.refresh(int, int), rollups.forget_visits(int, int), rollups.set_steps(jsonb, boolean, text[]),
  rollups.set_release_ends(jsonb), rollups.release_figures(text, text[], timestamptz) to svc_tracking;

grant usage on schema analytics to analyst;
grant select on all tables in schema analytics to analyst;
grant execute on all functions in schema analytics to analyst;
