create or replace view analytics.orders as
  select order_id, session_id, began_at, paid_at, nullif(variant, '') as variant, nullif(campaign, '') as campaign, plan,
    gross_cents, refunded_cents, gross_cents - refunded_cents as net_cents, currency
  from rollups.sales;

comment on view analytics.orders is 'One row per order. Sandbox orders and those of marked visits are left out.';
comment on column analytics.orders.order_id is 'The order.';
comment on column analytics.orders.session_id is 'The visit that bought. Identifies nobody without the funnel''s own tables. NULL once its page views are older than what is kept, or its buyer is erased.';
comment on column analytics.orders.began_at is 'When the visit began.';
comment on column analytics.orders.paid_at is 'When it was paid.';
comment on column analytics.orders.variant is 'The variant that the visitor saw. NULL for none.';
comment on column analytics.orders.campaign is 'The campaign that first led here (utm_campaign). NULL for none.';
comment on column analytics.orders.plan is 'The plan that was bought.';
comment on column analytics.orders.gross_cents is 'Paid, in cents.';
comment on column analytics.orders.refunded_cents is 'Refunded, in cents.';
comment on column analytics.orders.net_cents is 'gross_cents minus refunded_cents.';
comment on column analytics.orders.currency is 'Currency of the cents: an ISO 4217 code in lower case.';
