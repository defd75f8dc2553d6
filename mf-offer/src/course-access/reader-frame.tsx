import { PRODUCT, READER_COPY, type Step } from '@course/funnel';
import type { ReactNode } from 'react';
import { StepFrame } from '../flow/step-frame.tsx';
import css from './reader.module.css';

interface ReaderFrameProps {
  readonly step: Step;
  readonly note: string;
  readonly children: ReactNode;
}

/** What the screens that the mails lead to have in common. */
export const ReaderFrame = ({ step, note, children }: ReaderFrameProps) => (
  <StepFrame step={step}>
    <div className={css['intro']}>
      <h1 className={css['title']}>{step.title}</h1>
      <p className={css['note']}>{note}</p>
    </div>
    {children}
    <p className={css['support']}>
      <span>{READER_COPY.support}</span> <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>
    </p>
  </StepFrame>
);
