-- When the owner settled a mail that was given up and is not to be sent.
ALTER TABLE "funnel"."deliveries" ADD COLUMN "dismissed_at" TIMESTAMPTZ(3);
