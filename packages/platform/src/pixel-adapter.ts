import type { PixelConfig } from '@course/contracts';
import type { AskConsent, Pixels } from './pixels.ts';
import { loadTtq } from './pixel-script.ts';
import { readVersioned, writeVersioned } from './storage.ts';

const KEY = 'pixel_consent';

const isDecision = (value: unknown): value is boolean => typeof value === 'boolean';

/** Browsers that carry Global Privacy Control say so here. */
const refusesSale = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The visitor's answer, asked for once a device. */
async function agreed(ask: AskConsent): Promise<boolean> {
  const before = readVersioned(KEY, isDecision);
  if (before !== undefined) return before;
  const decision = await ask();
  writeVersioned(KEY, decision);
  return decision;
}

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
export function startPixels(config: PixelConfig, ask: AskConsent): Pixels {
  let send: Pixels['track'] | undefined;
  const start = async (): Promise<void> => {
    await whenInteractive();
    if (config.consent && !(await agreed(ask))) return;
    send = loadTtq(config);
  };
  if (!refusesSale()) {
    addEventListener('click', (event) => isButton(event.target) && send?.('ClickButton'), true);
    start().catch((error: unknown) => console.warn('The pixel could not be started:', error));
  }
  return { track: (event) => send?.(event) };
}

const isButton = (target: EventTarget | null): boolean => target instanceof Element && target.closest('button, [data-answer]') !== null;
