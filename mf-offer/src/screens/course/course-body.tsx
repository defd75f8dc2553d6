import type { ClosedCourseView, CourseView } from '@course/contracts';
import { COURSE_COPY } from '../../flow/reader-copy.ts';
import { read, send, useSearchParams } from '@course/platform';
import { useState } from 'react';
import { dateOf } from '../../course-access/dates.ts';
import { NewLinkForm } from '../../course-access/new-link-form.tsx';
import { Opening, Result, Unreachable } from '../../course-access/reader-parts.tsx';
import { useReading } from '../../course-access/use-reading.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { askedIn } from '../../library/addresses.ts';
import { LibraryCard } from '../../library/library-card.tsx';
import { useResourceLinks } from '../../library/use-resource-links.ts';
import { OpenCourse } from './open-course.tsx';

const readCourse = () => read(['/api', 'course']) as Promise<CourseView>;

const loadLibrary = async () => (await import('../../library/library.tsx')).Library;

export function CourseBody() {
  const [params] = useSearchParams();
  useResourceLinks();
  const { reading, tryAgain } = useReading(readCourse);
  const [isLeft, setLeft] = useState(false);
  const leave = async () => {
    await send('DELETE', '/api/course/session', {});
    setLeft(true);
  };
  if (isLeft) return <Result fresh title={COURSE_COPY.closedHere} />;
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
      if (hasLibrary(reading.view) && askedIn(params).show !== 'lessons') return <LatePart load={loadLibrary} />;
      return reading.view.is === 'open' ? (
        <OpenCourse view={reading.view} onLeave={leave} />
      ) : (
        <Closed view={reading.view} />
      );
    default:
      return reading satisfies never;
  }
}

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
