import { useCallback, useEffect, useState } from 'react';
import { fetchJson, isClosed, messageOf, send } from '../data/fetch-json.ts';

interface Access {
  readonly state: 'opening' | 'open' | 'locked';
  /** Why it is locked. */
  readonly message: string;
}

const HOW = 'Open the link that npm start prints after “Insights:”. It gives this browser access for 12 hours.';

const locked = (error: unknown): Access => ({ state: 'locked', message: isClosed(error) ? HOW : messageOf(error) });

const enter = async (): Promise<Access> => {
  const token = takeToken();
  try {
    if (token !== undefined) await openWith(token);
    else await fetchJson('/api/insights/session');
    return { state: 'open', message: '' };
  } catch (error) {
    return locked(error);
  }
};

// Once a load: in development effects run twice, and the fragment is there only once.
let entering: Promise<Access> | undefined;

/** Whether this browser may see the insights: by the link it was opened with, or by its cookie. */
export const useAccess = () => {
  const [access, setAccess] = useState<Access>({ state: 'opening', message: '' });
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
      (error: unknown) => setAccess(locked(error)),
    );
  }, []);
  return { ...access, closed, signOut: leave };
};

/** The token in the link's fragment, which is taken out of the address at once. */
const takeToken = (): string | undefined => {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
};

/** Trades the token for a cookie. Rejects with the service's own words. */
const openWith = (token: string): Promise<void> => send('/api/insights/session', { method: 'POST', body: { token } });

const signOut = (): Promise<void> => send('/api/insights/session', { method: 'DELETE' });
