import { runtimeConfig } from '../config.ts';
import { refusesSale } from './consent.ts';

/** What advertising is told: that something happened, never about whom. */
export type PixelEvent = 'ClickButton' | 'InitiateCheckout' | 'Contact';

export interface Pixels {
  readonly track: (event: PixelEvent) => void;
  /** Puts the question again. The new answer takes the place of the one before, at once and for later visits. */
  readonly askAgain: () => Promise<void>;
}

let pixels: Promise<Pixels> | undefined;

/**
 * Lets the configured pixel run. Nothing of it is fetched before a remote says so, which knows the owner's policy,
 * nor without a pixel id.
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

/** Reports an event, if the visitor's events are reported at all. Never throws, never waits. */
export const track = (event: PixelEvent): void => void pixels?.then((running) => running.track(event)).catch(() => {});

/** Whether there is any measurement that a visitor may agree to, or take back. */
export const hasPrivacyChoices = (): boolean => pixels !== undefined && !refusesSale();

/** Lets the visitor change the answer. Never throws. */
export const changePrivacyChoices = (): void => void pixels?.then((running) => running.askAgain()).catch(() => {});
