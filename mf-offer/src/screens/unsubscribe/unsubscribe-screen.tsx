import { UNSUBSCRIBE_COPY } from '@course/funnel';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { ReaderFrame } from '../../course-access/reader-frame.tsx';

const load = async () => (await import('./unsubscribe-body.tsx')).UnsubscribeBody;

/** Opening it changes nothing, because mail scanners follow links: its one button does. */
export const UnsubscribeScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={UNSUBSCRIBE_COPY.note}>
    <LatePart load={load} />
  </ReaderFrame>
);
