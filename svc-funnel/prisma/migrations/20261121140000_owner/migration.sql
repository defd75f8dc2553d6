-- What the owner has been told needs a hand: one row a kind, deleted once there is none of it left.
CREATE TABLE "funnel"."owner_findings" (
    "kind" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "owner_findings_pkey" PRIMARY KEY ("kind")
);

-- One person's data is asked for by address.
CREATE INDEX "sessions_email_idx" ON "funnel"."sessions" (lower("email")) WHERE "email" IS NOT NULL;
CREATE INDEX "checkouts_email_idx" ON "funnel"."checkouts" (lower("email")) WHERE "email" IS NOT NULL;

-- Events may name a person who was erased before they came; they are looked for every few minutes.
CREATE INDEX "sessions_erased_idx" ON "funnel"."sessions" ("id") WHERE "id" LIKE 'erased\_%';
