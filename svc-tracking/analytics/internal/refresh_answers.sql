-- Replaces the counted answers of some sessions with their current ones. Answers count in the hour and for the variant
-- of their visit: each of several chosen options separately, a long text by its beginning.
create or replace function rollups.refresh_answers(sessions text[]) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  -- `offset 0` forces look-ups by primary key, whatever the planner estimates.
  with counted as materialized (
    select c.* from unnest(sessions) as given (id)
    cross join lateral (select * from rollups.counted_answers c where c.session_id = given.id offset 0) as c
  ), current as materialized (
    select s.id as session_id, rollups.hour_of(v.began_at) as starts_at, rollups.counted_name(v.variant, n.name) as variant, a.asked, a.answers
    from unnest(sessions) as given (id)
    cross join lateral (select * from funnel.sessions s where s.id = given.id and not s.not_counted offset 0) as s
    -- A session without a visit is older than what is kept. Answers of one that retention deleted are already counted.
    cross join lateral (
      select v.began_at, v.variant from rollups.visits v where v.session_id = given.id and not v.excluded and not v.session_forgotten offset 0
    ) as v
    left join lateral rollups.name_at('variant', v.variant, v.began_at) n on true
    cross join lateral (
      select array_agg(distinct r.question_key) filter (where r.answer_value not in ('', '[]')) as asked,
        array_agg(r.question_key || ' ' || option order by r.question_key, option) as answers
      from (select * from funnel.responses r where r.session_id = given.id offset 0) as r
      cross join lateral (
        select left(r.answer_value, 200) as option where r.answer_value <> '' and left(r.answer_value, 1) <> '['
        union all
        select o from rollups.options_of(r.answer_value) as o where left(r.answer_value, 1) = '['
      ) as options
    ) as a
    where a.answers is not null
  ), removed as (
    delete from rollups.counted_answers where session_id in (select session_id from counted except select session_id from current)
  ), stored as (
    insert into rollups.counted_answers as c (session_id, starts_at, variant, asked, answers)
    select session_id, starts_at, variant, coalesce(asked, '{}'), answers from current
    on conflict (session_id) do update set starts_at = excluded.starts_at, variant = excluded.variant, asked = excluded.asked, answers = excluded.answers
    where (c.starts_at, c.variant, c.asked, c.answers) is distinct from (excluded.starts_at, excluded.variant, excluded.asked, excluded.answers)
  ), lines as (
    select 1 as sign, starts_at, variant, asked, answers from current
    union all
    select -1, starts_at, variant, asked, answers from counted
  ), keys as (
    select sign, starts_at, variant, 'asked' as kind, key from lines, unnest(asked) as key
    union all
    select sign, starts_at, variant, 'answer', key from lines, unnest(answers) as key
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n)
  select starts_at, kind, key, variant, sign(sum(sign))::int, abs(sum(sign)) from keys group by 1, 2, 3, 4 having sum(sign) <> 0
$$;
