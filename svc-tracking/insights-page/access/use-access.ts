import { useCallback, useEffect, useState } from 'react';
import { fetchJson, isClosed, isWrongToken, messageOf, send } from '../data/fetch-json.ts';

interface Access {
  /** `unknown` where the service did not say. */
  readonly state: 'opening' | 'open' | 'locked' | 'unknown';
  /** Why it is not open. */
  readonly message: string;
}

const HOW = 'Open the link that npm start prints after “Insights:”. It gives this browser access for 12 hours.';

const OPENING: Access = { state: 'opening', message: '' };

const refusedBy = (error: unknown): Access => {
  if (isClosed(error)) return { state: 'locked', message: HOW };
  return { state: isWrongToken(error) ? 'locked' : 'unknown', message: messageOf(error) };
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
  const leave = useCallback(() => {
    signOut().then(
      () => setAccess({ state: 'locked', message: `You are signed out. ${HOW}` }),
      (error: unknown) => setAccess(refusedBy(error)),
    );
  }, []);
  const retry = useCallback(() => {
    setAccess(OPENING);
    void enter().then(setAccess);
  }, []);
  return { ...access, closed, signOut: leave, retry };
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

const signOut = (): Promise<void> => send('/api/insights/session', { method: 'DELETE' });
