import { type Exit, hasOfferEnded, isExit, OWNER_CONFIG, type OwnerConfig, rowOf } from '@course/funnel';
import { pathTo, salesPath } from '@course/platform';
import { type Step, type StepKey, STEPS } from './steps.ts';

export const stepOf = (key: StepKey): Step => rowOf(STEPS, key);

/** Returns the path of an offer step, or of the entry that an exit names. */
export const pathOf = (target: StepKey | Exit): string => (isExit(target) ? pathTo(target.exit) : stepOf(target).path);

/**
 * Returns the path of a step for this visitor. If several sales pages are being tested, the offer's path is the one
 * assigned to the visitor. Once the discount has ended, the scratch card is skipped.
 */
export function pathForVisitor(
  target: StepKey | Exit,
  config: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG,
): string {
  if (target === 'scratch' && hasOfferEnded(Date.now(), config)) return pathOf('timeline');
  return (target === 'sales002' ? salesPath() : undefined) ?? pathOf(target);
}
