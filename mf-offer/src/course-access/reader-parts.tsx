import { PRODUCT } from '@course/funnel';
import { LEGAL_LINKS } from '../flow/offer-copy.ts';
import { READER_COPY } from '../flow/reader-copy.ts';
import type { Step } from '../flow/steps.ts';
import { pathTo } from '@course/platform';
import { Button } from '@course/ui';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { StepFrame } from '../flow/step-frame.tsx';
import { isRateLimited } from './calls.ts';
import { focusTitle } from './focus-title.ts';
import css from './reader.module.css';

interface ReaderFrameProps {
  readonly step: Step;
  readonly note: string;
  readonly children: ReactNode;
}

/** The common frame of the screens that mails link to. */
export const ReaderFrame = ({ step, note, children }: ReaderFrameProps) => (
  <StepFrame step={step}>
    <div className={css['intro']}>
      <h1 className={css['title']}>{step.title}</h1>
      <p className={css['note']}>{note}</p>
    </div>
    {children}
    <footer className={css['support']}>
      <p>
        <span>{READER_COPY.support}</span> <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>
      </p>
      {/* A full page load: a legal page may load the advertising pixel, which would keep running after going back. */}
      <a href={pathTo('withdrawal')} referrerPolicy="same-origin">
        {LEGAL_LINKS.withdrawal}
      </a>
    </footer>
  </StepFrame>
);

interface ResultProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** True if it appeared in response to a user action. It then moves the focus to its heading. */
  readonly fresh?: boolean;
}

/** The outcome of an action: a title, and what it means. */
export function Result({ title, children, fresh = false }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (fresh) heading.current?.focus();
  }, [fresh, title]);
  return (
    <section className={css['panel']}>
      <h2 ref={heading} tabIndex={-1} className={css['resultTitle']}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export const Loading = () => (
  <p role="status" className={css['note']}>
    {READER_COPY.opening}
  </p>
);

interface UnreachableProps {
  readonly error?: unknown;
  readonly onAgain: () => void;
  /** Replaces the panel's class. */
  readonly className?: string | undefined;
}

export function Unreachable({ error, onAgain, className = css['panel'] }: UnreachableProps) {
  const tryAgain = ({ currentTarget }: MouseEvent) => {
    focusTitle(currentTarget);
    onAgain();
  };
  return (
    <div className={className}>
      <p role="alert">{isRateLimited(error) ? READER_COPY.rateLimited : READER_COPY.unreachable}</p>
      <Button look="quiet" onClick={tryAgain}>
        {READER_COPY.again}
      </Button>
    </div>
  );
}

/** Says that nothing was done, because another order than the one shown has been opened in this browser since. */
export function OtherOrderNotice({ orderNumber }: { readonly orderNumber: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  // The element that had the focus belonged to the other order and is gone.
  useLayoutEffect(() => notice.current?.focus(), [orderNumber]);
  return (
    <p ref={notice} role="alert" tabIndex={-1} className={css['panel']}>
      {READER_COPY.otherOrder(orderNumber)}
    </p>
  );
}

interface FactListProps {
  /** Name and value; a fact without a value is left out. */
  readonly facts: readonly (readonly [name: string, value: string | undefined])[];
}

/** A list of facts about the order, one per line. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className={css['facts']}>
    {facts.map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name} className={css['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
