import { box, button, say } from './dom.ts';

const STEPS = ['waiting', 'form-step', 'confirm-step', 'end-step'] as const;

export function showStep(step: (typeof STEPS)[number]): void {
  for (const one of STEPS) box(one).hidden = one !== step;
  box('checkout').setAttribute('aria-busy', String(step === 'waiting'));
}

export interface Ending {
  title: string;
  text: string;
  /** What a button beside the text does. */
  goOn?: () => void;
  again?: () => void;
}

/** The last thing that is said: paid, expired or out of reach. */
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
  say(`${title}. ${text}`);
}

/** Keeps the focus, which a disabled button would lose, and the double click from paying twice. */
export function setBusy(id: string, busy: boolean, label: string): void {
  button(id).setAttribute('aria-disabled', String(busy));
  button(id).textContent = label;
}
