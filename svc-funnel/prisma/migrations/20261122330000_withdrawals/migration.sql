-- Declarations of withdrawal, as they were made. One that names no order of ours is kept for the owner and forgotten later.
CREATE TABLE "funnel"."withdrawals" (
    "id" UUID NOT NULL,
    "order_id" UUID,
    "name" TEXT NOT NULL,
    -- The order number or address, as typed.
    "reference" TEXT NOT NULL,
    "statement" TEXT NOT NULL,
    -- declared: its order is not looked up yet; unmatched: there is none; received: its refund is due at refund_at;
    -- refunding: it was queued, and is queued again at refund_at; late: after the legal time; objected: undone by the
    -- reader; settled: by the owner, without a refund through the provider.
    "status" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "refund_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "withdrawals_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "withdrawals_status_check" CHECK ("status" IN ('declared', 'unmatched', 'received', 'refunding', 'late', 'objected', 'settled')),
    CONSTRAINT "withdrawals_order_check" CHECK (("order_id" IS NULL) = ("status" IN ('declared', 'unmatched'))),
    CONSTRAINT "withdrawals_refund_check" CHECK ("refund_at" IS NOT NULL OR "status" NOT IN ('received', 'refunding'))
);

-- One withdrawal of an order at a time, however often it is declared.
CREATE UNIQUE INDEX "withdrawals_one_pending" ON "funnel"."withdrawals" ("order_id") WHERE "status" IN ('received', 'refunding', 'late');
CREATE INDEX "withdrawals_order_id_idx" ON "funnel"."withdrawals" ("order_id");
CREATE INDEX "withdrawals_refund_at_idx" ON "funnel"."withdrawals" ("refund_at") WHERE "status" IN ('received', 'refunding');
CREATE INDEX "withdrawals_reference_idx" ON "funnel"."withdrawals" (lower("reference")) WHERE "order_id" IS NULL;

-- When the buyer asked for the course to begin before the time to withdraw has ended, where the owner's configuration asks for it.
ALTER TABLE "funnel"."checkouts" ADD COLUMN "asked_to_begin_at" TIMESTAMPTZ(3);

-- Adds words to a check that lists words beside other conditions, whatever it lists by now.
CREATE FUNCTION "funnel"."allow_words"("of_table" regclass, "of_constraint" text, "of_column" text, "words" text[]) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  known text[] := ARRAY(
    SELECT DISTINCT listed.words[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') AS listed (words)
    WHERE conrelid = of_table AND conname = of_constraint);
BEGIN
  EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I CHECK (%I IN (%s))', of_table, of_constraint, of_constraint, of_column,
    (SELECT string_agg(DISTINCT quote_literal(one), ', ') FROM unnest(known || words) AS one));
END
$$;
SELECT "funnel"."allow_words"('"funnel"."course_links"', 'course_links_purpose_check', 'purpose', ARRAY['objection']);
SELECT "funnel"."allow_words"('"funnel"."deliveries"', 'deliveries_kind_check', 'kind', ARRAY['withdrawal_receipt', 'owner_withdrawal']);
DROP FUNCTION "funnel"."allow_words";

-- A course may stop because its contract was withdrawn from. The list is extended, whatever it holds by now.
DO $$
DECLARE
  known text[] := ARRAY(
    SELECT DISTINCT listed.words[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g') AS listed (words)
    WHERE conrelid = '"funnel"."courses"'::regclass AND conname = 'courses_stop_reason_check' AND listed.words[1] <> 'stopped');
BEGIN
  EXECUTE format('ALTER TABLE "funnel"."courses" DROP CONSTRAINT "courses_stop_reason_check", ADD CONSTRAINT "courses_stop_reason_check" CHECK (("status" = ''stopped'') = ("stop_reason" IS NOT NULL) AND ("stop_reason" IS NULL OR "stop_reason" IN (%s)))',
    (SELECT string_agg(DISTINCT quote_literal(one), ', ') FROM unnest(known || 'withdrawn'::text) AS one));
END
$$;
