import { firstStepConsent } from '@course/funnel';
import { post, readRaw, writeRaw } from '@course/platform';
import { useOnceHydrated } from '@course/ui';

/** Local storage key: the address for which the box was ticked in this browser. */
const KEY = 'first_step_email';

const readEmail = (): string => readRaw(KEY) ?? '';

/** Returns the address for which the box was ticked earlier, or an empty string. */
export const useFirstStepEmail = (): string => useOnceHydrated('', readEmail);

/**
 * Reports the state of the box. Consent is given for one address: submitting another one, or unticking the box,
 * withdraws it. A box that was never ticked is not reported.
 */
export function reportFirstStep(email: string, ticked: boolean): void {
  if (!ticked && readEmail() === '') return;
  writeRaw(KEY, ticked ? email : '');
  post({
    method: 'POST',
    path: '/api/first-step',
    topic: 'first-step',
    body: { email, consentVersion: ticked ? firstStepConsent().version : null },
  });
}
