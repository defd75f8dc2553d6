create or replace function analytics.conversion_by_day(from_time timestamptz, to_time timestamptz, zone text default 'UTC', only_variant text default null)
  returns table (key text, visitors bigint, buyers bigint, conversion float8, orders bigint, gross_cents bigint, refunded_cents bigint, net_cents bigint, currency text)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
  with days as (
    select to_char(day, 'YYYY-MM-DD') as key
    from generate_series(date_trunc('day', from_time at time zone zone), least(to_time - interval '1 microsecond', now()) at time zone zone, '1 day') as day
  ), visits as (
    select to_char(h.starts_at at time zone zone, 'YYYY-MM-DD') as key, sum(h.n) as n from rollups.hourly_totals('visitors', from_time, to_time, only_variant) h group by 1
  ), sales as (
    select to_char(h.starts_at at time zone zone, 'YYYY-MM-DD') as key, h.currency, sum(h.buyers)::bigint as buyers, sum(h.orders)::bigint as orders, sum(h.gross) as gross, sum(h.refunded) as refunded
    from (
      select rollups.hour_of(s.began_at) as starts_at, s.currency, count(*) filter (where s.is_first) as buyers,
        count(*) as orders, sum(s.gross_cents) as gross, sum(s.refunded_cents) as refunded
      from rollups.sales s left join lateral rollups.name_at('variant', s.variant, s.began_at) v on true
      where s.began_at >= rollups.first_hour(from_time) and s.began_at < rollups.first_hour(to_time)
        and (only_variant is null or rollups.counted_name(s.variant, v.name) = only_variant)
      group by 1, 2
    ) as h
    group by 1, 2
  )
  select d.key, coalesce(v.n, 0)::bigint, coalesce(s.buyers, 0), coalesce(s.buyers, 0)::float8 / nullif(v.n, 0), coalesce(s.orders, 0),
    coalesce(s.gross, 0)::bigint, coalesce(s.refunded, 0)::bigint, (coalesce(s.gross, 0) - coalesce(s.refunded, 0))::bigint,
    coalesce(s.currency, (select l.currency from rollups.sales l order by l.began_at desc limit 1))
  from days d left join visits v using (key) left join sales s using (key)
  order by d.key
$$;

comment on function analytics.conversion_by_day(timestamptz, timestamptz, text, text) is
  'Like analytics.conversion, by the day on which visits began, in a time zone of your choice. Days without visits are included with 0, future days are not.';
