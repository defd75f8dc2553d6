import { type Answers, PRODUCT, screenOf } from '@course/funnel';
import { Link, pathTo } from '@course/platform';
import { Screen, TopBar } from '@course/ui';
import type { ReactNode } from 'react';
import type { KindEntry } from '../screens/registry.ts';
import { AnswerKeys } from '../keyboard/answer-keys.tsx';
import { LEGAL_LINKS } from './copy.ts';
import { pathOf, progressOf } from './paths.ts';
import { isEntry, type QuizKind, type QuizStep } from './steps.ts';
import css from './step-frame.module.css';
import { ResumeLink } from './resume-link.tsx';

interface StepFrameProps {
  readonly step: QuizStep;
  readonly entry: Omit<KindEntry<QuizKind>, 'Body'>;
  readonly answers: Answers;
  readonly onGo: (path: string) => void;
  readonly children?: ReactNode;
}

/** The frame around every step's body: back arrow and progress, or the brand on an entry screen. */
export function StepFrame({ step, entry, answers, onGo, children }: StepFrameProps) {
  const { layout = 'column', linksToPolicies = false, placesResumeLink = false } = entry;
  return (
    <Screen name={screenOf(step)} layout={layout}>
      {isEntry(step) && <Brand />}
      {step.back && <TopBar backHref={pathOf(step.back)} onBack={onGo} progress={progressOf(step)} />}
      {children}
      {isEntry(step) && !placesResumeLink && <ResumeLink answers={answers} />}
      {isEntry(step) && <EntryFooter withPolicies={!linksToPolicies} />}
      {'asks' in step && <AnswerKeys />}
    </Screen>
  );
}

/** Links to the seller and the legal pages. */
const EntryFooter = ({ withPolicies }: { readonly withPolicies: boolean }) => (
  <footer className={css['footer']}>
    {withPolicies &&
      (['terms', 'privacy'] as const).map((key) => (
        <Link key={key} to={pathTo(key)}>
          {LEGAL_LINKS[key]}
        </Link>
      ))}
    <Link to={pathTo('company')}>{PRODUCT.legalName}</Link>
    <Link to={pathTo('withdrawal')}>{LEGAL_LINKS.withdrawal}</Link>
  </footer>
);

/** The product's logo and name, on entry screens. */
const Brand = () => (
  <header className={css['brand']}>
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path className={css['sun']} d="M5 22a11 11 0 0 1 22 0z" />
      <path className={css['line']} d="M3 24.5h26" />
      <path className={css['ray']} d="M16 5v3M6.5 9l2 2M25.5 9l-2 2" />
    </svg>
    <span className={css['name']}>{PRODUCT.name}</span>
  </header>
);
