import type { ClosedCourseView, CourseView } from '@course/contracts';
import { COURSE_COPY } from '../../flow/reader-copy.ts';
import { read, send } from '@course/platform';
import { useState } from 'react';
import { dateOf } from '../../course-access/dates.ts';
import { NewLinkForm } from '../../course-access/new-link-form.tsx';
import { Opening, Result, Unreachable } from '../../course-access/reader-parts.tsx';
import { useReading } from '../../course-access/use-reading.ts';
import { OpenCourse } from './open-course.tsx';

const readCourse = () => read(['/api', 'course']) as Promise<CourseView>;

export function CourseBody() {
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
      return reading.view.is === 'open' ? (
        <OpenCourse view={reading.view} onLeave={leave} />
      ) : (
        <Closed view={reading.view} />
      );
    default:
      return reading satisfies never;
  }
}

const Closed = ({ view }: { readonly view: ClosedCourseView }) => (
  <Result title={COURSE_COPY.closed[view.because](dateOf(view.since))}>
    <p>{COURSE_COPY.order(view.orderNumber)}</p>
  </Result>
);
