import type { LessonText as Lesson } from '@course/contracts';
import { COURSE_COPY, LESSON_COPY } from '../../flow/course-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { read } from '@course/platform';
import { Button } from '@course/ui';
import { useCallback } from 'react';
import { isOtherOrder, isRefused, orderQuery, readCourse } from '../../course-access/calls.ts';
import { useLoaded } from '../../course-access/use-loaded.ts';
import css from './course.module.css';
import type { CourseRef } from './use-change.ts';

const readLesson = (place: number, orderNumber: string) =>
  read(['/api', 'course', 'lessons', place + orderQuery(orderNumber)]) as Promise<Lesson>;

interface LessonTextProps extends CourseRef {
  readonly place: number;
}

/** A lesson's text, loaded when the lesson is opened. */
export function LessonText({ place, orderNumber, onView }: LessonTextProps) {
  const load = useCallback(
    () =>
      readLesson(place, orderNumber).catch(async (error: unknown) => {
        if (isOtherOrder(error)) onView(await readCourse());
        throw error;
      }),
    [place, orderNumber, onView],
  );
  const { loaded, tryAgain } = useLoaded(load);
  switch (loaded.kind) {
    case 'loading':
      return (
        <p role="status" className={css['text']}>
          {COURSE_COPY.lessonOpening}
        </p>
      );
    case 'failed':
      return isRefused(loaded.error) ? (
        <p role="alert" className={css['text']}>
          {LESSON_COPY.gone}
        </p>
      ) : (
        <div className={css['text']}>
          <p role="alert">{READER_COPY.failed}</p>
          <Button look="quiet" onClick={tryAgain}>
            {READER_COPY.again}
          </Button>
        </div>
      );
    case 'loaded':
      // Trusted: rendered by our server from our own files, with any HTML in them escaped.
      return <div className={css['text']} dangerouslySetInnerHTML={{ __html: loaded.value.html }} />;
    default:
      return loaded satisfies never;
  }
}
