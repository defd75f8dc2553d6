-- A bank disputes an amount in a currency of its own.
ALTER TABLE "funnel"."disputes" ADD COLUMN "currency" TEXT;
