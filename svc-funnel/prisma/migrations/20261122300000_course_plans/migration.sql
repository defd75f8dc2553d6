-- The plan that the offer showed when the checkout was opened; null for offers from before.
ALTER TABLE "funnel"."checkouts" ADD COLUMN "plan_version" TEXT;

-- A course's lessons, one by one, as they were planned from the answers at enrolment. Courses from before have their order
-- of weeks instead, and an empty list here.
ALTER TABLE "funnel"."courses"
    ALTER COLUMN "week_order" SET DEFAULT '{}',
    ADD COLUMN "lesson_ids" TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN "plan_version" TEXT NOT NULL DEFAULT '1',
    -- The answers that the plan was made from, by question.
    ADD COLUMN "plan_answers" JSONB NOT NULL DEFAULT '{}',
    ADD CONSTRAINT "courses_lessons_check" CHECK (cardinality("lesson_ids") > 0 OR cardinality("week_order") > 0);
