import { isEntry, pathOf, progressOf, QUESTION_COUNT, screenOf, type Answers } from '@course/funnel';
import { Horizon, Screen, TopBar } from '@course/ui';
import type { ReactNode } from 'react';
import { AnswerKeys } from '../keyboard/answer-keys.tsx';
import { Brand } from '../parts/brand.tsx';
import type { QuizKind, QuizStep } from '../quiz-steps.ts';
import { EntryFooter } from './entry-footer.tsx';
import { ResumeLink } from './resume-link.tsx';
import { risenAt } from './risen.ts';

interface StepFrameProps {
  readonly step: QuizStep;
  readonly layout?: 'column' | 'page' | undefined;
  readonly answers: Answers;
  readonly onGo: (path: string) => void;
  readonly children?: ReactNode;
}

/** Kinds that show a sunrise of their own. */
const WITH_PICTURE: readonly QuizKind[] = ['yes-no', 'gender'];

/** What stands around the body of every step: back arrow and progress, or the brand on an entry screen; a landscape at its foot. */
export function StepFrame({ step, layout = 'column', answers, onGo, children }: StepFrameProps) {
  const number = progressOf(step);
  return (
    <>
      <Screen name={screenOf(step)} layout={layout}>
        {isEntry(step.key) && <Brand />}
        {step.back && <TopBar backHref={pathOf(step.back)} onBack={onGo} number={number} total={QUESTION_COUNT} />}
        {children}
        {isEntry(step.key) && step.kind !== 'landing' && <ResumeLink answers={answers} />}
        {isEntry(step.key) && <EntryFooter step={step} />}
        {'asks' in step && <AnswerKeys />}
      </Screen>
      {layout === 'column' && <Horizon risen={risenAt(step)} wideOnly={WITH_PICTURE.includes(step.kind)} />}
    </>
  );
}
