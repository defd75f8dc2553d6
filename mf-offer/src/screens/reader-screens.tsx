import { READER_NOTES } from '../flow/reader-copy.ts';
import { LatePart } from '../course-access/late-part.tsx';
import { ReaderFrame } from '../course-access/reader-parts.tsx';
import type { ScreenProps } from '../flow/step-frame.tsx';

const loadCourse = async () => (await import('./course/course-body.tsx')).CourseBody;

/** The reader's own lessons. Served with nothing personal; the rest comes once the link has been exchanged. */
export const CourseScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={READER_NOTES.course}>
    <LatePart load={loadCourse} />
  </ReaderFrame>
);

const loadUnsubscribe = async () => (await import('./unsubscribe/unsubscribe-body.tsx')).UnsubscribeBody;

/** Opening it changes nothing, because mail scanners follow links: its one button does. */
export const UnsubscribeScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={READER_NOTES.unsubscribe}>
    <LatePart load={loadUnsubscribe} />
  </ReaderFrame>
);

const loadRefundRequest = async () => (await import('./refund-request/refund-request-body.tsx')).RefundRequestBody;

/** Where a buyer asks for the guarantee. */
export const RefundRequestScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={READER_NOTES['refund-request']}>
    <LatePart load={loadRefundRequest} />
  </ReaderFrame>
);

const loadSecondOrder = async () => (await import('./second-order/second-order-body.tsx')).SecondOrderBody;

/** Opening it changes nothing, because mail scanners follow links: its one button does, once confirmed. */
export const SecondOrderScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={READER_NOTES['second-order']}>
    <LatePart load={loadSecondOrder} />
  </ReaderFrame>
);

const loadObjection = async () => (await import('./withdrawal-objection/objection-body.tsx')).ObjectionBody;

/** Opening it changes nothing, because mail scanners follow links: its one button does. */
export const ObjectionScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={READER_NOTES['withdrawal-objection']}>
    <LatePart load={loadObjection} />
  </ReaderFrame>
);

const loadFirstStep = async () => (await import('./first-step/first-step-body.tsx')).FirstStepBody;

/** Opening it changes nothing, because mail scanners follow links: its one button confirms the request, or ends its mails. */
export const FirstStepScreen = ({ step }: ScreenProps) => (
  <ReaderFrame step={step} note={READER_NOTES['first-step']}>
    <LatePart load={loadFirstStep} />
  </ReaderFrame>
);
