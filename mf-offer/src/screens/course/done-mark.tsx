import type { LessonHead } from '@course/contracts';
import { Button } from '@course/ui';
import { Failure } from '../../course-access/failure.tsx';
import { LESSON_COPY } from '../../flow/course-copy.ts';
import css from './course.module.css';
import { type CourseRef, messageOf, useChange } from './use-change.ts';

/** Shorter streaks are not mentioned. */
const MIN_STREAK = 2;

/** Returns praise for a streak, or null if it is too short or has ended. */
export const streakText = (streak: number): string | null => (streak >= MIN_STREAK ? LESSON_COPY.streak(streak) : null);

interface DoneMarkProps extends CourseRef {
  readonly lesson: LessonHead;
  readonly streak: number;
}

/** Shows whether the lesson is done, with a button that changes it. */
export function DoneMark({ lesson: { place, done }, streak, ...course }: DoneMarkProps) {
  const { isSending, error, change } = useChange(course);
  const praise = streakText(streak);
  return (
    <div className={css['done']}>
      <p role="status" className={css['doneText']}>
        {done && `${LESSON_COPY.done}${praise === null ? '' : ` ${praise}.`}`}
      </p>
      <Button
        look={done ? 'quiet' : 'main'}
        pending={isSending}
        onClick={() => change(done ? 'DELETE' : 'POST', `lessons/${place}/done`)}
      >
        {done ? LESSON_COPY.markNotDone : LESSON_COPY.markDone}
      </Button>
      <Failure error={error} refused={messageOf(error)} />
    </div>
  );
}
