import { useCallback, useEffect, useState } from 'react';
import { isClosed, messageOf } from '../data/failure.ts';
import { fetchJson } from '../data/fetch-json.ts';
import { openWith, signOut, takeToken } from './open-link.ts';

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
