create or replace function analytics.lesson_completion(from_time timestamptz, to_time timestamptz, only_variant text default null)
  returns table (lesson text, sent bigint, done bigint, completion float8)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with lessons as (
    -- Courses from before plans were stored have an order of weeks, and lessons named after their day.
    select d.order_id, d.place, coalesce(c.lesson_ids[d.place],
      'day-' || lpad(((c.week_order[(d.place + 6) / 7] - 1) * 7 + (d.place - 1) % 7 + 1)::text, 2, '0')) as lesson
    from funnel.deliveries d join funnel.courses c on c.order_id = d.order_id
    where d.kind = 'lesson' and d.status = 'sent' and d.sent_at >= from_time and d.sent_at < to_time
      -- The stored lessons of a person who was erased are no longer the ones that were sent.
      and c.stop_reason is distinct from 'erased'
  )
  select l.lesson, count(*), count(m.place), count(m.place)::float8 / count(*)
  from lessons l join rollups.sales s on s.order_id = l.order_id
  left join lateral rollups.name_at('variant', s.variant, s.began_at) n on true
  left join funnel.lesson_marks m on m.order_id = l.order_id and m.place = l.place
  where l.lesson is not null and (only_variant is null or rollups.counted_name(s.variant, n.name) = only_variant)
  group by 1 order by 1 limit 200
$$;
