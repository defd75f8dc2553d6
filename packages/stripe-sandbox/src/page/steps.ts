import { box, button, announce } from './dom.ts';

const STEPS = ['waiting', 'form-step', 'confirm-step', 'end-step'] as const;

export function showStep(step: (typeof STEPS)[number]): void {
  for (const id of STEPS) box(id).hidden = id !== step;
  box('checkout').setAttribute('aria-busy', String(step === 'waiting'));
}

export interface Ending {
  title: string;
  text: string;
  /** Action of the Continue button; without it there is no button. */
  goOn?: () => void;
  again?: () => void;
}

/** Shows the final message: paid, expired or unreachable. */
export function showEnding({ title, text, goOn, again }: Ending): void {
  box('end-title').textContent = title;
  box('end-text').textContent = text;
  for (const [id, action] of [
    ['go-on', goOn],
    ['again', again],
  ] as const) {
    button(id).hidden = action === undefined;
    button(id).onclick = action ?? null;
  }
  showStep('end-step');
  box('end-title').focus();
  announce(`${title}. ${text}`);
}

/** Marks a button as busy. Not `disabled`, which would lose the focus. */
export function setBusy(id: string, busy: boolean, label: string): void {
  button(id).setAttribute('aria-disabled', String(busy));
  button(id).textContent = label;
}

/** Shows the bank's question. Resolves to true if the cardholder confirms the purchase. */
export function askForAuthentication(): Promise<boolean> {
  showStep('confirm-step');
  box('confirm-title').focus();
  announce('Your bank asks you to confirm this purchase.');
  return new Promise((resolve) => {
    button('agree').onclick = () => resolve(true);
    button('refuse').onclick = () => resolve(false);
  });
}
