-- A second order of an address within a day: two mails about it, and the link that undoes it. Each list is extended by
-- what it lacks, whatever it holds by now.
DO $$
DECLARE
  known TEXT;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
  WHERE conrelid = '"funnel"."deliveries"'::regclass AND conname = 'deliveries_kind_check';
  ALTER TABLE "funnel"."deliveries" DROP CONSTRAINT "deliveries_kind_check";
  EXECUTE format('ALTER TABLE "funnel"."deliveries" ADD CONSTRAINT "deliveries_kind_check" CHECK (%s OR "kind" IN (''second_order'', ''owner_second_order''))', known);

  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
  WHERE conrelid = '"funnel"."course_links"'::regclass AND conname = 'course_links_purpose_check';
  ALTER TABLE "funnel"."course_links" DROP CONSTRAINT "course_links_purpose_check";
  EXECUTE format('ALTER TABLE "funnel"."course_links" ADD CONSTRAINT "course_links_purpose_check" CHECK (%s OR "purpose" = ''undo'')', known);
END
$$;

-- Told once per order.
CREATE UNIQUE INDEX "deliveries_one_second_order" ON "funnel"."deliveries" ("order_id") WHERE "kind" = 'second_order';
