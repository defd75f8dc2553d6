import type { LessonHead } from '@course/contracts';
import { Link } from '@course/platform';
import { useEffect, useRef } from 'react';
import { COURSE_COPY, LESSON_COPY } from '../../flow/course-copy.ts';
import { lessonPath } from '../../course-access/course-routes.ts';
import css from './course.module.css';

interface LessonListProps {
  readonly lessons: readonly LessonHead[];
  /** The place of the lesson that the reader comes back from, whose link then gets the focus. */
  readonly from: number | null;
}

/** The lessons sent so far, newest first. */
export function LessonList({ lessons, from }: LessonListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (from !== null) list.current?.querySelector<HTMLElement>(`[data-place="${from}"]`)?.focus();
  }, [from]);
  return (
    <ol reversed ref={list} className={css['lessons']}>
      {lessons.map((lesson) => (
        <Row key={lesson.place} lesson={lesson} />
      ))}
    </ol>
  );
}

const Row = ({ lesson: { place, title, minutes, done } }: { readonly lesson: LessonHead }) => (
  <li className={css['card']}>
    <h2 className={css['head']}>
      {title === null ? (
        <span className={css['row']}>
          <span className={css['day']}>{COURSE_COPY.day(place)}</span>
          <span className={css['name']}>{COURSE_COPY.unreadable}</span>
        </span>
      ) : (
        <Link to={lessonPath(place)} className={css['row']} data-place={place}>
          <span className={css['day']}>
            {COURSE_COPY.day(place)}
            {done && <span className={css['mark']}>{LESSON_COPY.doneShort}</span>}
          </span>
          <span className={css['name']}>{title}</span>
          {minutes !== null && <span className={css['minutes']}>{COURSE_COPY.minutes(minutes)}</span>}
        </Link>
      )}
    </h2>
  </li>
);
