-- What the owner is told about (src/health/findings.ts) is looked for among all orders, courses and mails every five minutes.
CREATE INDEX "deliveries_confirmed_idx" ON "funnel"."deliveries" ("order_id") WHERE "kind" = 'confirmation' AND "status" = 'sent';
CREATE INDEX "courses_stopped_idx" ON "funnel"."courses" ("stop_reason") WHERE "status" = 'stopped';
CREATE INDEX "orders_disputes_idx" ON "funnel"."orders" ("disputed_at") WHERE "dispute_status" LIKE '%needs_response';
