-- The funnel's steps, as the product's table says them. The migration program keeps them in step with it.
create table rollups.steps (
  -- Kept by visits, so that steps may move and be renamed.
  id smallint generated always as identity primary key,
  key text not null unique,
  path text not null unique,
  title text not null,
  question_key text,
  -- Order on the way. NULL for a step that no longer exists.
  place int,
  is_on_way boolean not null
);
comment on column rollups.steps.is_on_way is 'Leads on or is led to. Legal pages and what mails lead to are not on the way.';

-- One row a visit, which is a session as page views and the funnel know it together.
create table rollups.visits (
  session_id text primary key,
  -- The first page view's time, or when the funnel first heard of the session if that was earlier.
  began_at timestamptz not null,
  first_id uuid,
  first_path text,
  last_id uuid,
  last_step_id uuid,
  last_step smallint,
  variant text not null default '',
  campaign text not null default '',
  -- Steps reached, and the longest visible time on each as a bucket; NULL while none is known.
  steps smallint[] not null default '{}',
  dwells smallint[] not null default '{}',
  -- Those on the numbered questions added up, as a bucket; NULL while none is known.
  quiz smallint,
  -- Steps whose question has an answer.
  answered smallint[] not null default '{}',
  is_out boolean not null default false
);
comment on table rollups.visits is 'One row a visit: where it began, how far it came, how long it stayed.';
comment on column rollups.visits.is_out is 'A known crawler''s or marked by the owner: in no count.';
create index visits_began_at_idx on rollups.visits (began_at);

-- Orders with what they are counted by.
create table rollups.sales (
  order_id uuid primary key,
  -- NULL once the visit is forgotten.
  session_id text,
  began_at timestamptz not null,
  paid_at timestamptz not null,
  variant text not null,
  campaign text not null,
  plan text not null,
  currency text not null,
  gross_cents bigint not null,
  refunded_cents bigint not null,
  -- The visitor's first one of all, and of this plan.
  is_first boolean not null,
  is_first_of_plan boolean not null
);
comment on table rollups.sales is 'Orders that count: neither sandbox orders (but seeded ones) nor those of visits that are out.';
create index sales_began_at_idx on rollups.sales (began_at);
create index sales_session_id_idx on rollups.sales (session_id);

create table rollups.retention (kept_since timestamptz not null);
insert into rollups.retention values ('1970-01-01Z');
comment on table rollups.retention is 'One row. Visits that ended before this moment are forgotten; what tells of earlier makes no visit again.';

create table rollups.changed_sessions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  session_id text not null
);
comment on table rollups.changed_sessions is 'Sessions whose visits are not brought up to date yet, because the funnel heard something of them.';

create function rollups.note_told_sessions() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('insert into rollups.changed_sessions (session_id) select distinct %I from new_rows', tg_argv[0]);
  return null;
end
$$;

-- What was taken back from sessions that are still there.
create function rollups.note_deprived_sessions() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rollups.changed_sessions (session_id)
  select distinct o.session_id from old_rows o join funnel.sessions s on s.id = o.session_id;
  return null;
end
$$;

-- Sessions that are gone, or go by another id: their visits are looked at once more. Of those that have none, because a
-- person was erased, nothing stays behind.
create function rollups.note_gone_sessions() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from rollups.changed_sessions c using old_rows o where c.session_id = o.id and not exists (select from funnel.sessions s where s.id = o.id);
  insert into rollups.changed_sessions (session_id)
  select v.session_id from old_rows o join rollups.visits v on v.session_id = o.id where not exists (select from funnel.sessions s where s.id = o.id);
  return null;
end
$$;

