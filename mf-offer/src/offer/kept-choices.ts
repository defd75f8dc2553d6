import type { OfferPage } from '@course/funnel';
import { readRaw, sharedAtom, store, useShared } from '@course/platform';

/** What an offer page keeps while its document lives: reading the terms and coming back is no new load. */
export interface KeptChoices {
  /** The plan that the visitor picked, and the address's query while they did. */
  readonly plan?: { readonly picked: string; readonly search: string };
  readonly ticked?: boolean;
  /** When the offer of this load ends, in ms since 1970. */
  readonly endsAt?: number;
}

interface OfSession extends KeptChoices {
  /** Null before there is one. */
  readonly session: string | null;
}

const keptAtom = sharedAtom<Readonly<Partial<Record<OfferPage, OfSession>>>>({});

/** This visitor's session id; null before there is one. */
export const sessionNow = (): string | null => readRaw('session_id');

/** Starting over changes the session, so that the next visitor finds nothing of the last one's choices. */
const ofThisVisitor = (kept: OfSession | undefined): KeptChoices =>
  kept && (kept.session === null || kept.session === sessionNow()) ? kept : {};

export const useKeptChoices = (page: OfferPage): KeptChoices => ofThisVisitor(useShared(keptAtom)[page]);

export function keepChoices(page: OfferPage, change: KeptChoices): void {
  const kept = store.get(keptAtom);
  store.set(keptAtom, { ...kept, [page]: { ...ofThisVisitor(kept[page]), ...change, session: sessionNow() } });
}
