-- Paths and variants are counted by their own names as far as tracking.counted_names has them, all others as (other).
-- Whether it has one depends on the name and on the moment of the view or visit alone, so that a figure is always taken
-- back from where it was added.
create function rollups.counted(name text, known text) returns text
  language sql immutable parallel safe
  return case when name is null or name = '' then '' else coalesce(known, '(other)') end;
comment on function rollups.counted(text, text) is 'The name that is counted: itself when it is known, else (other); empty for none.';

-- What the product declares is known at once, or from now on where it was counted with the others before.
create function rollups.declare_path() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into tracking.counted_names (kind, name, counts_from, is_declared)
  select 'path', new.path, case when exists (
      select from rollups.spans where kind = 'page' and level = 0 and key = '(other)'
      union all select from rollups.deltas where kind = 'page' and key = '(other)'
    ) then clock_timestamp() + interval '5 seconds' else '-infinity' end, true
  where new.path like '/%'
  on conflict (kind, name) do update set is_declared = true;
  return null;
end
$$;
create trigger declare_path after insert or update of path on rollups.steps for each row execute function rollups.declare_path();

-- What was counted so far: the product's own paths, and the names that were seen most, on half of the places. One that
-- was hardly seen is more likely somebody's invention than a page.
insert into tracking.counted_names (kind, name, is_declared)
  select 'path', path, true from rollups.steps where path like '/%' on conflict (kind, name) do update set is_declared = true;
with seen as (
  select 'path' as kind, key as name, n from rollups.spans where kind = 'page' and level = 0
  union all select 'path', key, sign * n from rollups.deltas where kind = 'page'
  union all select 'variant', variant, n from rollups.spans where kind in ('views', 'visitors') and level = 0
  union all select 'variant', variant, sign * n from rollups.deltas where kind in ('page', 'campaign')
), ranked as (
  select kind, name, row_number() over (partition by kind order by sum(n) desc, name) as place
  from seen where name not in ('', '(other)') and not exists (select from tracking.counted_names known where known.kind = seen.kind and known.name = seen.name)
  group by kind, name having sum(n) >= 10
)
insert into tracking.counted_names (kind, name)
  select kind, name from ranked
  where place <= tracking.counted_names_max(kind) / 2 - (select count(*) from tracking.counted_names known where known.kind = ranked.kind and not known.is_declared);

create function rollups.is_counted(of_kind text, counted_name text) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select counted_name in ('', '(other)') or exists (select from tracking.counted_names where kind = of_kind and name = counted_name)
$$;

update rollups.deltas set
  key = case when kind in ('page', 'began', 'bounced') and not rollups.is_counted('path', key) then '(other)' else key end,
  variant = case when not rollups.is_counted('variant', variant) then '(other)' else variant end
where kind in ('page', 'began', 'bounced') and not rollups.is_counted('path', key) or not rollups.is_counted('variant', variant);
with taken as (
  delete from rollups.spans
  where kind in ('page', 'began', 'bounced') and not rollups.is_counted('path', key) or not rollups.is_counted('variant', variant)
  returning *
)
insert into rollups.spans (kind, variant, level, starts_at, key, n, timed, sum_ms, histogram)
  select kind, case when rollups.is_counted('variant', variant) then variant else '(other)' end, level, starts_at,
    case when kind not in ('page', 'began', 'bounced') or rollups.is_counted('path', key) then key else '(other)' end, sum(n), sum(timed), sum(sum_ms), sum(histogram)
  from taken group by 1, 2, 3, 4, 5;
drop function rollups.is_counted(text, text);

-- On the path of every batch of the writer: one pass over the new rows. `offset 0` keeps each expression from being
-- evaluated once an aggregate.
create or replace function rollups.note_new_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  -- A plan that a single view made is kept for batches of thousands: the few names are hashed, not looked up for each.
  set enable_nestloop = off
