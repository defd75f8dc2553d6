-- A bounce or complaint may be about a mail as it was before the owner sent it again.
CREATE INDEX "deliveries_earlier_message_idx" ON "funnel"."deliveries" (("details" ->> 'earlierMessageId')) WHERE "details" ->> 'earlierMessageId' IS NOT NULL;
