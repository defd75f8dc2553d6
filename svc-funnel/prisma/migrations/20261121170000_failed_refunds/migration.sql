-- What the provider told last about all refunds of a payment together. What was given back follows from it and from those that failed.
ALTER TABLE "funnel"."orders"
    ADD COLUMN "refund_told_cents" INTEGER NOT NULL DEFAULT 0,
    -- When the provider said so; null before the first word, and for what was told to the version before.
    ADD COLUMN "refund_told_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "orders_refund_told_check" CHECK ("refund_told_cents" BETWEEN 0 AND "amount_cents");

UPDATE "funnel"."orders" SET "refund_told_cents" = "refunded_cents";

-- Refunds that did not reach the buyer: the money is here again.
CREATE TABLE "funnel"."failed_refunds" (
    -- The provider's id of the refund.
    "id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- When the owner said that it is settled in another way.
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "failed_refunds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "failed_refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "failed_refunds_order_id_idx" ON "funnel"."failed_refunds" ("order_id");
