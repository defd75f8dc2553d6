-- The mail that a delayed payment failed belongs to a checkout: there is no order.
ALTER TABLE "funnel"."deliveries"
    ADD COLUMN "checkout_id" UUID,
    ADD CONSTRAINT "deliveries_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "funnel"."checkouts" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "deliveries_checkout_check" CHECK (("checkout_id" IS NOT NULL) = ("kind" = 'payment_failed'));
-- It is sent once.
CREATE UNIQUE INDEX "deliveries_one_checkout" ON "funnel"."deliveries" ("checkout_id") WHERE "checkout_id" IS NOT NULL;

-- Both checks are extended by what they lack, whatever they hold by now.
DO $$
DECLARE
  known TEXT;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
  WHERE conrelid = '"funnel"."deliveries"'::regclass AND conname = 'deliveries_kind_check';
  ALTER TABLE "funnel"."deliveries" DROP CONSTRAINT "deliveries_kind_check";
  EXECUTE format('ALTER TABLE "funnel"."deliveries" ADD CONSTRAINT "deliveries_kind_check" CHECK (%s OR "kind" = ''payment_failed'')', known);

  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
  WHERE conrelid = '"funnel"."deliveries"'::regclass AND conname = 'deliveries_order_check';
  ALTER TABLE "funnel"."deliveries" DROP CONSTRAINT "deliveries_order_check";
  EXECUTE format('ALTER TABLE "funnel"."deliveries" ADD CONSTRAINT "deliveries_order_check" CHECK (%s OR "checkout_id" IS NOT NULL)', known);
END
$$;
