import type { LessonHead } from '@course/contracts';
import { COURSE_COPY } from '../../flow/reader-copy.ts';
import { useId, useState } from 'react';
import css from './course.module.css';
import { LessonText } from './lesson-text.tsx';

/** One lesson of the list, which opens in its place. */
export function LessonCard({ lesson: { place, title, minutes } }: { readonly lesson: LessonHead }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={css['card']}>
      <h2 className={css['head']}>
        <button
          type="button"
          className={css['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          disabled={title === null}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={css['day']}>{COURSE_COPY.day(place)}</span>
          <span className={css['name']}>{title ?? COURSE_COPY.unreadable}</span>
          {minutes !== null && <span className={css['minutes']}>{COURSE_COPY.minutes(minutes)}</span>}
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && <LessonText place={place} />}
      </div>
    </li>
  );
}
