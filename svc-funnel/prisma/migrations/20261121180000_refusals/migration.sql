-- How often something was refused of which nothing else is stored: webhooks with a wrong signature, links that open nothing. By hour; never who.
CREATE TABLE "funnel"."refusals" (
    "kind" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("kind", "hour"),
    CONSTRAINT "refusals_kind_check" CHECK ("kind" IN ('signature', 'link'))
);
