-- Answers are counted when they are given, changed or taken back, by the time and variant of their session. Several options chosen are counted one by one. A long text is counted by its beginning.
create function rollups.options_of(answer text) returns setof text
  language plpgsql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
as $$
begin
  if left(answer, 1) = '[' then
    return query select distinct left(option, 200) from jsonb_array_elements_text(answer::jsonb) as option where option <> '';
  elsif answer <> '' then
    return next left(answer, 200);
  end if;
exception when others then
  -- Not JSON after all: it counts as it is.
  return next left(answer, 200);
end
$$;
comment on function rollups.options_of(text) is 'The options of an answer: one, or those of a JSON list.';

create type rollups.told_answer as (created_at timestamptz, variant text, question_key text, answer_value text);

create function rollups.add_answers(answers rollups.told_answer[], sign int) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with told as (
    select rollups.hour_of(created_at) as starts_at, rollups.variant_of(variant) as variant, question_key, answer_value, count(*) as n from unnest(answers) group by 1, 2, 3, 4
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n)
  select starts_at, 'answer', question_key || ' ' || option, variant, sign, sum(n) from told, rollups.options_of(answer_value) as option group by 1, 3, 4
  union all
  select starts_at, 'asked', question_key, variant, sign, sum(n) from told where answer_value not in ('', '[]') group by 1, 3, 4
$$;

create function rollups.note_answers() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op <> 'INSERT' then
    perform rollups.add_answers(array_agg((s.created_at, s.variant, o.question_key, o.answer_value)::rollups.told_answer), -1)
    from old_rows o join funnel.sessions s on s.id = o.session_id where not s.not_counted;
  end if;
  if tg_op <> 'DELETE' then
    perform rollups.add_answers(array_agg((s.created_at, s.variant, n.question_key, n.answer_value)::rollups.told_answer), 1)
    from new_rows n join funnel.sessions s on s.id = n.session_id where not s.not_counted;
  end if;
  return null;
end
$$;

create trigger count_inserted after insert on funnel.responses referencing new table as new_rows for each statement execute function rollups.note_answers();
create trigger count_updated after update on funnel.responses referencing old table as old_rows new table as new_rows for each statement execute function rollups.note_answers();
create trigger count_deleted after delete on funnel.responses referencing old table as old_rows for each statement execute function rollups.note_answers();

-- A session that comes to be left out, or that another variant is told of, takes its answers along.
create function rollups.note_moved_answers() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from new_rows n join old_rows o using (id) where (n.not_counted, n.variant, n.created_at) is distinct from (o.not_counted, o.variant, o.created_at)) then
    return null;
  end if;
  perform rollups.add_answers(array_agg((o.created_at, o.variant, r.question_key, r.answer_value)::rollups.told_answer), -1)
  from old_rows o join new_rows n using (id) join funnel.responses r on r.session_id = o.id where not o.not_counted;
  perform rollups.add_answers(array_agg((n.created_at, n.variant, r.question_key, r.answer_value)::rollups.told_answer), 1)
  from old_rows o join new_rows n using (id) join funnel.responses r on r.session_id = n.id where not n.not_counted;
  return null;
end
$$;
create trigger count_moved after update on funnel.sessions referencing old table as old_rows new table as new_rows for each statement execute function rollups.note_moved_answers();

-- The answers go first, while it is still known whose they were.
create function rollups.delete_answers() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from funnel.responses where session_id = old.id;
  return old;
end
$$;
create trigger delete_answers before delete on funnel.sessions for each row execute function rollups.delete_answers();

-- What was there before.
select rollups.add_answers(array_agg((s.created_at, s.variant, r.question_key, r.answer_value)::rollups.told_answer), 1)
from funnel.responses r join funnel.sessions s on s.id = r.session_id where not s.not_counted;
