create or replace function analytics.answers(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (question_key text, answer_value text, answers bigint, share float8, declared boolean)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with totals as materialized (
    select kind, split_part(key, ' ', 1) as question, substr(key, strpos(key, ' ') + 1) as option, n from rollups.aggregates('{answer,asked}', from_time, to_time, only_variant)
  ), questions as (
    select s.question, s.n, q.place, q.place is not null as declared, row_number() over (partition by q.place is not null order by s.n desc, s.question) as rank
    from totals s left join (select question_key as question, min(place) as place from rollups.steps where place is not null group by 1) as q on q.question = s.question
    where s.kind = 'asked'
  ), options as (
    select question, option, n, row_number() over (partition by question order by n desc, option) as rank from totals where kind = 'answer'
  )
  select o.question, o.option, o.n, o.n::float8 / asked.n, asked.declared
  from options o join questions asked on asked.question = o.question and (asked.declared or asked.rank <= 50)
  where o.rank <= 100
  order by asked.place nulls last, o.question, o.n desc, o.option
$$;
