import { SECOND_ORDER_COPY } from '@course/funnel';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { ReaderFrame } from '../../course-access/reader-frame.tsx';

const load = async () => (await import('./second-order-body.tsx')).SecondOrderBody;

/** Opening it changes nothing, because mail scanners follow links: its one button does, once confirmed. */
export const SecondOrderScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={SECOND_ORDER_COPY.note}>
    <LatePart load={load} />
  </ReaderFrame>
);
