import type { LessonText as Lesson } from '@course/contracts';
import { COURSE_COPY } from '../../flow/course-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { read } from '@course/platform';
import { Button } from '@course/ui';
import { useEffect, useState } from 'react';
import css from './course.module.css';

const readLesson = (place: number) => read(['/api', 'course', 'lessons', String(place)]) as Promise<Lesson>;

/** A lesson's text, fetched when it is opened. */
export function LessonText({ place }: { readonly place: number }) {
  const [found, setFound] = useState<{ readonly round: number; readonly lesson: Lesson | 'failed' }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    readLesson(place).then(
      (lesson) => isGone || setFound({ round, lesson }),
      () => isGone || setFound({ round, lesson: 'failed' }),
    );
    return () => {
      isGone = true;
    };
  }, [place, round]);
  const lesson = found?.round === round ? found.lesson : undefined;
  if (lesson === undefined)
    return (
      <p role="status" className={css['text']}>
        {COURSE_COPY.lessonOpening}
      </p>
    );
  if (lesson === 'failed') {
    return (
      <div className={css['text']}>
        <p role="alert">{READER_COPY.failed}</p>
        <Button look="quiet" onClick={() => setRound((before) => before + 1)}>
          {READER_COPY.again}
        </Button>
      </div>
    );
  }
  // Made by our own server out of our own files, with HTML in them shown as text.
  return <div className={css['text']} dangerouslySetInnerHTML={{ __html: lesson.html }} />;
}
