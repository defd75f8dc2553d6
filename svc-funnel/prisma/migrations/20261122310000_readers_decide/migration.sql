-- What readers decide about their lessons: hour, weekdays, a pause.
ALTER TABLE "funnel"."courses"
    -- Hour of the reader's own day; null for the installation's.
    ADD COLUMN "send_hour" SMALLINT,
    ADD COLUMN "weekdays_only" BOOLEAN NOT NULL DEFAULT false,
    -- The day on the reader's calendar on which lessons go on; one that has come means nothing.
    ADD COLUMN "paused_until" DATE,
    ADD CONSTRAINT "courses_send_hour_check" CHECK ("send_hour" BETWEEN 0 AND 23);

-- Lessons that their reader marked as done, by the place in the reader's own order. A lesson that is not done has no row.
CREATE TABLE "funnel"."lesson_marks" (
    "order_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "done_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lesson_marks_pkey" PRIMARY KEY ("order_id", "place"),
    CONSTRAINT "lesson_marks_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "funnel"."orders" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "lesson_marks_place_check" CHECK ("place" >= 1)
);

-- Completion is counted over the lessons that were sent in a range of days.
CREATE INDEX "deliveries_sent_lessons_idx" ON "funnel"."deliveries" ("sent_at") INCLUDE ("order_id", "place") WHERE "kind" = 'lesson' AND "status" = 'sent';
