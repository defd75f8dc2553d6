-- A withdrawal may name any address that the buyer gave.
CREATE INDEX "orders_funnel_email_idx" ON "funnel"."orders" (lower("funnel_email"));
CREATE INDEX "orders_form_email_idx" ON "funnel"."orders" (lower("form_email"));
