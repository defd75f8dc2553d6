import type { PixelConfig } from '@course/contracts';
import { consentQuestionAtom, refusesSale } from './consent.ts';
import { loadTtq, type Ttq } from './script.ts';
import type { Pixels } from './pixels.ts';
import { store, storedAtom } from '../stored-atom.ts';

const isDecision = (value: unknown): value is boolean => typeof value === 'boolean';

/** The visitor's answer on this device. Null before, and again when another visitor starts over. */
const decisionAtom = storedAtom<boolean | null>('pixel_consent', null, isDecision);

/** Shows the question and resolves to the visitor's answer. `again`: the visitor asked for it. */
type AskConsent = (again?: boolean) => Promise<boolean>;

/** Calls that come while the question is on show share its answer. */
const askConsent: AskConsent = (again = false) =>
  new Promise((resolve) => {
    const onShow = store.get(consentQuestionAtom);
    const onAnswer = (agreed: boolean): void => {
      store.set(consentQuestionAtom, null);
      onShow?.onAnswer(agreed);
      resolve(agreed);
    };
    store.set(consentQuestionAtom, { again, onAnswer });
  });

/** Runs `work` when the page is interactive: nothing of the pixel competes with the first screen. */
function whenInteractive(): Promise<void> {
  const page = document.documentElement;
  const isReady = () => page.dataset['interactive'] === 'true';
  return new Promise((resolve) => {
    if (isReady()) return resolve();
    const watch = new MutationObserver(() => {
      if (!isReady()) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(page, { attributeFilter: ['data-interactive'] });
  });
}

/**
 * The one place that talks to the pixel. Until the visitor may be measured, events are dropped, not kept: what happened
 * before an agreement is no part of it.
 */
export function startPixels(config: PixelConfig, ask: AskConsent = askConsent): Pixels {
  let script: Ttq | undefined;
  let send: Pixels['track'] | undefined;
  const apply = (may: boolean): void => {
    if (may && script) script.allow(true);
    else if (may) script = loadTtq(config);
    else script?.allow(false);
    send = may ? script?.track : undefined;
  };
  const decide = async (again?: boolean): Promise<void> => store.set(decisionAtom, await ask(again));
  /** A no that was given without being asked counts too. */
  const follow = (): void => {
    const decision = store.get(decisionAtom);
    apply(decision ?? !config.consent);
    if (decision === null && config.consent) void decide();
  };
  const start = async (): Promise<void> => {
    await whenInteractive();
    store.sub(decisionAtom, follow);
    follow();
  };
  if (!refusesSale()) {
    addEventListener('click', (event) => isButton(event.target) && send?.('ClickButton'), true);
    start().catch((error: unknown) => console.warn('The pixel could not be started:', error));
  }
  return { track: (event) => send?.(event), askAgain: () => decide(true) };
}

const isButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, [data-answer]') !== null;
