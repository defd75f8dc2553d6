-- When its reader ended the lessons of a stopped course, whatever else stopped it before or since. Means nothing while the
-- course runs: the release before does not clear it.
ALTER TABLE "funnel"."courses" ADD COLUMN "unsubscribed_at" TIMESTAMPTZ(3);
UPDATE "funnel"."courses" SET "unsubscribed_at" = "stopped_at" WHERE "stop_reason" = 'unsubscribed';
