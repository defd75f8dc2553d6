-- A mail may be sent again several times, and a report may be about any of its copies. Rows of earlier releases have
-- only `earlierMessageId`, which has an index of its own.
CREATE INDEX "deliveries_earlier_messages_idx" ON "funnel"."deliveries" USING gin (("details" -> 'earlierMessageIds') jsonb_path_ops)
    WHERE "details" -> 'earlierMessageIds' IS NOT NULL;
