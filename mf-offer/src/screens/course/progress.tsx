import type { OpenCourseView } from '@course/contracts';
import { COURSE_COPY, LESSON_COPY, SCHEDULE_COPY } from '../../flow/course-copy.ts';
import { Sunrise } from '@course/ui';
import { dateOf, dayOf, momentOf } from '../../course-access/dates.ts';
import css from './course.module.css';
import { streakText } from './done-mark.tsx';

/** Returns a sentence on what comes next; null if there is nothing to say. */
function statusText(view: OpenCourseView): string | null {
  const { status, stopReason, resumeUntil, days, lessons, nextLessonAt } = view;
  if (status === 'finished') return COURSE_COPY.finished(days);
  if (stopReason === 'unsubscribed' && !resumeUntil)
    return `${COURSE_COPY.stopped.unsubscribed} ${COURSE_COPY.resume.ended}`;
  if (status === 'stopped') return COURSE_COPY.stopped[stopReason ?? 'other'];
  if (nextLessonAt === null) return null;
  return lessons.length === 0 ? COURSE_COPY.first(momentOf(nextLessonAt)) : COURSE_COPY.next(momentOf(nextLessonAt));
}

/** Shows how far along the path of stones the reader is, with the state of the course. */
export function Progress({ view }: { readonly view: OpenCourseView }) {
  const { days, lessons, readableUntil, orderNumber } = view;
  const done = lessons.filter((lesson) => lesson.done).length;
  const praise = streakText(view.streak);
  const pausedUntil = view.schedule?.pausedUntil;
  return (
    <section className={css['progress']} role="status">
      <Sunrise days={days} walked={lessons[0]?.place ?? 0} className={css['picture']} />
      <div className={css['stand']}>
        <p className={css['count']}>{COURSE_COPY.progress(lessons.length, days)}</p>
        {(done > 0 || praise !== null) && (
          <p className={css['praise']}>
            {[LESSON_COPY.doneCount(done), praise].filter((words) => words !== null).join(' · ')}
          </p>
        )}
        {pausedUntil && <p>{SCHEDULE_COPY.paused(dayOf(pausedUntil))}</p>}
        <p>{statusText(view)}</p>
        <p className={css['until']}>{COURSE_COPY.until(dateOf(readableUntil))}</p>
        <p className={css['until']}>{COURSE_COPY.order(orderNumber)}</p>
      </div>
    </section>
  );
}
