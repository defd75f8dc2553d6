-- Merges the funnel's rows of some sessions into their visits and sales. Writes to no table of the funnel.
create or replace function rollups.merge_sessions(sessions text[]) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
  -- Always by key: a sequential scan would read all of `sessions` for each row.
  set enable_seqscan = off
as $$
declare
  since constant timestamptz := (select kept_since from rollups.retention);
  -- Orders of forgotten visits and of erased people stay where they were counted.
  kept rollups.sales[];
begin
  insert into rollups.visits as v (session_id, began_at, variant, campaign, answered, excluded)
  select session_id, min(created_at), rollups.variant_of(min(variant)), coalesce(min(campaign), ''),
    coalesce(array_agg(step order by step) filter (where step is not null), '{}'), bool_or(not_counted)
  from (
    select s.id as session_id, s.created_at, s.variant, s.utm ->> 'campaign' as campaign, s.not_counted, null::smallint as step
    from unnest(sessions) as given (id) cross join lateral (select * from funnel.sessions s where s.id = given.id offset 0) as s
    -- The visit of an erased person has another id than the session.
    where s.id not like 'erased\_%' and (s.created_at >= since or exists (select from rollups.visits v where v.session_id = s.id))
    union all
    select r.session_id, null, null, null, null, st.id
    from unnest(sessions) as given (id) cross join lateral (select * from funnel.responses r where r.session_id = given.id offset 0) as r
    join rollups.steps st on st.question_key = r.question_key
    where r.answer_value not in ('', '[]')
  ) as known
  group by session_id having count(created_at) > 0
  on conflict (session_id) do update set
    -- A visitor who returns after the visit was forgotten begins another one.
    began_at = case when excluded.began_at < since then v.began_at else least(v.began_at, excluded.began_at) end,
    variant = coalesce(nullif(v.variant, ''), excluded.variant),
    -- What was known about a session that retention deleted stays counted.
    campaign = case when v.session_forgotten then v.campaign else excluded.campaign end,
    answered = case when v.session_forgotten then v.answered else excluded.answered end,
    excluded = v.excluded or excluded.excluded;
  -- A session that the funnel deleted and that never had a view leaves no visit.
  delete from rollups.visits v where v.session_id = any (sessions) and v.first_id is null and not exists (select from funnel.sessions s where s.id = v.session_id);

  kept := array(select s from rollups.sales s join funnel.orders o on o.id = s.order_id where o.session_id = any (sessions) and s.session_id is null);
  -- Also by order, because kept sales name no session.
  delete from rollups.sales where session_id = any (sessions) or order_id in (select o.id from funnel.orders o where o.session_id = any (sessions));
  insert into rollups.sales
  select o.id, case when f.order_id is null then v.session_id end, coalesce(f.began_at, v.began_at, s.created_at), o.paid_at,
    coalesce(f.variant, v.variant, rollups.variant_of(s.variant)), coalesce(f.campaign, v.campaign, s.utm ->> 'campaign', ''),
    o.plan, o.currency, o.amount_cents, o.refunded_cents,
    row_number() over (partition by o.session_id order by o.paid_at, o.id) = 1,
    row_number() over (partition by o.session_id, o.plan order by o.paid_at, o.id) = 1
  from funnel.sessions s join funnel.orders o on o.session_id = s.id
  left join rollups.visits v on v.session_id = s.id
  left join unnest(kept) as f on f.order_id = o.id
  where s.id = any (sessions) and (o.livemode or s.seeded) and (f.order_id is not null or not coalesce(v.excluded, s.not_counted));
  update rollups.visits v set bought = true
  where v.session_id = any (sessions) and not v.bought and exists (select from rollups.sales s where s.session_id = v.session_id);
end
$$;
