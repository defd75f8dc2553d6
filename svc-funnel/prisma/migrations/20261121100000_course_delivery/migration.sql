-- What became of an order's money after it was paid.
ALTER TABLE "funnel"."orders"
    ADD COLUMN "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "refunded_at" TIMESTAMPTZ(3),
    ADD COLUMN "disputed_at" TIMESTAMPTZ(3),
    ADD COLUMN "dispute_status" TEXT,
    DROP CONSTRAINT "orders_status_check",
    ADD CONSTRAINT "orders_status_check" CHECK ("status" IN ('paid', 'refunded', 'disputed')),
    ADD CONSTRAINT "orders_refunded_check" CHECK ("refunded_cents" BETWEEN 0 AND "amount_cents");

CREATE INDEX "orders_email_idx" ON "funnel"."orders" (lower("email"));

-- When the server next asks the provider about a checkout that stayed open; null once it is settled.
ALTER TABLE "funnel"."checkouts" ADD COLUMN "next_look_at" TIMESTAMPTZ(3);
CREATE INDEX "checkouts_next_look_at_idx" ON "funnel"."checkouts" ("next_look_at") WHERE "next_look_at" IS NOT NULL;

-- The course that an order bought: whom it goes to, how far it is, what comes next.
CREATE TABLE "funnel"."courses" (
    "order_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "time_zone" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    -- Weeks of the curriculum in this visitor's order.
    "week_order" INTEGER[] NOT NULL,
    "status" TEXT NOT NULL,
    "stop_reason" TEXT,
    -- Lessons queued so far; the next one is at this place + 1.
    "lessons_queued" INTEGER NOT NULL DEFAULT 0,
    "next_due_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "courses_pkey" PRIMARY KEY ("order_id"),
    CONSTRAINT "courses_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "courses_days_check" CHECK ("days" BETWEEN 1 AND 84),
    CONSTRAINT "courses_queued_check" CHECK ("lessons_queued" BETWEEN 0 AND "days"),
    CONSTRAINT "courses_status_check" CHECK ("status" IN ('active', 'finished', 'stopped')),
    CONSTRAINT "courses_stop_reason_check" CHECK (("status" = 'stopped') = ("stop_reason" IS NOT NULL)
        AND ("stop_reason" IS NULL OR "stop_reason" IN ('refunded', 'disputed', 'unsubscribed', 'bounced', 'erased', 'owner'))),
    -- An active course always has a next moment, any other has none: nothing can be forgotten or sent after the end.
    CONSTRAINT "courses_due_check" CHECK (("status" = 'active') = ("next_due_at" IS NOT NULL))
);

CREATE INDEX "courses_next_due_at_idx" ON "funnel"."courses" ("next_due_at") WHERE "status" = 'active';
CREATE INDEX "courses_email_idx" ON "funnel"."courses" (lower("email"));

-- Every mail that is to be sent or was: one row, one Message-ID, however often sending is tried.
CREATE TABLE "funnel"."deliveries" (
    "id" UUID NOT NULL,
    -- Null for what the owner is told about the whole.
    "order_id" UUID,
    "kind" TEXT NOT NULL,
    -- Place in the visitor's own order, 1 to days. Lessons only.
    "place" INTEGER,
    "message_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    -- What the mail server said, without an address: 'refused 550', 'timeout'.
    "last_error" TEXT,
    -- What the template needs beyond the order: never an address.
    "details" JSONB,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deliveries_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "deliveries_kind_check" CHECK ("kind" IN ('confirmation', 'lesson', 'course_link', 'refund_request', 'withdrawal', 'owner_refund_request', 'owner_alert')),
    CONSTRAINT "deliveries_place_check" CHECK (("kind" = 'lesson') = ("place" IS NOT NULL)),
    CONSTRAINT "deliveries_order_check" CHECK ("order_id" IS NOT NULL OR "kind" = 'owner_alert'),
    CONSTRAINT "deliveries_status_check" CHECK ("status" IN ('queued', 'sent', 'failed', 'cancelled')),
    CONSTRAINT "deliveries_sent_check" CHECK (("status" = 'sent') = ("sent_at" IS NOT NULL))
);

CREATE UNIQUE INDEX "deliveries_message_id_key" ON "funnel"."deliveries" ("message_id");
-- A lesson is sent once, whoever asks for it.
CREATE UNIQUE INDEX "deliveries_one_lesson" ON "funnel"."deliveries" ("order_id", "place") WHERE "kind" = 'lesson';
CREATE INDEX "deliveries_order_id_idx" ON "funnel"."deliveries" ("order_id");
CREATE INDEX "deliveries_unsent_idx" ON "funnel"."deliveries" ("due_at") WHERE "status" IN ('queued', 'failed');

-- Links that open a course or end it. The token itself is in the mail only; here is its SHA-256.
CREATE TABLE "funnel"."course_links" (
    "token_hash" BYTEA NOT NULL,
    "order_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    -- Counts renewals: a token follows from order, purpose and generation, so that every mail can carry it.
    "generation" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "course_links_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "course_links_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "course_links_purpose_check" CHECK ("purpose" IN ('read', 'unsubscribe'))
);

CREATE UNIQUE INDEX "course_links_one_live" ON "funnel"."course_links" ("order_id", "purpose") WHERE "ended_at" IS NULL;

CREATE TABLE "funnel"."refund_requests" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "reason" TEXT,
    "status" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refund_requests_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "refund_requests_status_check" CHECK ("status" IN ('open', 'refunded', 'declined')),
    CONSTRAINT "refund_requests_settled_check" CHECK (("status" = 'open') = ("settled_at" IS NULL))
);

CREATE UNIQUE INDEX "refund_requests_one_open" ON "funnel"."refund_requests" ("order_id") WHERE "status" = 'open';

-- How far the sandbox's clock is ahead of the real one. Never read with live keys.
CREATE TABLE "funnel"."sandbox_clock" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "ahead_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sandbox_clock_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sandbox_clock_one_check" CHECK ("id"),
    CONSTRAINT "sandbox_clock_forward_check" CHECK ("ahead_ms" >= 0)
);
INSERT INTO "funnel"."sandbox_clock" DEFAULT VALUES;
