import { useCallback, useEffect, useState } from 'react';
import { fetchJson, isClosed, isWrongToken, messageOf, send } from '../data/fetch-json.ts';

interface Access {
  /** `failed` where the service did not say. */
  readonly state: 'waiting' | 'open' | 'locked' | 'failed';
  /** What it waits for, or why it is not open. */
  readonly message: string;
  readonly isSigningOut?: boolean;
}

const HOW = 'Open the link that npm start prints after “Insights:”. It gives this browser access for 12 hours.';

const OPENING: Access = { state: 'waiting', message: 'Opening the insights' };
const SIGNING_OUT: Access = { state: 'waiting', message: 'Signing out' };

const refusedBy = (error: unknown): Access => {
  if (isClosed(error)) return { state: 'locked', message: HOW };
  return { state: isWrongToken(error) ? 'locked' : 'failed', message: messageOf(error) };
};

/** The token of the link that was opened, until the service has accepted or refused it. */
let pending: string | undefined;

const enter = async (): Promise<Access> => {
  pending = takeToken() ?? pending;
  try {
    if (pending === undefined) await askSession();
    else await openWith(pending);
    return { state: 'open', message: '' };
  } catch (error) {
    return refusedBy(error);
  }
};

// Once a load: in development effects run twice, and the fragment is there only once.
let entering: Promise<Access> | undefined;

/** Whether this browser may see the insights: by the link it was opened with, or by its cookie. */
export const useAccess = () => {
  const [access, setAccess] = useState(OPENING);
  useEffect(() => {
    void (entering ??= enter()).then(setAccess);
    // A link that is pasted into the open page changes its fragment only.
    const reenter = (): void => void (location.hash.length > 1 && enter().then(setAccess));
    addEventListener('hashchange', reenter);
    return () => removeEventListener('hashchange', reenter);
  }, []);
  const closed = useCallback(() => setAccess({ state: 'locked', message: HOW }), []);
  const signOut = useCallback(() => {
    setAccess(SIGNING_OUT);
    void leave().then(setAccess);
  }, []);
  const reopen = useCallback(() => {
    setAccess(OPENING);
    void enter().then(setAccess);
  }, []);
  return { ...access, closed, signOut, retry: access.isSigningOut ? signOut : reopen };
};

/** The token in the link's fragment, which is taken out of the address at once. */
const takeToken = (): string | undefined => {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
};

const askSession = (): Promise<unknown> => fetchJson('/api/insights/session');

/** Trades the token for a cookie. Rejects with the service's own words. */
const openWith = async (token: string): Promise<void> => {
  try {
    await send('/api/insights/session', { method: 'POST', body: { token } });
    pending = undefined;
  } catch (error) {
    if (!isWrongToken(error)) throw error;
    pending = undefined;
    // A browser that has access already keeps it.
    await askSession().catch(() => Promise.reject(error as Error));
  }
};

const leave = async (): Promise<Access> => {
  try {
    await send('/api/insights/session', { method: 'DELETE' });
    return { state: 'locked', message: `You are signed out. ${HOW}` };
  } catch (error) {
    return { state: 'failed', message: `You are still signed in. ${messageOf(error)}`, isSigningOut: true };
  }
};
