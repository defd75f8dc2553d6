import type { ComponentType } from 'react';
import { LatePart } from '../course-access/late-part.tsx';
import { ReaderFrame } from '../course-access/reader-parts.tsx';
import { READER_NOTES } from '../flow/reader-copy.ts';
import type { ScreenProps } from '../flow/step-frame.tsx';
import type { ReaderKind } from '../flow/steps.ts';

const BODIES = {
  course: async () => (await import('./course/course-body.tsx')).CourseBody,
  unsubscribe: async () => (await import('./unsubscribe/unsubscribe-body.tsx')).UnsubscribeBody,
  'refund-request': async () => (await import('./refund-request/refund-request-body.tsx')).RefundRequestBody,
  'second-order': async () => (await import('./second-order/second-order-body.tsx')).SecondOrderBody,
  'withdrawal-objection': async () => (await import('./withdrawal-objection/objection-body.tsx')).ObjectionBody,
  'first-step': async () => (await import('./first-step/first-step-body.tsx')).FirstStepBody,
} satisfies { [Kind in ReaderKind]: () => Promise<ComponentType> };

/**
 * A page that mails link to. Its HTML contains nothing personal; its body is loaded when it is shown. Only its buttons
 * change something, not opening it, because mail scanners follow links.
 */
export const readerScreen =
  (kind: ReaderKind): ComponentType<ScreenProps> =>
  ({ step }) => (
    <ReaderFrame step={step} note={READER_NOTES[kind]}>
      <LatePart load={BODIES[kind]} />
    </ReaderFrame>
  );