create trigger note_inserted after insert on funnel.sessions referencing new table as new_rows for each statement execute function rollups.note_told_sessions('id');
create trigger note_updated after update on funnel.sessions referencing new table as new_rows for each statement execute function rollups.note_told_sessions('id');
create trigger note_renamed after update on funnel.sessions referencing old table as old_rows for each statement execute function rollups.note_gone_sessions();
create trigger note_deleted after delete on funnel.sessions referencing old table as old_rows for each statement execute function rollups.note_gone_sessions();
create trigger note_inserted after insert on funnel.responses referencing new table as new_rows for each statement execute function rollups.note_told_sessions('session_id');
create trigger note_updated after update on funnel.responses referencing new table as new_rows for each statement execute function rollups.note_told_sessions('session_id');
create trigger note_deleted after delete on funnel.responses referencing old table as old_rows for each statement execute function rollups.note_deprived_sessions();
create trigger note_inserted after insert on funnel.orders referencing new table as new_rows for each statement execute function rollups.note_told_sessions('session_id');
create trigger note_updated after update on funnel.orders referencing new table as new_rows for each statement execute function rollups.note_told_sessions('session_id');
create trigger note_deleted after delete on funnel.orders referencing old table as old_rows for each statement execute function rollups.note_deprived_sessions();

