-- Steps follow the releases that are live: the service reads their descriptors and says here what they declare.
create table rollups.live_steps (
  -- One row, from the first time on that live releases were read.
  is_only boolean primary key default true check (is_only),
  read_at timestamptz not null
);
comment on table rollups.live_steps is 'When the steps of the live releases were last read. Without a row the steps are those of the product''s own table.';

-- Brings the steps that analysts see to those that are given. Answers how many were changed: mostly none. Those of the
-- product's table (`are_live` is false) count only until live ones are known. What lies at `undeclared_paths`, of releases
-- that do not tell their steps, stays as it is. A step that is gone keeps its row, without a place.
create function rollups.set_steps(given jsonb, are_live boolean, undeclared_paths text[] default '{}') returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  read_before timestamptz := (select read_at from rollups.live_steps);
  changed int;
  found_paths text[];
  wanted jsonb := given;
begin
  if not are_live and read_before is not null then return 0; end if;
  if are_live then
    insert into rollups.live_steps (read_at) values (now()) on conflict (is_only) do update set read_at = excluded.read_at;
  end if;
  select given || coalesce(jsonb_agg(to_jsonb(s)), '[]') into wanted
  from rollups.steps s
  where s.place is not null and s.path = any (undeclared_paths) and not exists (
    select from jsonb_to_recordset(given) as g (key text, path text) where g.key = s.key or g.path = s.path);
  with told as (
    select key, path, title, question_key, place, is_on_way
    from jsonb_to_recordset(wanted) as g (key text, path text, title text, question_key text, place int, is_on_way boolean)
  ), known as (
    select key, path, title, question_key, place, is_on_way from rollups.steps where place is not null
  )
  select count(*) into changed from ((select * from told except select * from known) union all (select * from known except select * from told)) as difference;
  if changed = 0 then return 0; end if;

  -- Not while a turn of the roller looks steps up.
  perform pg_advisory_xact_lock(hashtext('rollups.fold'));
  found_paths := array(
    select g.path from jsonb_to_recordset(wanted) as g (key text, path text, is_on_way boolean)
    where g.is_on_way and not exists (select from rollups.steps s where s.key = g.key and s.path = g.path and s.is_on_way));
  -- Paths may change hands, so all are let go first.
  update rollups.steps set place = null, path = 'was ' || key;
  update rollups.steps s set path = g.path, title = g.title, question_key = g.question_key, place = g.place, is_on_way = g.is_on_way
  from jsonb_to_recordset(wanted) as g (key text, path text, title text, question_key text, place int, is_on_way boolean) where s.key = g.key;
  -- Apart from the update: `on conflict` would use up an id for each step that is known.
  insert into rollups.steps (key, path, title, question_key, place, is_on_way)
  select key, path, title, question_key, place, is_on_way
  from jsonb_to_recordset(wanted) as g (key text, path text, title text, question_key text, place int, is_on_way boolean)
  where not exists (select from rollups.steps s where s.key = g.key);
  -- Who saw a step between its publication and this moment is looked at once more, for a day at most.
  insert into rollups.changed_views (n, ids)
  select count(*), array_agg(id) from tracking.page_views
  where page_path = any (found_paths) and id >= rollups.least_id(greatest(coalesce(read_before, '-infinity') - interval '1 minute', now() - interval '1 day'))
  having count(*) > 0;
  return changed;
end
$$;
comment on function rollups.set_steps(jsonb, boolean, text[]) is 'Steps of the live releases, or of the product''s table until those are known. Called every few seconds by the service; steps that are as they were change nothing.';

-- Answers say whether their question is declared. Anybody may send an answer to any key, so that what is shown is bounded.
drop view analytics.answers_daily;
drop function analytics.answers(timestamptz, timestamptz, text);
create function analytics.answers(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (question_key text, answer_value text, answers bigint, share float8, declared boolean)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with sums as materialized (
    select kind, split_part(key, ' ', 1) as question, substr(key, strpos(key, ' ') + 1) as option, n from rollups.sums('{answer,asked}', from_time, to_time, only_variant)
  ), questions as (
    select s.question, s.n, q.place, q.place is not null as declared, row_number() over (partition by q.place is not null order by s.n desc, s.question) as rank
    from sums s left join (select question_key as question, min(place) as place from rollups.steps where place is not null group by 1) as q on q.question = s.question
    where s.kind = 'asked'
  ), options as (
    select question, option, n, row_number() over (partition by question order by n desc, option) as rank from sums where kind = 'answer'
  )
  select o.question, o.option, o.n, o.n::float8 / asked.n, asked.declared
  from options o join questions asked on asked.question = o.question and (asked.declared or asked.rank <= 50)
  where o.rank <= 100
  order by asked.place nulls last, o.question, o.n desc, o.option
$$;
comment on function analytics.answers(timestamptz, timestamptz, text) is
  'Answers by question, of sessions that began in the range. question_key: the question; answer_value: the option, one row each where several can be chosen, the 100 that were chosen most; answers: sessions that chose it; share: of the sessions that answered the question (several options may add up to more than 1); declared: whether a release that is live asks the question. Of questions that none asks, the 50 with the most answers are shown.';

create view analytics.answers_daily as
  select d.day, a.* from rollups.days d cross join lateral analytics.answers(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') a;
comment on view analytics.answers_daily is 'Answers by question, by the day (UTC) on which the session began.';
comment on column analytics.answers_daily.day is 'Day (UTC) on which the session began.';
comment on column analytics.answers_daily.question_key is 'The question.';
comment on column analytics.answers_daily.answer_value is 'The option. Text from outside: escape it where it is shown.';
comment on column analytics.answers_daily.answers is 'Sessions that chose it.';
comment on column analytics.answers_daily.share is 'answers as a share (0 to 1) of the sessions that answered the question; where several may be chosen, shares add up to more.';
comment on column analytics.answers_daily.declared is 'Whether a release that is live asks the question.';