as $$
begin
  with counted as materialized (
    select starts_at, path, variant, count(*) as n, count(bucket) as timed, coalesce(sum(ms), 0) as sum_ms,
      array_agg(bucket) filter (where bucket is not null) as buckets, min(at) as from_at, max(at) as to_at
    from (
      select date_bin('1 hour', at, timestamptz '2000-01-01Z') as starts_at, *
      from (
        select rollups.time_of(w.id) as at, case when not is_bot and not is_owner and page_path is not null then coalesce(p.name, '(other)') end as path,
          rollups.counted(variant, n.name) as variant, rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
        from new_views w
        left join tracking.counted_names p on p.kind = 'path' and p.name = w.page_path and p.counts_from <= coalesce(w.entered_at, rollups.time_of(w.id))
        left join tracking.counted_names n on n.kind = 'variant' and n.name = w.variant and n.counts_from <= coalesce(w.entered_at, rollups.time_of(w.id))
        offset 0
      ) as views
      where at is not null
    ) as placed
    group by 1, 2, 3
  ), noted as (
    insert into rollups.changed_views (n, from_at, to_at) select sum(n), min(from_at), max(to_at) from counted group by starts_at
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select starts_at, 'page', path, variant, 1, n, timed, sum_ms, buckets from counted where path is not null;
  return null;
end
$$;

create or replace function rollups.note_changed_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select rollups.hour_of(at), 'page', path, variant, sign, count(*), count(bucket), coalesce(sum(ms), 0), array_agg(bucket) filter (where bucket is not null)
    from (
      select sign, rollups.time_of(w.id) as at, coalesce(p.name, '(other)') as path, rollups.counted(variant, n.name) as variant,
        rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
      from (select 1 as sign, n.* from new_views n union all select -1, o.* from old_views o) as w
      left join tracking.counted_names p on p.kind = 'path' and p.name = w.page_path and p.counts_from <= coalesce(w.entered_at, rollups.time_of(w.id))
      left join tracking.counted_names n on n.kind = 'variant' and n.name = w.variant and n.counts_from <= coalesce(w.entered_at, rollups.time_of(w.id))
      where page_path is not null and not is_bot and not is_owner offset 0
    ) as views
    where at is not null group by 1, 3, 4, 5;
  insert into rollups.changed_views (n, ids) select count(*), array_agg(id) from new_views having count(*) > 0;
  return null;
end
$$;

create or replace function rollups.note_deleted_views() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, sum_ms, buckets)
    select rollups.hour_of(at), 'page', path, variant, -1, count(*), count(bucket), coalesce(sum(ms), 0), array_agg(bucket) filter (where bucket is not null)
    from (
      select rollups.time_of(w.id) as at, coalesce(p.name, '(other)') as path, rollups.counted(variant, n.name) as variant,
        rollups.bucket_of(time_spent_seconds) as bucket, (time_spent_seconds * 1000)::bigint as ms
      from old_views w
      left join tracking.counted_names p on p.kind = 'path' and p.name = w.page_path and p.counts_from <= coalesce(w.entered_at, rollups.time_of(w.id))
      left join tracking.counted_names n on n.kind = 'variant' and n.name = w.variant and n.counts_from <= coalesce(w.entered_at, rollups.time_of(w.id))
      where page_path is not null and not is_bot and not is_owner offset 0
    ) as views
    where at is not null group by 1, 3, 4;
  return null;
end
$$;

-- What some visits add to the counts, as deltas: with sign 1 as they are now, with -1 before they change. One that is out adds nothing.
create or replace function rollups.add_contributions(sessions text[], sign int) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with counted as materialized (
    select rollups.hour_of(v.began_at) as starts_at, v.session_id, v.campaign, v.first_id, v.last_id, v.quiz, v.last_step, v.steps, v.dwells, v.answered,
      rollups.counted(v.variant, n.name) as variant, case when v.first_path is not null then coalesce(p.name, '(other)') end as first_path
    -- By the primary key, whatever the planner believes.
    from unnest(sessions) as s (id) cross join lateral (select * from rollups.visits v where v.session_id = s.id offset 0) as v
    left join tracking.counted_names p on p.kind = 'path' and p.name = v.first_path and p.counts_from <= v.began_at
    left join tracking.counted_names n on n.kind = 'variant' and n.name = v.variant and n.counts_from <= v.began_at
    where not v.is_out
  ), lines as (
    select starts_at, variant, 'campaign' as kind, campaign as key, null::smallint as step, null::smallint as bucket
      from counted where first_id is not null or session_id not like 'erased\_%'
    union all
    select starts_at, variant, 'began', first_path, null, null from counted where first_path is not null
    union all
    select starts_at, variant, 'bounced', first_path, null, null from counted where first_path is not null and first_id = last_id
    union all
    select starts_at, variant, 'quiz', '', null, quiz from counted where quiz is not null
    union all
    select starts_at, variant, case when r.step = last_step then 'left' else 'stayed' end, null, r.step, r.dwell from counted cross join unnest(steps, dwells) as r (step, dwell)
    union all
    select starts_at, variant, 'answered', null, a.step, null from counted cross join unnest(answered) as a (step) where a.step = any (steps)
  ), sums as (
    select starts_at, kind, key, step, variant, count(*) as n, count(bucket) as timed, array_agg(bucket) filter (where bucket is not null) as buckets
    from lines group by 1, 2, 3, 4, 5
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n, timed, buckets)
  select starts_at, kind, coalesce(sums.key, s.key), variant, sign, n, timed, buckets from sums left join rollups.steps s on s.id = sums.step
$$;

create or replace function rollups.add_answers(answers rollups.told_answer[], sign int) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with told as (
    select rollups.hour_of(created_at) as starts_at, rollups.counted(variant, known.name) as variant, question_key, answer_value, count(*) as n
    from unnest(answers) as given left join tracking.counted_names known on known.kind = 'variant' and known.name = given.variant and known.counts_from <= given.created_at
    group by 1, 2, 3, 4
  )
  insert into rollups.deltas (starts_at, kind, key, variant, sign, n)
  select starts_at, 'answer', question_key || ' ' || option, variant, sign, sum(n) from told, rollups.options_of(answer_value) as option group by 1, 3, 4
  union all
  select starts_at, 'asked', question_key, variant, sign, sum(n) from told where answer_value not in ('', '[]') group by 1, 3, 4
$$;
