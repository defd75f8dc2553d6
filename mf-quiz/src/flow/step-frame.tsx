import { isEntry, PRODUCT, pathOf, progressOf, screenOf, type Answers } from '@course/funnel';
import { Screen, Sides, TopBar } from '@course/ui';
import type { ReactNode } from 'react';
import { AnswerKeys } from '../keyboard/answer-keys.tsx';
import { Brand } from '../parts/brand.tsx';
import type { QuizStep } from '../quiz-steps.ts';
import { ResumeLink } from './resume-link.tsx';

interface StepFrameProps {
  readonly step: QuizStep;
  readonly layout?: 'column' | 'page' | undefined;
  readonly answers: Answers;
  readonly onGo: (path: string) => void;
  readonly children?: ReactNode;
}

/** What stands around the body of every step: back arrow and progress, or the brand on an entry screen. */
export function StepFrame({ step, layout = 'column', answers, onGo, children }: StepFrameProps) {
  const number = progressOf(step);
  return (
    <Screen name={screenOf(step)} layout={layout}>
      {isEntry(step.key) && <Brand />}
      {step.back && <TopBar backHref={pathOf(step.back)} onBack={onGo} number={number} total={PRODUCT.quizQuestions} />}
      {children}
      {isEntry(step.key) && <ResumeLink answers={answers} />}
      {'asks' in step && <AnswerKeys />}
      {layout === 'column' && <Sides />}
    </Screen>
  );
}
