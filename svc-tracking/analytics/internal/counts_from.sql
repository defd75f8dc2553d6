-- Returns the `counts_from` (see name_at.sql) of a name of this kind that is declared now: always, or from now on if some
-- names of this kind have already been counted together, under a key like `others`.
create or replace function rollups.counts_from(of_kind text, others text) returns timestamptz
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  select case when exists (
    select from rollups.metric_buckets where kind = of_kind and level = 0 and key like others
    union all select from rollups.deltas where kind = of_kind and key like others
  ) then clock_timestamp() + interval '5 seconds' else '-infinity' end
$$;
