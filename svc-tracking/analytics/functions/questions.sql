create or replace function analytics.questions()
  returns table (question_key text, question text, answer_value text, label text, place int, declared boolean)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  with options as (
    select step.value -> 'question' ->> 'key' as question_key, step.value ->> 'title' as question,
      option.value ->> 'value' as answer_value, option.value ->> 'label' as label,
      option.ordinality::int as place, (release.value ->> 'live')::boolean as declared,
      row_number() over (order by release.ordinality, step.ordinality, option.ordinality) as turn
    from tracking.declarations d
      cross join jsonb_array_elements(d.releases) with ordinality as release
      cross join jsonb_array_elements(release.value -> 'flow' -> 'steps') with ordinality as step
      cross join jsonb_array_elements(step.value -> 'question' -> 'options') with ordinality as option
  ),
  -- Live releases come first, then the newest: the first one decides the label of an option.
  named as (
    select distinct on (question_key, answer_value) * from options order by question_key, answer_value, turn
  )
  select question_key, question, answer_value, label, place, declared from named order by turn
$$;
