-- Whose sessions count, for those who analyse them.
ALTER TABLE "funnel"."sessions"
    -- The owner's own visits and known crawlers: kept, and left out of every count.
    ADD COLUMN "not_counted" BOOLEAN NOT NULL DEFAULT false,
    -- Made by the seed command to have something to look at: its sandbox orders count as if they were real.
    ADD COLUMN "seeded" BOOLEAN NOT NULL DEFAULT false;
