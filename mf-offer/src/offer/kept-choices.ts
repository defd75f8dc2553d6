import type { OfferPage } from '@course/funnel';
import { readRaw } from '@course/platform';

/** What an offer page keeps while its document lives: reading the terms and coming back is no new load. */
export interface KeptChoices {
  /** The plan that the visitor picked, and the address's query while they did. */
  readonly plan?: { readonly picked: string; readonly search: string };
  readonly ticked?: boolean;
  /** When the offer of this load ends, in ms since 1970. */
  readonly endsAt?: number;
}

/** Starting over changes the session, so that the next visitor finds nothing of the last one's choices. Null before there is one. */
const sessionNow = (): string | null => readRaw('session_id');

const kept = new Map<OfferPage, KeptChoices & { readonly session: string | null }>();

export function keptChoices(page: OfferPage): KeptChoices {
  const found = kept.get(page);
  return found && (found.session === null || found.session === sessionNow()) ? found : {};
}

export const keepChoices = (page: OfferPage, change: KeptChoices): void =>
  void kept.set(page, { ...keptChoices(page), ...change, session: sessionNow() });
