import { type Exit, isExit, rowOf } from '@course/funnel';
import { pathTo } from '@course/platform';
import { type Step, type StepKey, STEPS } from './steps.ts';

export const stepOf = (key: StepKey): Step => rowOf(STEPS, key);

/** Returns the path of an offer step, or of the entry that an exit names. */
export const pathOf = (target: StepKey | Exit): string => (isExit(target) ? pathTo(target.exit) : stepOf(target).path);
