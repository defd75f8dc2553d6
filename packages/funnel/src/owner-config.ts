import type { OfferPage } from './offer.ts';

/** How the countdown of /sales002 behaves. `endsAt` is an ISO time; after it the original prices are shown and charged. */
export type Countdown = { readonly mode: 'evergreen' } | { readonly mode: 'off' } | { readonly mode: 'deadline'; readonly endsAt: string };

/** Where an owner decides how strict the funnel is with itself. The defaults follow the specification. */
export interface OwnerConfig {
  /** Whether the terms box of each offer page starts ticked. Many places require that it does not. */
  readonly termsTicked: Readonly<Record<OfferPage, boolean>>;
  /** Whether a line of text says what is missing when checkout is tried without the terms. */
  readonly explainMissingTerms: boolean;
  /** `evergreen` starts anew for every browser and ends without consequence; `deadline` is real; `off` shows none. */
  readonly sales002Countdown: Countdown;
  /** Whether advertising pixels wait for the visitor's consent, even where the installation set CONSENT_MODE=off. */
  readonly holdPixelsUntilConsent: boolean;
}

export const OWNER_CONFIG: OwnerConfig = {
  termsTicked: { sales: false, sales002: true },
  explainMissingTerms: false,
  sales002Countdown: { mode: 'evergreen' },
  holdPixelsUntilConsent: false,
};

/** Whether a real deadline has passed at `now`, in ms since 1970: the discount is over on every page and at the server. */
export const hasOfferEnded = (now: number, { sales002Countdown: countdown }: Pick<OwnerConfig, 'sales002Countdown'> = OWNER_CONFIG): boolean =>
  countdown.mode === 'deadline' && now >= Date.parse(countdown.endsAt);
