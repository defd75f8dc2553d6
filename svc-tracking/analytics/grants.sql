-- Applied with the definitions, as often as one likes. The service may bring the aggregates up to date, and nothing else;
-- the analysts see schema analytics, whose views and functions run with their owner's rights, so that they need none on any
-- table. Its functions take a half-open range of time, of which the whole hours that begin in it count, and, when wanted,
-- one variant; they return totals, no more rows than a person or a chart can take in. Compiling would take longer than any
-- of them: hence `set jit = off`.
revoke all on schema rollups, analytics from public;
revoke all on all functions in schema rollups from public;
revoke all on all functions in schema analytics from public;

grant usage on schema rollups to svc_tracking;
grant execute on function rollups.refresh(int, int), rollups.forget_visits(int, int), rollups.set_steps(jsonb, boolean, text[]),
  rollups.set_release_ends(jsonb), rollups.release_figures(text, text[], timestamptz) to svc_tracking;

grant usage on schema analytics to analyst;
grant select on all tables in schema analytics to analyst;
grant execute on all functions in schema analytics to analyst;
