-- Replaces the steps that analysts see. Returns how many changed, which is usually none. Steps from the product's table
-- (`are_live` is false) count only until live ones are known. Steps at `undeclared_paths`, which belong to releases
-- that do not declare their steps, stay as they are. A removed step keeps its row, without a place. `is_numbered` may be
-- missing, because processes of an earlier release do not send it: it then depends on the question's key.
create or replace function rollups.set_steps(given jsonb, are_live boolean, undeclared_paths text[] default '{}') returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  read_before timestamptz := (select read_at from rollups.live_steps);
  changed int;
  found_paths text[];
  wanted jsonb;
begin
  if not are_live and read_before is not null then return 0; end if;
  if are_live then
    insert into rollups.live_steps (read_at) values (now()) on conflict (is_only) do update set read_at = excluded.read_at;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('is_numbered', coalesce((step ->> 'question_key') ~ '^q[0-9]+$', false)) || step), '[]') into wanted
  from (
    select step from jsonb_array_elements(given) as g (step)
    union all
    select to_jsonb(s) from rollups.steps s
    where s.place is not null and s.path = any (undeclared_paths) and not exists (
      select from jsonb_to_recordset(given) as g (key text, path text) where g.key = s.key or g.path = s.path)
  ) as steps;
  with declared as (
    select key, path, title, question_key, place, is_on_way, is_numbered
    from jsonb_to_recordset(wanted) as g (key text, path text, title text, question_key text, place int, is_on_way boolean, is_numbered boolean)
  ), known as (
    select key, path, title, question_key, place, is_on_way, is_numbered from rollups.steps where place is not null
  )
  select count(*) into changed from ((select * from declared except select * from known) union all (select * from known except select * from declared)) as difference;
  if changed = 0 then return 0; end if;

  -- Waits for a running refresh, which looks steps up.
  perform from rollups.refresh_lock for update;
  -- New steps, and steps whose number appears or disappears: what was viewed in the meantime is merged again.
  found_paths := array(
    select g.path from jsonb_to_recordset(wanted) as g (key text, path text, is_on_way boolean, is_numbered boolean)
    where g.is_on_way and not exists (
      select from rollups.steps s where s.key = g.key and s.path = g.path and s.is_on_way and s.is_numbered = g.is_numbered));
  -- Steps may exchange paths, so all paths are released first.
  update rollups.steps set place = null, path = 'was ' || key;
  update rollups.steps s set path = g.path, title = g.title, question_key = g.question_key, place = g.place, is_on_way = g.is_on_way, is_numbered = g.is_numbered
  from jsonb_to_recordset(wanted) as g (key text, path text, title text, question_key text, place int, is_on_way boolean, is_numbered boolean) where s.key = g.key;
  -- Separate from the update, because `on conflict` would use up an id for each known step.
  insert into rollups.steps (key, path, title, question_key, place, is_on_way, is_numbered)
  select key, path, title, question_key, place, is_on_way, is_numbered
  from jsonb_to_recordset(wanted) as g (key text, path text, title text, question_key text, place int, is_on_way boolean, is_numbered boolean)
  where not exists (select from rollups.steps s where s.key = g.key);
  perform rollups.merge_again(found_paths, greatest(coalesce(read_before, '-infinity') - interval '1 minute', now() - interval '1 day'));
  return changed;
end
$$;

comment on function rollups.set_steps(jsonb, boolean, text[]) is 'Sets the steps of the live releases, or of the product''s table until those are known. Called every few seconds by the service; unchanged steps change nothing.';
