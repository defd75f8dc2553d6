-- A confirmation that the owner dismissed is not missing any more (src/health/findings.ts).
CREATE INDEX "deliveries_dismissed_idx" ON "funnel"."deliveries" ("order_id") WHERE "dismissed_at" IS NOT NULL;
