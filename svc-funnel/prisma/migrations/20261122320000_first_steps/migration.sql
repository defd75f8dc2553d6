-- Visitors who ticked "Send me lesson 1 and my plan": the consent, and how far it got.
CREATE TABLE "funnel"."first_steps" (
    "id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    -- The address that the consent is for.
    "email" TEXT NOT NULL,
    -- Names the words that were ticked (packages/funnel/src/first-step.ts).
    "consent_version" TEXT NOT NULL,
    "consented_at" TIMESTAMPTZ(3) NOT NULL,
    -- When the address's owner confirmed; the moment of the consent where no confirmation is asked. Nothing but the mail that asks goes before.
    "confirmed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "first_steps_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "first_steps_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "funnel"."sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "first_steps_end_check" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL)
        AND ("end_reason" IS NULL OR "end_reason" IN ('withdrawn', 'replaced', 'unsubscribed', 'bounced')))
);

-- Asked again, a session's request for an address is the same one: the link that was mailed goes on working.
CREATE UNIQUE INDEX "first_steps_one_an_address" ON "funnel"."first_steps" ("session_id", lower("email"));
CREATE UNIQUE INDEX "first_steps_one_live" ON "funnel"."first_steps" ("session_id") WHERE "ended_at" IS NULL;
CREATE INDEX "first_steps_email_idx" ON "funnel"."first_steps" (lower("email"));
-- Looked for every minute: unfinished checkouts that may be mentioned.
CREATE INDEX "first_steps_confirmed_at_idx" ON "funnel"."first_steps" ("confirmed_at") WHERE "ended_at" IS NULL;
CREATE INDEX "checkouts_unpaid_created_at_idx" ON "funnel"."checkouts" ("created_at") WHERE "status" IN ('open', 'expired');

-- Their mails go by the same rows as those of orders, and with the request that they belong to.
ALTER TABLE "funnel"."deliveries"
    ADD COLUMN "first_step_id" UUID,
    ADD CONSTRAINT "deliveries_first_step_id_fkey" FOREIGN KEY ("first_step_id") REFERENCES "funnel"."first_steps" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "deliveries_first_step_check" CHECK (("first_step_id" IS NOT NULL) = ("kind" IN ('first_step_confirm', 'first_step', 'checkout_reminder')));
-- Each is sent once.
CREATE UNIQUE INDEX "deliveries_one_first_step" ON "funnel"."deliveries" ("first_step_id", "kind") WHERE "first_step_id" IS NOT NULL;

-- Both lists are extended by what they lack, whatever they hold by now.
DO $$
DECLARE
  known TEXT;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
  WHERE conrelid = '"funnel"."deliveries"'::regclass AND conname = 'deliveries_kind_check';
  ALTER TABLE "funnel"."deliveries" DROP CONSTRAINT "deliveries_kind_check";
  EXECUTE format('ALTER TABLE "funnel"."deliveries" ADD CONSTRAINT "deliveries_kind_check" CHECK (%s OR "kind" IN (''first_step_confirm'', ''first_step'', ''checkout_reminder''))', known);

  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
  WHERE conrelid = '"funnel"."deliveries"'::regclass AND conname = 'deliveries_order_check';
  ALTER TABLE "funnel"."deliveries" DROP CONSTRAINT "deliveries_order_check";
  EXECUTE format('ALTER TABLE "funnel"."deliveries" ADD CONSTRAINT "deliveries_order_check" CHECK (%s OR "first_step_id" IS NOT NULL)', known);
END
$$;
