-- Columns are called what they hold: the time of the provider's event, the sum of refunds that the provider reported, the
-- next time at which a checkout is reconciled with the provider, and when the owner was alerted.
ALTER TABLE "funnel"."checkouts" RENAME COLUMN "next_look_at" TO "next_reconcile_at";
ALTER INDEX "funnel"."checkouts_next_look_at_idx" RENAME TO "checkouts_next_reconcile_at_idx";

ALTER TABLE "funnel"."orders" RENAME COLUMN "refund_told_cents" TO "refund_reported_cents";
ALTER TABLE "funnel"."orders" RENAME COLUMN "refund_told_at" TO "refund_provider_event_at";
ALTER TABLE "funnel"."orders" RENAME CONSTRAINT "orders_refund_told_check" TO "orders_refund_reported_check";

ALTER TABLE "funnel"."disputes" RENAME COLUMN "told_at" TO "provider_event_at";
ALTER TABLE "funnel"."failed_refunds" RENAME COLUMN "told_at" TO "provider_event_at";

ALTER TABLE "funnel"."owner_findings" RENAME COLUMN "told_at" TO "alerted_at";
