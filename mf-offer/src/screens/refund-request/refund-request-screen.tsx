import { REFUND_COPY } from '@course/funnel';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { LatePart } from '../../course-access/late-part.tsx';
import { ReaderFrame } from '../../course-access/reader-frame.tsx';

const load = async () => (await import('./refund-request-body.tsx')).RefundRequestBody;

/** Where a buyer asks for the guarantee. */
export const RefundRequestScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={REFUND_COPY.note}>
    <LatePart load={load} />
  </ReaderFrame>
);
