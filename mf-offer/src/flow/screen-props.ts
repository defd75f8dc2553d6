import type { Step } from '@course/funnel';

/** What every screen of this remote is given: its row of the step table. */
export interface ScreenProps {
  readonly step: Step;
}
