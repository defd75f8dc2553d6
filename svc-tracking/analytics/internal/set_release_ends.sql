-- Stores the path at which each release ends. Releases that are no longer declared keep theirs.
create or replace function rollups.set_release_ends(given jsonb) returns void
  language sql security definer
  set search_path = pg_catalog, pg_temp
as $$
  with changed as (
    insert into rollups.release_ends as e (remote, release, path)
    select distinct on (remote, release) remote, release, path from jsonb_to_recordset(given) as g (remote text, release text, path text)
    on conflict (remote, release) do update set path = excluded.path where e.path <> excluded.path
    returning path
  )
  select rollups.merge_again(array(select path from changed), now() - interval '1 hour')
$$;
