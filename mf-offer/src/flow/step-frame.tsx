import { pathOf, screenOf, type Step } from '@course/funnel';
import { useGo } from '@course/platform';
import { Screen, Sides, TopBar } from '@course/ui';
import type { ReactNode } from 'react';

interface StepFrameProps {
  readonly step: Step;
  readonly children: ReactNode;
}

/** What stands around a screen of one column: its back arrow, as the step table has it, and calm shapes at the sides. */
export function StepFrame({ step, children }: StepFrameProps) {
  const go = useGo();
  return (
    <Screen name={screenOf(step)}>
      {step.back && <TopBar backHref={pathOf(step.back)} onBack={go} />}
      {children}
      <Sides />
    </Screen>
  );
}
