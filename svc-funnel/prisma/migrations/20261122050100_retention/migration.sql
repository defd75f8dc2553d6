-- Sessions are looked through by age, once a day.
CREATE INDEX "sessions_created_at_idx" ON "funnel"."sessions" ("created_at", "id");

-- Payment events that still hold more than ids, amounts, states and times.
CREATE INDEX "payment_events_whole_idx" ON "funnel"."payment_events" ("received_at") WHERE "payload" NOT LIKE '%"erased":true}';
