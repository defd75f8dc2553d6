create or replace function analytics.conversion(from_time timestamptz, to_time timestamptz, by_what text default 'variant', only_variant text default null)
  returns table (key text, visitors bigint, buyers bigint, conversion float8, orders bigint, gross_cents bigint, refunded_cents bigint, net_cents bigint, currency text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
#variable_conflict use_column
begin
  if by_what = 'day' then
    return query select * from analytics.conversion_by_day(from_time, to_time, 'UTC', only_variant);
    return;
  elsif by_what not in ('variant', 'campaign', 'plan') then
    raise exception 'by_what must be variant, campaign, plan or day' using errcode = 'invalid_parameter_value';
  end if;
  return query
  with visits as materialized (
    select k.variant as key, s.n
    from (select v.variant from rollups.known_variants() v where only_variant is null or v.variant = only_variant) as k
    cross join lateral rollups.aggregates('{visitors}', from_time, to_time, k.variant) s
    where by_what = 'variant'
    union all
    select s.key, s.n from rollups.aggregates('{campaign}', from_time, to_time, only_variant) s where by_what = 'campaign'
  ), everyone as (
    select sum(s.n) as n from rollups.aggregates('{visitors}', from_time, to_time, only_variant) s where by_what = 'plan'
  ), sales as (
    select case by_what when 'variant' then rollups.counted_name(s.variant, n.name) when 'campaign' then s.campaign else s.plan end as key, s.currency,
      count(*) filter (where case by_what when 'plan' then s.is_first_of_plan else s.is_first end) as buyers,
      count(*) as orders, sum(s.gross_cents) as gross, sum(s.refunded_cents) as refunded
    from rollups.sales s left join lateral rollups.name_at('variant', s.variant, s.began_at) n on true
    where s.began_at >= rollups.first_hour(from_time) and s.began_at < rollups.first_hour(to_time)
      and (only_variant is null or rollups.counted_name(s.variant, n.name) = only_variant)
    group by 1, 2
  ), rows as (
    select coalesce(v.key, s.key) as key, coalesce(v.n, e.n, 0)::bigint as visitors, coalesce(s.buyers, 0) as buyers, coalesce(s.orders, 0) as orders,
      coalesce(s.gross, 0)::bigint as gross, coalesce(s.refunded, 0)::bigint as refunded,
      coalesce(s.currency, (select l.currency from rollups.sales l order by l.began_at desc limit 1)) as currency
    from visits v full join sales s on s.key = v.key left join everyone e on true
  ), ranked as (
    select row_number() over (order by r.gross desc, r.visitors desc, r.key) as place, r.* from rows r
  ), limited as (
    select case when r.place <= 200 then r.key else '(other)' end as key, sum(r.visitors)::bigint as visitors, sum(r.buyers)::bigint as buyers, sum(r.orders)::bigint as orders,
      sum(r.gross)::bigint as gross, sum(r.refunded)::bigint as refunded, r.currency
    from ranked r group by 1, r.currency, case when r.place <= 200 then r.place end
  )
  select r.key, r.visitors, r.buyers, r.buyers::float8 / nullif(r.visitors, 0), r.orders, r.gross, r.refunded, r.gross - r.refunded, r.currency
  from limited r
  order by r.gross desc, r.visitors desc, r.key;
end
$$;
