import type { CourseView, OpenCourseView } from '@course/contracts';
import { COURSE_COPY, SCHEDULE_COPY } from '../../flow/course-copy.ts';
import { pathOf } from '../../flow/paths.ts';
import { Link } from '@course/platform';
import { useSubmit } from '@course/ui';
import { Failure } from '../../course-access/failure.tsx';
import reader from '../../course-access/reader.module.css';
import { schedulePath } from '../../course-access/course-routes.ts';
import { LibraryCard } from '../../library/library-card.tsx';
import css from './course.module.css';
import { LessonList } from './lesson-list.tsx';
import { Progress } from './progress.tsx';
import { ResumeEmails } from './resume-emails.tsx';

interface CourseOverviewProps {
  readonly view: OpenCourseView;
  /** The place of the lesson that the reader comes back from; null if there is none. */
  readonly from: number | null;
  readonly onView: (view: CourseView) => void;
  /** Closes the course in this browser; rejects if that fails. */
  readonly onLeave: () => Promise<void>;
}

export const CourseOverview = ({ view, from, onView, onLeave }: CourseOverviewProps) => (
  <>
    <Progress view={view} />
    <ResumeEmails view={view} onView={onView} />
    {view.schedule && (
      <Link to={schedulePath()} className={css['scheduleLink']}>
        {SCHEDULE_COPY.link}
      </Link>
    )}
    <LibraryCard />
    <LessonList lessons={view.lessons} from={from} />
    <Foot onLeave={onLeave} />
  </>
);

function Foot({ onLeave }: Pick<CourseOverviewProps, 'onLeave'>) {
  const { error, submit } = useSubmit();
  return (
    <div className={css['foot']}>
      <Link to={pathOf('refund-request')} className={reader['link']}>
        {COURSE_COPY.refund}
      </Link>
      <button type="button" className={reader['link']} onClick={() => submit(onLeave)}>
        {COURSE_COPY.close}
      </button>
      <Failure error={error} />
    </div>
  );
}
