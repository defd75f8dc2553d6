import { box, button, say } from './dom.ts';
import { showStep } from './steps.ts';

/** The card owner's answer at the bank's page: true when the purchase is theirs. */
export function askForConsent(): Promise<boolean> {
  showStep('confirm-step');
  box('confirm-title').focus();
  say('Your bank asks you to confirm this purchase.');
  return new Promise((resolve) => {
    button('agree').onclick = () => resolve(true);
    button('refuse').onclick = () => resolve(false);
  });
}
