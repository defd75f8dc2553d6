import { runtimeConfig } from '../config.ts';
import { hasGlobalPrivacyControl } from './consent.ts';

/** The events reported to the advertising provider: that something happened, never who did it. */
export type PixelEvent = 'ClickButton' | 'InitiateCheckout' | 'Contact';

export interface Pixels {
  readonly track: (event: PixelEvent) => void;
  /** Asks the question again. The new answer replaces the previous one, at once and for later visits. */
  readonly askAgain: () => Promise<void>;
}

let pixels: Promise<Pixels> | undefined;

/**
 * Starts the configured pixel, if any. Nothing of it is fetched before a remote calls this, because remotes know the
 * owner's policy.
 */
export function allowPixels({ holdPixelsUntilConsent }: { readonly holdPixelsUntilConsent: boolean }): void {
  if (pixels || typeof document === 'undefined') return;
  const { pixel } = runtimeConfig();
  if (!pixel) return;
  pixels = import('./adapter.ts').then(({ startPixels }) =>
    startPixels({ ...pixel, consent: pixel.consent || holdPixelsUntilConsent }),
  );
  pixels.catch((error: unknown) => console.warn('The pixel could not be started:', error));
}

/** Reports an event, if the visitor is measured at all. Never throws, never waits. */
export const track = (event: PixelEvent): void => void pixels?.then((running) => running.track(event)).catch(() => {});

/** Returns whether there is any measurement for which a visitor can give or withdraw consent. */
export const hasPrivacyChoices = (): boolean => pixels !== undefined && !hasGlobalPrivacyControl();

/** Lets the visitor change the answer. Never throws. */
export const changePrivacyChoices = (): void => void pixels?.then((running) => running.askAgain()).catch(() => {});
