-- The payment that an event is about, so that refunds and disputes told before their order wait for it.
ALTER TABLE "funnel"."payment_events" ADD COLUMN "payment_id" TEXT;
CREATE INDEX "payment_events_unclaimed_idx" ON "funnel"."payment_events" ("payment_id") WHERE "outcome" = 'unknown_checkout' AND "payment_id" IS NOT NULL;

-- Every dispute about an order's payment, as the provider last told it.
CREATE TABLE "funnel"."disputes" (
    -- The provider's id.
    "id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    -- The provider's own word: an unknown one is kept, and counts as open.
    "status" TEXT NOT NULL,
    -- When the provider said so.
    "told_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "disputes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "disputes_order_id_idx" ON "funnel"."disputes" ("order_id");

-- How often the buyer has corrected the address.
ALTER TABLE "funnel"."orders" ADD COLUMN "address_changes" INTEGER NOT NULL DEFAULT 0;

-- Checkouts of the version before are looked at, too.
UPDATE "funnel"."checkouts" SET "next_look_at" = CURRENT_TIMESTAMP WHERE "status" IN ('creating', 'open', 'processing');
