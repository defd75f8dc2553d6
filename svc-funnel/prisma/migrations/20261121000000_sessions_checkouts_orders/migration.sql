CREATE SCHEMA IF NOT EXISTS "funnel";

CREATE TABLE "funnel"."sessions" (
    "id" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT,
    "completed_at" TIMESTAMPTZ(3),
    "time_zone" TEXT,
    "utm" JSONB,
    "click_ids" JSONB,
    "variant" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "funnel"."responses" (
    "session_id" TEXT NOT NULL,
    "question_key" TEXT NOT NULL,
    "answer_value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "responses_pkey" PRIMARY KEY ("session_id", "question_key"),
    CONSTRAINT "responses_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "funnel"."sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "funnel"."checkouts" (
    "id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "pricing" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "email" TEXT,
    "return_origin" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "provider_session_id" TEXT,
    "client_secret" TEXT,
    "terms_version" TEXT,
    "terms_accepted_at" TIMESTAMPTZ(3),
    "time_zone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkouts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "checkouts_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "funnel"."sessions" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "checkouts_amount_check" CHECK ("amount_cents" > 0),
    CONSTRAINT "checkouts_currency_check" CHECK ("currency" ~ '^[a-z]{3}$'),
    CONSTRAINT "checkouts_status_check" CHECK ("status" IN ('creating', 'open', 'processing', 'paid', 'failed', 'expired')),
    -- What can be paid can be found again at the provider.
    CONSTRAINT "checkouts_open_check" CHECK ("status" <> 'open' OR ("provider_session_id" IS NOT NULL AND "client_secret" IS NOT NULL))
);

CREATE UNIQUE INDEX "checkouts_provider_session_id_key" ON "funnel"."checkouts" ("provider_session_id");
CREATE INDEX "checkouts_session_id_idx" ON "funnel"."checkouts" ("session_id");
-- One open checkout per session, also when two clicks meet in two processes.
CREATE UNIQUE INDEX "checkouts_one_open_per_session" ON "funnel"."checkouts" ("session_id") WHERE "status" IN ('creating', 'open');

CREATE TABLE "funnel"."payment_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checkout_id" UUID,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    -- The signed bytes as text: jsonb would refuse \u0000 and reorder the keys.
    "payload" TEXT NOT NULL,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_events_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "funnel"."checkouts" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "payment_events_outcome_check" CHECK ("outcome" IN ('received', 'applied', 'ignored', 'unknown_checkout', 'refused'))
);

CREATE INDEX "payment_events_checkout_id_idx" ON "funnel"."payment_events" ("checkout_id");
CREATE INDEX "payment_events_outcome_received_at_idx" ON "funnel"."payment_events" ("outcome", "received_at");

CREATE TABLE "funnel"."orders" (
    "id" UUID NOT NULL,
    "checkout_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "pricing" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "provider_payment_id" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "orders_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "funnel"."checkouts" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "orders_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "funnel"."sessions" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "orders_amount_check" CHECK ("amount_cents" > 0),
    CONSTRAINT "orders_email_check" CHECK ("email" <> ''),
    CONSTRAINT "orders_status_check" CHECK ("status" IN ('paid'))
);

CREATE UNIQUE INDEX "orders_checkout_id_key" ON "funnel"."orders" ("checkout_id");
CREATE INDEX "orders_session_id_idx" ON "funnel"."orders" ("session_id");
CREATE INDEX "orders_provider_payment_id_idx" ON "funnel"."orders" ("provider_payment_id");
