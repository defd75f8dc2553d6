-- How many there were when the owner was told, or fewer since. Null until this release has looked.
ALTER TABLE "funnel"."owner_findings" ADD COLUMN "count" INTEGER;
