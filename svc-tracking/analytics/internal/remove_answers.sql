-- Removes the answers of some sessions from the counts.
create or replace function rollups.remove_answers(sessions text[]) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with removed as (
    delete from rollups.counted_answers where session_id = any (sessions) returning *
  ), keys as (
    select starts_at, variant, 'asked' as kind, key from removed, unnest(asked) as key
    union all
    select starts_at, variant, 'answer', key from removed, unnest(answers) as key
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n)
  select starts_at, kind, key, variant, -1, count(*) from keys group by 1, 2, 3, 4
$$;
