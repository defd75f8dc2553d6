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
  /** True to ask above the text whether the lesson is done, because the reader has read it in the mail. */
  readonly asksDone: boolean;
}

/** The page of one lesson. */
export function LessonView({ view, place, asksDone, onView }: LessonViewProps) {
  const lesson = view.lessons.find((candidate) => candidate.place === place);
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
        <LessonArticle title={lesson.title} lesson={lesson} asksDone={asksDone} {...course}>
          <DoneMark lesson={lesson} streak={view.streak} {...course} />
        </LessonArticle>
      )}
      <Neighbours lessons={view.lessons} place={place} />
    </>
  );
}

interface LessonArticleProps extends CourseRef {
  readonly lesson: LessonHead;
  readonly title: string;
  readonly asksDone: boolean;
  readonly children: React.ReactNode;
}

function LessonArticle({ lesson: { place, minutes }, title, asksDone, children, ...course }: LessonArticleProps) {
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

/** Links to the previous and next lessons, as far as they have been sent. */
function Neighbours({ lessons, place }: { readonly lessons: readonly LessonHead[]; readonly place: number }) {
  const neighbours = [
    { label: LESSON_COPY.later, lesson: lessons.find((candidate) => candidate.place === place + 1) },
    { label: LESSON_COPY.earlier, lesson: lessons.find((candidate) => candidate.place === place - 1) },
  ].flatMap(({ label, lesson }) =>
    lesson?.title == null ? [] : [{ label, place: lesson.place, title: lesson.title }],
  );
  if (neighbours.length === 0) return null;
  return (
    <nav aria-label={LESSON_COPY.neighbours} className={css['foot']}>
      {neighbours.map((neighbour) => (
        <Link key={neighbour.place} to={lessonPath(neighbour.place)} className={reader['link']}>
          {neighbour.label} {LESSON_COPY.title(neighbour.place, neighbour.title)}
        </Link>
      ))}
    </nav>
  );
}