-- What some visits add to the counts, as deltas: with sign 1 as they are now, with -1 before they change. One that is out adds nothing.
create function rollups.add_contributions(sessions text[], sign int) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  with counted as materialized (
    select rollups.hour_of(v.began_at) as starts_at, v.*
    -- By the primary key, whatever the planner believes.
    from unnest(sessions) as s (id) cross join lateral (select * from rollups.visits v where v.session_id = s.id offset 0) as v
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

create type rollups.seen_view as (session_id text, id uuid, page_path text, variant text, is_out boolean, step smallint, dwell smallint);

-- The page views that are meant: by their ids, and all between some times.
create function rollups.seen_views(ids uuid[], ranges tstzmultirange) returns setof rollups.seen_view
  language sql stable
  set search_path = pg_catalog, pg_temp
  -- By the primary key, however many there are.
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select v.session_id, v.id, v.page_path, rollups.variant_of(v.variant), v.is_bot or v.is_owner, s.id, rollups.bucket_of(v.time_spent_seconds)
  from (
    select p.* from unnest(ids) as changed (id) join tracking.page_views p on p.id = changed.id
    union all
    -- A limit, so that each range is read by the primary key.
    select p.* from unnest(ranges) as r cross join lateral (
      select * from tracking.page_views where id >= rollups.least_id(lower(r)) and id < rollups.least_id(upper(r) + interval '1 millisecond') limit 100000000
    ) as p
  ) as v
  left join rollups.steps s on s.path = v.page_path and s.is_on_way
  where v.session_id is not null and v.page_path is not null and rollups.time_of(v.id) is not null
    and v.id >= (select rollups.least_id(kept_since) from rollups.retention)
$$;

-- What page views tell of their visits, merged into what is known. The order of the views and seeing one twice change nothing.
create function rollups.merge_views(views rollups.seen_view[]) returns void
  language sql
  set search_path = pg_catalog, pg_temp
as $$
  -- Ids as text compare as they do themselves, and carry along what belongs to the least and the greatest of them.
  with steps as (
    select session_id, step, max(dwell) as dwell, min(id || page_path) as first, max(id) as last, min(nullif(variant, '')) as variant, bool_or(is_out) as is_out
    from (
      select session_id collate "C" as session_id, step, dwell, id::text collate "C" as id, page_path collate "C" as page_path, variant collate "C" as variant, is_out from unnest(views)
      union all
      select session_id collate "C", r.step, r.dwell, null, null, null, false
      from rollups.visits, unnest(steps, dwells) as r (step, dwell) where session_id = any (array(select distinct session_id from unnest(views)))
    ) as both_sides
    group by 1, 2
  )
  insert into rollups.visits as v (session_id, began_at, first_id, first_path, last_id, last_step_id, last_step, variant, steps, dwells, quiz, is_out)
  select session_id, rollups.time_of(left(min(first), 36)::uuid), left(min(first), 36)::uuid, substr(min(first), 37), max(last)::uuid,
    (max(last) filter (where step is not null))::uuid, (array_agg(step order by last desc) filter (where step is not null and last is not null))[1],
    coalesce(min(variant), ''), coalesce(array_agg(step order by step) filter (where step is not null), '{}'), coalesce(array_agg(dwell order by step) filter (where step is not null), '{}'),
    rollups.bucket_of((sum(rollups.bucket_middle(dwell)) filter (where step = any (array(select id from rollups.steps where question_key ~ '^q[0-9]+$'))))::real),
    bool_or(is_out)
  from steps group by session_id
  on conflict (session_id) do update set
    began_at = least(v.began_at, excluded.began_at),
    first_path = case when v.first_id < excluded.first_id then v.first_path else excluded.first_path end,
    first_id = least(v.first_id, excluded.first_id),
    last_id = greatest(v.last_id, excluded.last_id),
    last_step = case when excluded.last_step_id is null or v.last_step_id > excluded.last_step_id then v.last_step else excluded.last_step end,
    last_step_id = greatest(v.last_step_id, excluded.last_step_id),
    variant = coalesce(least(nullif(v.variant, '') collate "C", nullif(excluded.variant, '') collate "C"), ''),
    steps = excluded.steps, dwells = excluded.dwells, quiz = excluded.quiz,
    is_out = v.is_out or excluded.is_out
$$;

-- What the funnel knows of some sessions, merged into their visits; a mark on one side reaches the other.
create function rollups.merge_sessions(sessions text[]) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
  -- By their keys, however many there are: any scan would look through all of `sessions` for each row.
  set enable_seqscan = off
as $$
declare
  since constant timestamptz := (select kept_since from rollups.retention);
  -- Orders of visits that are forgotten keep their place in the counts.
  settled rollups.sales[];
begin
  insert into rollups.visits as v (session_id, began_at, variant, campaign, answered, is_out)
  select session_id, min(created_at), rollups.variant_of(min(variant)), coalesce(min(campaign), ''),
    coalesce(array_agg(step order by step) filter (where step is not null), '{}'), bool_or(not_counted)
  from (
    select s.id as session_id, s.created_at, s.variant, s.utm ->> 'campaign' as campaign, s.not_counted, null::smallint as step
    from unnest(sessions) as one (id) cross join lateral (select * from funnel.sessions s where s.id = one.id offset 0) as s
    where (s.created_at >= since or exists (select from rollups.visits known where known.session_id = s.id))
    union all
    select r.session_id, null, null, null, null, st.id
    from unnest(sessions) as one (id) cross join lateral (select * from funnel.responses r where r.session_id = one.id offset 0) as r
    join rollups.steps st on st.question_key = r.question_key
    where r.answer_value not in ('', '[]')
  ) as told
  group by session_id having count(created_at) > 0
  on conflict (session_id) do update set
    -- Who comes back after the visit is forgotten begins another one.
    began_at = case when excluded.began_at < since then v.began_at else least(v.began_at, excluded.began_at) end,
    variant = coalesce(nullif(v.variant, ''), excluded.variant),
    campaign = excluded.campaign, answered = excluded.answered,
    is_out = v.is_out or excluded.is_out;
  -- A session that the funnel forgot and that never had a view is nobody's any more.
  delete from rollups.visits v where v.session_id = any (sessions) and v.first_id is null and not exists (select from funnel.sessions s where s.id = v.session_id);
  update funnel.sessions s set not_counted = true
  from rollups.visits v where v.session_id = any (sessions) and s.id = v.session_id and v.is_out and not s.not_counted;

  settled := array(select s from rollups.sales s join funnel.orders o on o.id = s.order_id where o.session_id = any (sessions) and s.session_id is null);
  -- An order may have moved to another session: that of a person who was erased goes by another id.
  delete from rollups.sales where session_id = any (sessions) or order_id in (select o.id from funnel.orders o where o.session_id = any (sessions));
  insert into rollups.sales
  select o.id, case when f.order_id is null then v.session_id end, coalesce(f.began_at, v.began_at, s.created_at), o.paid_at,
    coalesce(f.variant, v.variant, rollups.variant_of(s.variant)), coalesce(f.campaign, v.campaign, s.utm ->> 'campaign', ''),
    o.plan, o.currency, o.amount_cents, o.refunded_cents,
    row_number() over (partition by o.session_id order by o.paid_at, o.id) = 1,
    row_number() over (partition by o.session_id, o.plan order by o.paid_at, o.id) = 1
  from funnel.sessions s join funnel.orders o on o.session_id = s.id
  left join rollups.visits v on v.session_id = s.id
  left join unnest(settled) as f on f.order_id = o.id
  where s.id = any (sessions) and (o.livemode or s.seeded) and (f.order_id is not null or not coalesce(v.is_out, s.not_counted));
end
$$;

-- Takes changed views, about so many, and changed sessions, and brings their visits up to date. Answers how many it took.
create function rollups.fold_visits(take int) returns int
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set work_mem = '64MB'
as $$
declare
  ids uuid[];
  ranges tstzmultirange;
  seen rollups.seen_view[];
  told text[];
  touched text[];
  taken int;
begin
  with numbered as (
    select id, sum(n) over (order by id) - n as before from rollups.changed_views
  ), batch as (
    delete from rollups.changed_views c where c.id in (select id from numbered where before < take) returning *
  )
  select (select array_agg(distinct one) from batch b, unnest(b.ids) as one), range_agg(tstzrange(from_at, to_at, '[]')) filter (where from_at is not null), count(*)
  into ids, ranges, taken from batch;
  with batch as (
    delete from rollups.changed_sessions where id in (select id from rollups.changed_sessions order by id limit take) returning session_id
  )
  select array_agg(distinct session_id), taken + count(*) into told, taken from batch;
  if taken = 0 then return 0; end if;
  select array_agg(v) into seen from rollups.seen_views(ids, ranges) v;
  touched := array(select session_id from unnest(seen) union select unnest(told));
  perform rollups.add_contributions(touched, -1);
  perform rollups.merge_views(seen);
  perform rollups.merge_sessions(touched);
  perform rollups.add_contributions(touched, 1);
  return taken;
end
$$;

-- One turn of the roller, in its own transaction. Answers how much it took: nothing while another one is at it.
create function rollups.fold(take_views int default 20000, take_deltas int default 5000) returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  visits int;
  deltas int;
begin
  if not pg_try_advisory_xact_lock(hashtext('rollups.fold')) then return 0; end if;
  visits := rollups.fold_visits(take_views);
  deltas := rollups.fold_deltas(take_deltas);
  -- First all that was waiting: what is added before a span is built need not be added to it.
  if deltas < take_deltas then perform rollups.build_larger_spans(); end if;
  return visits + deltas;
end
$$;
comment on function rollups.fold(int, int) is 'Brings sums up to date: some thousand changes a call. Called every second or so by the service; two at once do not disturb each other.';

-- Of a person who is forgotten: the visit stays, leads to nobody, and no longer says where it came from.
create function rollups.rename_visit(old_session text, new_session text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  -- Not while a turn of the roller may still write the old one.
  perform pg_advisory_xact_lock(hashtext('rollups.fold'));
  perform rollups.add_contributions(array[old_session], -1);
  update rollups.visits set session_id = new_session, campaign = '' where session_id = old_session;
  perform rollups.add_contributions(array[new_session], 1);
  update rollups.sales set session_id = new_session, campaign = '' where session_id = old_session;
end
$$;

-- Visits go with the page views that they are made of: what they added to the sums stays, and the session is named nowhere.
create function rollups.forget_visits(keep_months int, at_most int default 5000) returns int
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  bound constant timestamptz := (date_trunc('month', now() at time zone 'UTC') - make_interval(months => keep_months)) at time zone 'UTC';
  forgotten text[];
begin
  if keep_months not between 3 and 1200 then
    raise exception 'keep_months must be from 3 to 1200' using errcode = 'invalid_parameter_value';
  end if;
  -- Not while a turn of the roller may still write one.
  perform pg_advisory_xact_lock(hashtext('rollups.fold'));
  update rollups.retention set kept_since = bound where kept_since < bound;
  forgotten := array(
    select session_id from rollups.visits
    where began_at < bound and (last_id is null or last_id < rollups.least_id(bound)) order by began_at limit at_most);
  update rollups.sales set session_id = null where session_id = any (forgotten);
  delete from rollups.visits where session_id = any (forgotten);
  return cardinality(forgotten);
end
$$;
comment on function rollups.forget_visits(int, int) is 'Forgets visits without a page view since keep_months full months before the current one (UTC), some thousand a call. Answers how many. The sums stay.';

-- Of sessions that were made up and are removed again: their visits and all that they added.
create function rollups.remove_visits(sessions text[]) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtext('rollups.fold'));
  perform rollups.add_contributions(sessions, -1);
  delete from rollups.sales where session_id = any (sessions);
  delete from rollups.visits where session_id = any (sessions);
end
$$;

insert into rollups.changed_sessions (session_id) select id from funnel.sessions;
