create or replace view analytics.conversion_daily as
  select d.day, c.key as variant, c.visitors, c.buyers, c.conversion, c.orders, c.gross_cents, c.refunded_cents, c.net_cents, c.currency
  from rollups.days d cross join lateral analytics.conversion(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC', 'variant') c;

comment on view analytics.conversion_daily is 'Conversion and revenue of the visitors of a day (UTC), whenever they paid, by variant. Sandbox orders are left out.';
comment on column analytics.conversion_daily.day is 'Day (UTC) on which the visit began.';
comment on column analytics.conversion_daily.variant is 'The variant that was shown. Empty for none.';
