import { screenOf } from '@course/funnel';
import type { Step } from './steps.ts';
import { pathOf } from './paths.ts';
import { useGo } from '@course/platform';
import { Horizon, Screen, TopBar } from '@course/ui';
import type { ReactNode } from 'react';

interface StepFrameProps {
  readonly step: Step;
  readonly children: ReactNode;
}

/** The frame of a one-column screen: the back arrow of its step, and a landscape at its foot. */
export function StepFrame({ step, children }: StepFrameProps) {
  const go = useGo();
  return (
    <>
      <Screen name={screenOf(step)}>
        {step.back && <TopBar backHref={pathOf(step.back)} onBack={go} />}
        {children}
      </Screen>
      <Horizon wideOnly={step.hasPicture === true} />
    </>
  );
}

/** The props of every screen of this remote: its row of the step table. */
export interface ScreenProps {
  readonly step: Step;
}
