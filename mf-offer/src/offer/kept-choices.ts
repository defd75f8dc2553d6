import type { OfferPage } from '@course/funnel';
import { readRaw, sharedAtom, store, useShared } from '@course/platform';
import { useMemo } from 'react';

/** What an offer page keeps as long as its document exists, for example while the visitor reads the terms. */
export interface KeptChoices {
  /** The plan that the visitor picked, and the address's query at that moment. */
  readonly plan?: { readonly picked: string; readonly search: string };
  readonly ticked?: boolean;
  /** When the offer of this page load ends, in ms since 1970. */
  readonly endsAt?: number;
}

interface OfSession {
  /** The stored session at that time; null before there was one. */
  readonly session: string | null;
}

type SessionChoices = KeptChoices & OfSession;

const keptAtom = sharedAtom<Readonly<Partial<Record<OfferPage, SessionChoices>>>>({});

/** Returns the stored entry of this visitor's session, only to compare it; null before there is one. */
export const sessionNow = (): string | null => readRaw('session_id');

/** Starting over changes the session, so the next visitor sees nothing of the one before. */
const isThisVisitors = ({ session }: OfSession): boolean => session === null || session === sessionNow();

const ofThisVisitor = (kept: SessionChoices | undefined): KeptChoices => (kept && isThisVisitors(kept) ? kept : {});

export function useKeptChoices(page: OfferPage): KeptChoices {
  const kept = useShared(keptAtom)[page];
  return useMemo(() => ofThisVisitor(kept), [kept]);
}

export function keepChoices(page: OfferPage, change: KeptChoices): void {
  const kept = store.get(keptAtom);
  store.set(keptAtom, { ...kept, [page]: { ...ofThisVisitor(kept[page]), ...change, session: sessionNow() } });
}

const endedAtom = sharedAtom<OfSession | null>(null);

/** Returns true once the server refused the discount as ended, whatever this device's clock says. */
export function useOfferEnded(): boolean {
  const ended = useShared(endedAtom);
  return ended !== null && isThisVisitors(ended);
}

export const keepOfferEnded = (): void => store.set(endedAtom, { session: sessionNow() });
