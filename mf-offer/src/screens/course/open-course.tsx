import type { OpenCourseView } from '@course/contracts';
import { COURSE_COPY, READER_COPY } from '../../flow/reader-copy.ts';
import { pathOf } from '../../flow/ways.ts';
import { Link } from '@course/platform';
import { useState } from 'react';
import reader from '../../course-access/reader.module.css';
import { LibraryCard } from '../../library/library-card.tsx';
import { LessonCard } from './lesson-card.tsx';
import css from './course.module.css';
import { Progress } from './progress.tsx';

interface OpenCourseProps {
  readonly view: OpenCourseView;
  /** Closes the course in this browser; rejects when that did not work. */
  readonly onLeave: () => Promise<void>;
}

export const OpenCourse = ({ view, onLeave }: OpenCourseProps) => (
  <>
    <Progress view={view} />
    <LibraryCard />
    <ol reversed className={css['lessons']}>
      {view.lessons.map((lesson) => (
        <LessonCard key={lesson.place} lesson={lesson} />
      ))}
    </ol>
    <Foot onLeave={onLeave} />
  </>
);

function Foot({ onLeave }: Pick<OpenCourseProps, 'onLeave'>) {
  const [hasFailed, setFailed] = useState(false);
  const leave = () => {
    setFailed(false);
    onLeave().catch(() => setFailed(true));
  };
  return (
    <div className={css['foot']}>
      <Link to={pathOf('refund-request')} className={reader['link']}>
        {COURSE_COPY.refund}
      </Link>
      <button type="button" className={reader['link']} onClick={leave}>
        {COURSE_COPY.close}
      </button>
      {hasFailed && <p role="alert">{READER_COPY.failed}</p>}
    </div>
  );
}
