create or replace view analytics.conversion_daily as
  select d.day, c.key as variant, c.visitors, c.buyers, c.conversion, c.orders, c.gross_cents, c.refunded_cents, c.net_cents, c.currency
  from rollups.days d cross join lateral analytics.conversion(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC', 'variant') c;

comment on view analytics.conversion_daily is 'Conversion and revenue of the visitors of a day (UTC), whenever they paid, by variant. Sandbox orders are left out.';
comment on column analytics.conversion_daily.day is 'Day (UTC) on which the visit began.';
comment on column analytics.conversion_daily.variant is 'The variant that was shown. Empty for none.';
comment on column analytics.conversion_daily.visitors is 'Visits that began on the day.';
comment on column analytics.conversion_daily.buyers is 'Those of them with an order.';
comment on column analytics.conversion_daily.conversion is 'buyers as a share (0 to 1) of visitors. NULL when there were none.';
comment on column analytics.conversion_daily.orders is 'Their orders.';
comment on column analytics.conversion_daily.gross_cents is 'What they paid, in cents.';
comment on column analytics.conversion_daily.refunded_cents is 'What they were given back, in cents.';
comment on column analytics.conversion_daily.net_cents is 'gross_cents less refunded_cents.';
comment on column analytics.conversion_daily.currency is 'Of the cents, by ISO 4217 in small letters.';
