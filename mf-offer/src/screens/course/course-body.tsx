import type { ClosedCourseView, CourseView, OpenCourseView } from '@course/contracts';
import { COURSE_COPY } from '../../flow/course-copy.ts';
import { send, useSearchParams } from '@course/platform';
import { useCallback, useState } from 'react';
import { readCourse } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
import { NewLinkForm } from '../../course-access/new-link-form.tsx';
import { Opening, OtherOrderNotice, Result, Unreachable } from '../../course-access/reader-parts.tsx';
import { useOrderChanged } from '../../course-access/use-order-changed.ts';
import { useReading } from '../../course-access/use-reading.ts';
import { Reopen } from '../../course-access/use-loaded.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { type Asked, askedIn } from '../../course-access/addresses.ts';
import { LibraryCard } from '../../library/library-card.tsx';
import { useResourceLinks } from '../../library/use-resource-links.ts';
import { LessonView } from './lesson-view.tsx';
import { OpenCourse } from './open-course.tsx';
import { ScheduleView } from './schedule-view.tsx';

const loadLibrary = async () => (await import('../../library/library.tsx')).Library;

export function CourseBody() {
  const [params] = useSearchParams();
  useResourceLinks();
  const asked = askedIn(params);
  const { reading, tryAgain, show } = useReading({ readView: readCourse, purpose: 'course' });
  const onView = useCallback((view: CourseView) => show({ kind: 'open', view }), [show]);
  const hasOrderChanged = useOrderChanged(reading.kind === 'open' ? reading.view : null);
  const [last, setLast] = useState<number | null>(null);
  if (asked.show === 'lesson' && asked.place !== last) setLast(asked.place);
  // Only this reading was closed: the mail's link begins another, also in this tab.
  const [closed, setClosed] = useState<typeof reading>();
  const leave = async () => {
    await send('DELETE', '/api/course/session', {});
    setClosed(reading);
  };
  if (closed === reading) return <Result fresh title={COURSE_COPY.closedHere} />;
  switch (reading.kind) {
    case 'opening':
      return <Opening />;
    case 'unreachable':
      return <Unreachable busy={reading.busy} onAgain={tryAgain} />;
    case 'refunded':
      return <Result title={COURSE_COPY.refunded} />;
    case 'shut':
      return <NewLinkForm purpose="course" ended={reading.ended} />;
    case 'open':
      if (hasLibrary(reading.view) && (asked.show === 'library' || asked.show === 'resource'))
        return (
          <Reopen value={tryAgain}>
            <LatePart load={loadLibrary} />
          </Reopen>
        );
      return (
        <Reopen value={tryAgain}>
          {hasOrderChanged && <OtherOrderNotice orderNumber={reading.view.orderNumber} />}
          {reading.view.is === 'closed' ? (
            <Closed view={reading.view} />
          ) : (
            <Open
              key={reading.view.orderNumber}
              view={reading.view}
              asked={asked}
              from={last}
              onView={onView}
              onLeave={leave}
            />
          )}
        </Reopen>
      );
    default:
      return reading satisfies never;
  }
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
