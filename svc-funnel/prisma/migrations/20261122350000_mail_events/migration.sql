-- What became of a mail after the server took it: each bounce or complaint once, however often it is reported. Never an address.
CREATE TABLE "funnel"."mail_events" (
    -- Of the reporter: 'mailgun:<token>', 'sendgrid:<event>', 'mailbox:<Message-ID of the report>'.
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    -- Null when no mail of ours has the reported Message-ID.
    "delivery_id" UUID,
    -- As the receiving server said it: '5.1.1'.
    "status" TEXT,
    "outcome" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_events_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "funnel"."deliveries" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "mail_events_kind_check" CHECK ("kind" IN ('hard', 'soft', 'complaint', 'none'))
);

CREATE INDEX "mail_events_delivery_id_idx" ON "funnel"."mail_events" ("delivery_id");
CREATE INDEX "mail_events_received_at_idx" ON "funnel"."mail_events" ("received_at");

-- Addresses that get no mail any more. An erased person's row keeps only the keyed hash, so that their objection lasts.
CREATE TABLE "funnel"."stopped_addresses" (
    "address_hash" TEXT NOT NULL,
    "address" TEXT,
    "reason" TEXT NOT NULL,
    "status" TEXT,
    "stopped_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stopped_addresses_pkey" PRIMARY KEY ("address_hash"),
    CONSTRAINT "stopped_addresses_reason_check" CHECK ("reason" IN ('bounced', 'complained'))
);

CREATE INDEX "stopped_addresses_address_idx" ON "funnel"."stopped_addresses" (lower("address"));

-- How many mails left on a day of the warm-up, in UTC.
CREATE TABLE "funnel"."mail_days" (
    "day" DATE NOT NULL,
    "sent" INTEGER NOT NULL,

    CONSTRAINT "mail_days_pkey" PRIMARY KEY ("day")
);

-- How far the mailbox of bounces has been read, and since when it cannot be.
CREATE TABLE "funnel"."bounce_mailbox" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "uid_validity" BIGINT,
    "last_uid" BIGINT NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "tried_at" TIMESTAMPTZ(3),

    CONSTRAINT "bounce_mailbox_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bounce_mailbox_one" CHECK ("id")
);

ALTER TABLE "funnel"."refusals"
    DROP CONSTRAINT "refusals_kind_check",
    ADD CONSTRAINT "refusals_kind_check" CHECK ("kind" IN ('signature', 'link', 'mail_signature'));

-- Whatever reasons there are by now, and this one.
DO $$
DECLARE
  condition text := pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conname = 'courses_stop_reason_check' AND conrelid = '"funnel"."courses"'::regclass;
BEGIN
  ALTER TABLE "funnel"."courses" DROP CONSTRAINT "courses_stop_reason_check";
  EXECUTE format('ALTER TABLE "funnel"."courses" ADD CONSTRAINT "courses_stop_reason_check" %s',
    replace(condition, '''bounced''::text', '''bounced''::text, ''complained''::text'));
END
$$;
