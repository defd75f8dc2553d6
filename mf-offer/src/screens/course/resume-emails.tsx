import type { OpenCourseView } from '@course/contracts';
import { Button } from '@course/ui';
import { dateOf, momentOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';
import { COURSE_COPY } from '../../flow/course-copy.ts';
import { type CourseRef, messageOf, useChange } from './use-change.ts';

const COPY = COURSE_COPY.resume;

interface ResumeEmailsProps extends Pick<CourseRef, 'onView'> {
  readonly view: OpenCourseView;
}

/** Lets a reader who has unsubscribed restart the emails while that is possible, and then shows the result. */
export function ResumeEmails({ view: { orderNumber, resumeUntil, nextLessonAt }, onView }: ResumeEmailsProps) {
  const { isSending, isDone, error, change } = useChange({ orderNumber, onView });
  // The previous release of the service does not send it.
  if (!resumeUntil)
    return (
      isDone && (
        <Result fresh title={COPY.done}>
          {nextLessonAt !== null && <p>{COPY.next(momentOf(nextLessonAt))}</p>}
        </Result>
      )
    );
  return (
    <section className={reader['panel']}>
      <p>{COPY.until(dateOf(resumeUntil))}</p>
      <Button pending={isSending} onClick={() => change('POST', 'resume')}>
        {COPY.button}
      </Button>
      <Failure error={error} refused={messageOf(error)} />
    </section>
  );
}
