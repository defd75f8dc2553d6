import { COURSE_COPY } from '@course/funnel';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { ReaderFrame } from '../../course-access/reader-frame.tsx';

const load = async () => (await import('./course-body.tsx')).CourseBody;

/** The reader's own lessons. Served with nothing personal; the rest comes once the link has been exchanged. */
export const CourseScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={COURSE_COPY.note}>
    <LatePart load={load} />
  </ReaderFrame>
);
