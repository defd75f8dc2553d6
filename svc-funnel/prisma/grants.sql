-- Least privilege: rows of its own schema, no DDL, no other schema. Safe to run again.
REVOKE ALL ON SCHEMA "funnel" FROM PUBLIC;
GRANT USAGE ON SCHEMA "funnel" TO "svc_funnel";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "funnel" TO "svc_funnel";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA "funnel" TO "svc_funnel";

-- Which migrations ran is the migration runner's business. The table is missing only before the first of them.
DO $$
BEGIN
  IF to_regclass('"funnel"."_prisma_migrations"') IS NOT NULL THEN
    REVOKE ALL ON "funnel"."_prisma_migrations" FROM "svc_funnel";
  END IF;
END
$$;
