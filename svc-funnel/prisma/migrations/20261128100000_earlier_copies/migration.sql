-- Events about the earlier copy of a mail that was sent again find its delivery by this.
CREATE INDEX "deliveries_earlier_message_idx" ON "funnel"."deliveries" ((details ->> 'earlierMessageId')) WHERE details ->> 'earlierMessageId' IS NOT NULL;
