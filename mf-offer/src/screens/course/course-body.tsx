import type { ClosedCourseView, CourseView, OpenCourseView } from '@course/contracts';
import { COURSE_COPY } from '../../flow/course-copy.ts';
import { send, useSearchParams } from '@course/platform';
import { useCallback, useState } from 'react';
import { readCourse } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
import { OpenedOrder, type OpenedOrderView } from '../../course-access/opened-order.tsx';
import { OtherOrderNotice, Result } from '../../course-access/reader-parts.tsx';
import { Reopen } from '../../course-access/use-loaded.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { type Asked, askedIn } from '../../course-access/addresses.ts';
import { LibraryCard } from '../../library/library-card.tsx';
import { useResourceLinks } from '../../library/use-resource-links.ts';
import { LessonView } from './lesson-view.tsx';
import { OpenCourse } from './open-course.tsx';
import { ScheduleView } from './schedule-view.tsx';

const loadLibrary = async () => (await import('../../library/library.tsx')).Library;

export const CourseBody = () => (
  <OpenedOrder purpose="course" readView={readCourse} refunded={<Result title={COURSE_COPY.refunded} />}>
    {(order) => <Course {...order} />}
  </OpenedOrder>
);

function Course({ view, hasOrderChanged, show, reopen }: OpenedOrderView<CourseView>) {
  const [params] = useSearchParams();
  useResourceLinks();
  const asked = askedIn(params);
  const onView = useCallback((changed: CourseView) => show({ kind: 'open', view: changed }), [show]);
  const [last, setLast] = useState<number | null>(null);
  if (asked.show === 'lesson' && asked.place !== last) setLast(asked.place);
  const [isClosedHere, setClosedHere] = useState(false);
  const leave = async () => {
    await send('DELETE', '/api/course/session', {});
    setClosedHere(true);
  };
  if (isClosedHere) return <Result fresh title={COURSE_COPY.closedHere} />;
  const isLibrary = hasLibrary(view) && (asked.show === 'library' || asked.show === 'resource');
  return (
    <Reopen value={reopen}>
      {isLibrary && <LatePart load={loadLibrary} />}
      {!isLibrary && hasOrderChanged && <OtherOrderNotice orderNumber={view.orderNumber} />}
      {!isLibrary && view.is === 'closed' && <Closed view={view} />}
      {!isLibrary && view.is === 'open' && (
        <Open key={view.orderNumber} {...{ view, asked, onView }} from={last} onLeave={leave} />
      )}
    </Reopen>
  );
}

interface OpenProps {
  readonly view: OpenCourseView;
  readonly asked: Asked;
  /** The lesson that was shown last. */
  readonly from: number | null;
  readonly onView: (view: CourseView) => void;
  readonly onLeave: () => Promise<void>;
}

/** The part of an open course that the address asks for. */
const Open = ({ view, asked, from, onView, onLeave }: OpenProps) => {
  if (asked.show === 'lesson') return <LessonView key={asked.place} {...{ view, onView }} {...asked} />;
  if (asked.show === 'schedule') return <ScheduleView view={view} onView={onView} />;
  return <OpenCourse {...{ view, from, onView, onLeave }} />;
};

/** What was sold beside the lessons has no end, unless the purchase was undone. */
const hasLibrary = (view: CourseView): boolean => view.is === 'open' || view.because === 'over';

const Closed = ({ view }: { readonly view: ClosedCourseView }) => (
  <>
    <Result title={COURSE_COPY.closed[view.because](dateOf(view.since))}>
      <p>{COURSE_COPY.order(view.orderNumber)}</p>
    </Result>
    {hasLibrary(view) && <LibraryCard />}
  </>
);
