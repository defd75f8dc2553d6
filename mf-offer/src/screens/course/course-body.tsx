import type { ClosedCourseView, CourseView, OpenCourseView } from '@course/contracts';
import { COURSE_COPY } from '../../flow/course-copy.ts';
import { send, useSearchParams } from '@course/platform';
import { useCallback, useState } from 'react';
import { readCourse } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
import { OpenedOrder, type OpenedOrderView } from '../../course-access/opened-order.tsx';
import { OtherOrderNotice, Result } from '../../course-access/reader-parts.tsx';
import { ReopenContext } from '../../course-access/use-loaded.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { type CourseRoute, courseRouteIn } from '../../course-access/course-routes.ts';
import { LibraryCard } from '../../library/library-card.tsx';
import { useResourceLinks } from '../../library/use-resource-links.ts';
import { LessonView } from './lesson-view.tsx';
import { CourseOverview } from './course-overview.tsx';
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
  const route = courseRouteIn(params);
  const onView = useCallback((changed: CourseView) => show({ kind: 'open', view: changed }), [show]);
  const [lastPlace, setLastPlace] = useState<number | null>(null);
  if (route.kind === 'lesson' && route.place !== lastPlace) setLastPlace(route.place);
  const [isClosedHere, setClosedHere] = useState(false);
  const leave = async () => {
    await send('DELETE', '/api/course/session', {});
    setClosedHere(true);
  };
  if (isClosedHere) return <Result fresh title={COURSE_COPY.closedHere} />;
  const isLibrary = hasLibrary(view) && (route.kind === 'library' || route.kind === 'resource');
  if (isLibrary)
    return (
      <ReopenContext value={reopen}>
        <LatePart load={loadLibrary} />
      </ReopenContext>
    );
  return (
    <ReopenContext value={reopen}>
      {hasOrderChanged && <OtherOrderNotice orderNumber={view.orderNumber} />}
      {view.is === 'closed' ? (
        <Closed view={view} />
      ) : (
        <Open key={view.orderNumber} view={view} route={route} from={lastPlace} onView={onView} onLeave={leave} />
      )}
    </ReopenContext>
  );
}

interface OpenProps {
  readonly view: OpenCourseView;
  readonly route: CourseRoute;
  /** The place of the lesson that was shown last. */
  readonly from: number | null;
  readonly onView: (view: CourseView) => void;
  readonly onLeave: () => Promise<void>;
}

/** The part of an open course that the address names. */
const Open = ({ view, route, from, onView, onLeave }: OpenProps) => {
  if (route.kind === 'lesson')
    return <LessonView key={route.place} view={view} place={route.place} asksDone={route.asksDone} onView={onView} />;
  if (route.kind === 'schedule') return <ScheduleView view={view} onView={onView} />;
  return <CourseOverview view={view} from={from} onView={onView} onLeave={onLeave} />;
};

/** The library stays open without a time limit, unless the purchase was refunded or disputed. */
const hasLibrary = (view: CourseView): boolean => view.is === 'open' || view.because === 'over';

const Closed = ({ view }: { readonly view: ClosedCourseView }) => (
  <>
    <Result title={COURSE_COPY.closed[view.because](dateOf(view.since))}>
      <p>{COURSE_COPY.order(view.orderNumber)}</p>
    </Result>
    {hasLibrary(view) && <LibraryCard />}
  </>
);
