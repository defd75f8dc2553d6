-- Least privilege: rows of its own schema, no DDL, no other schema. Safe to run again.
REVOKE ALL ON SCHEMA "funnel" FROM PUBLIC;
GRANT USAGE ON SCHEMA "funnel" TO "svc_funnel";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "funnel" TO "svc_funnel";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA "funnel" TO "svc_funnel";

-- The list of applied migrations is for the migration runner only. The table is missing only before the first migration.
DO $$
BEGIN
  IF to_regclass('"funnel"."_prisma_migrations"') IS NOT NULL THEN
    REVOKE ALL ON "funnel"."_prisma_migrations" FROM "svc_funnel";
  END IF;
END
$$;

-- The job queue's tables belong to the owner and have row level security without a policy, so every right is granted here.
-- The service's own statements use the view of jobs and the queue's functions; these functions, like the queue's worker,
-- run with the caller's rights and need the tables.
DO $$
DECLARE
  name text;
BEGIN
  IF to_regnamespace('graphile_worker') IS NULL THEN
    RETURN;
  END IF;
  REVOKE ALL ON SCHEMA graphile_worker FROM PUBLIC;
  GRANT USAGE ON SCHEMA graphile_worker TO "svc_funnel";
  FOREACH name IN ARRAY ARRAY['_private_jobs', '_private_tasks', '_private_job_queues', '_private_known_crontabs'] LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker.%I TO "svc_funnel"', name);
    EXECUTE format('DROP POLICY IF EXISTS svc_funnel ON graphile_worker.%I', name);
    EXECUTE format('CREATE POLICY svc_funnel ON graphile_worker.%I TO "svc_funnel" USING (true) WITH CHECK (true)', name);
  END LOOP;
  GRANT SELECT ON graphile_worker.jobs TO "svc_funnel";
  GRANT SELECT ON graphile_worker.migrations TO "svc_funnel";
END
$$;

-- Where the migration program revokes locks and notifications from PUBLIC, it lets the owner grant them to the service.
GRANT EXECUTE ON FUNCTION pg_catalog.pg_advisory_xact_lock(int, int), pg_catalog.pg_advisory_lock(int, int), pg_catalog.pg_notify(text, text) TO "svc_funnel";
