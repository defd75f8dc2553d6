import type { LessonHead, OpenCourseView } from '@course/contracts';
import { Link } from '@course/platform';
import reader from '../../course-access/reader.module.css';
import { COURSE_COPY, LESSON_COPY } from '../../flow/course-copy.ts';
import { lessonPath, lessonsPath } from '../../course-access/course-routes.ts';
import { DoneMark } from './done-mark.tsx';
import css from './course.module.css';
import { LessonText } from './lesson-text.tsx';
import type { CourseRef } from './use-change.ts';
import { useSubPage } from './use-sub-page.ts';

interface LessonViewProps extends Pick<CourseRef, 'onView'> {
  readonly view: OpenCourseView;
  readonly place: number;
  /** The question whether it is done stands before the text, which the reader knows from the mail. */
  readonly asksDone: boolean;
}

/** One lesson by itself. */
export function LessonView({ view, place, asksDone, onView }: LessonViewProps) {
  const lesson = view.lessons.find((one) => one.place === place);
  const course = { orderNumber: view.orderNumber, onView };
  return (
    <>
      <p>
        <Link to={lessonsPath()} className={reader['link']}>
          ← {LESSON_COPY.toLessons}
        </Link>
      </p>
      {lesson?.title == null ? (
        <p role="alert" className={reader['panel']}>
          {LESSON_COPY.gone}
        </p>
      ) : (
        <Sheet title={lesson.title} {...{ lesson, asksDone }} {...course}>
          <DoneMark lesson={lesson} streak={view.streak} {...course} />
        </Sheet>
      )}
      <Neighbours lessons={view.lessons} place={place} />
    </>
  );
}

interface SheetProps extends CourseRef {
  readonly lesson: LessonHead;
  readonly title: string;
  readonly asksDone: boolean;
  readonly children: React.ReactNode;
}

function Sheet({ lesson: { place, minutes }, title, asksDone, children, ...course }: SheetProps) {
  const heading = useSubPage(LESSON_COPY.title(place, title));
  return (
    <article className={css['card']}>
      <header className={css['sheetHead']}>
        <p className={css['day']}>
          {COURSE_COPY.day(place)}
          {minutes !== null && ` · ${COURSE_COPY.minutes(minutes)}`}
        </p>
        <h2 ref={heading} tabIndex={-1} className={css['sheetTitle']}>
          {title}
        </h2>
      </header>
      {asksDone && children}
      <LessonText place={place} {...course} />
      {!asksDone && children}
    </article>
  );
}

/** The lessons before and after it, of those that were sent. */
function Neighbours({ lessons, place }: { readonly lessons: readonly LessonHead[]; readonly place: number }) {
  const neighbours = [
    { words: LESSON_COPY.later, lesson: lessons.find((one) => one.place === place + 1) },
    { words: LESSON_COPY.earlier, lesson: lessons.find((one) => one.place === place - 1) },
  ].flatMap(({ words, lesson }) =>
    lesson?.title == null ? [] : [{ words, place: lesson.place, title: lesson.title }],
  );
  if (neighbours.length === 0) return null;
  return (
    <nav aria-label={LESSON_COPY.neighbours} className={css['foot']}>
      {neighbours.map((one) => (
        <Link key={one.place} to={lessonPath(one.place)} className={reader['link']}>
          {one.words} {LESSON_COPY.title(one.place, one.title)}
        </Link>
      ))}
    </nav>
  );
}
