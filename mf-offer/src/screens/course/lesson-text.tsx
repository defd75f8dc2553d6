import type { LessonText as Lesson } from '@course/contracts';
import { COURSE_COPY, LESSON_COPY } from '../../flow/course-copy.ts';
import { read } from '@course/platform';
import { useCallback } from 'react';
import { isOtherOrder, orderQuery, readCourse } from '../../course-access/calls.ts';
import { LoadedView } from '../../course-access/loaded-view.tsx';
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
  return (
    <LoadedView
      of={useLoaded(load)}
      loading={
        <p role="status" className={css['text']}>
          {COURSE_COPY.lessonOpening}
        </p>
      }
      refused={
        <p role="alert" className={css['text']}>
          {LESSON_COPY.gone}
        </p>
      }
      failedClass={css['text']}
    >
      {/* Trusted: rendered by our server from our own files, with any HTML in them escaped. */}
      {({ html }) => <div className={css['text']} dangerouslySetInnerHTML={{ __html: html }} />}
    </LoadedView>
  );
}
