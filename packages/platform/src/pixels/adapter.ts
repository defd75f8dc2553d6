import type { PixelConfig } from '@course/contracts';
import { consentQuestionAtom, hasGlobalPrivacyControl } from './consent.ts';
import { loadTtq, type Ttq } from './script.ts';
import type { Pixels } from './pixels.ts';
import { store, storedAtom } from '../stored-atom.ts';

const isDecision = (value: unknown): value is boolean => typeof value === 'boolean';

/** The visitor's answer on this device. Null before it is given, and again after starting over. */
const decisionAtom = storedAtom<boolean | null>('pixel_consent', null, isDecision);

/** Shows the question and resolves to the visitor's answer. `again`: the visitor reopened it. */
type AskConsent = (again?: boolean) => Promise<boolean>;

/** Calls while the question is shown share its answer. */
const askConsent: AskConsent = (again = false) =>
  new Promise((resolve) => {
    const shown = store.get(consentQuestionAtom);
    const onAnswer = (agreed: boolean): void => {
      store.set(consentQuestionAtom, null);
      shown?.onAnswer(agreed);
      resolve(agreed);
    };
    store.set(consentQuestionAtom, { again, onAnswer });
  });

/** Resolves once the page is interactive, so that the pixel does not compete with the first screen. */
function whenInteractive(): Promise<void> {
  const page = document.documentElement;
  const isReady = () => page.dataset['interactive'] === 'true';
  return new Promise((resolve) => {
    if (isReady()) return resolve();
    const observer = new MutationObserver(() => {
      if (!isReady()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(page, { attributeFilter: ['data-interactive'] });
  });
}

/**
 * The only place that talks to the pixel. Until the visitor may be measured, events are dropped, not queued: consent
 * does not cover what happened before it.
 */
export function startPixels(config: PixelConfig, ask: AskConsent = askConsent): Pixels {
  let script: Ttq | undefined;
  let send: Pixels['track'] | undefined;
  const apply = (allowed: boolean): void => {
    if (allowed && script) script.setConsent(true);
    else if (allowed) script = loadTtq(config);
    else script?.setConsent(false);
    send = allowed ? script?.track : undefined;
  };
  const decide = async (again?: boolean): Promise<void> => store.set(decisionAtom, await ask(again));
  /** A no counts even where visitors are not asked beforehand. */
  const applyDecision = (): void => {
    const decision = store.get(decisionAtom);
    apply(decision ?? !config.consent);
    if (decision === null && config.consent) void decide();
  };
  const start = async (): Promise<void> => {
    await whenInteractive();
    store.sub(decisionAtom, applyDecision);
    applyDecision();
  };
  if (!hasGlobalPrivacyControl()) {
    addEventListener('click', (event) => isButton(event.target) && send?.('ClickButton'), true);
    start().catch((error: unknown) => console.warn('The pixel could not be started:', error));
  }
  return { track: (event) => send?.(event), askAgain: () => decide(true) };
}

const isButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, [data-answer]') !== null;
