-- When the refund of a withdrawal began. Null until then, and for refunds that began before this column existed.
ALTER TABLE "funnel"."withdrawals" ADD COLUMN "refund_began_at" TIMESTAMPTZ(3);
