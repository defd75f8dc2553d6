import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fetchJson, isClosed, isTemporary, isWrongToken, messageOf, send } from '../data/fetch-json.ts';

interface Access {
  /** `failed` if the service has not decided. */
  readonly state: 'waiting' | 'open' | 'locked' | 'failed';
  /** What the page is waiting for, or why the insights are not open. */
  readonly message: string;
  readonly isSigningOut?: boolean;
}

const HOW = 'Open their link: /insights# and the INSIGHTS_TOKEN. npm start prints it. It is good for 12 hours.';

const OPENING: Access = { state: 'waiting', message: 'Opening the insights' };
const SIGNING_OUT: Access = { state: 'waiting', message: 'Signing out' };

const refusedBy = (error: unknown): Access => {
  const isLocked = isClosed(error) || isWrongToken(error);
  return { state: isLocked ? 'locked' : 'failed', message: messageOf(error) };
};

/** Opens the insights for this browser, by the link it was opened with or by its cookie. */
export const useAccess = () => {
  const [access, setAccess] = useState(OPENING);
  /** The token of the link that was opened, until the service has accepted or refused it. */
  const token = useRef<string>(undefined);
  const attempts = useRef(0);
  /** Ignores the outcome of every attempt but the latest. */
  const attempt = useCallback(async (action: () => Promise<Access>) => {
    const number = (attempts.current += 1);
    const outcome = await action();
    if (number === attempts.current) setAccess(outcome);
  }, []);
  const open = useCallback(() => void attempt(() => enter(token)), [attempt]);
  useEffect(() => {
    open();
    // A link pasted into the open page changes only its fragment.
    const reopen = (): void => void (location.hash.length > 1 && open());
    addEventListener('hashchange', reopen);
    return () => removeEventListener('hashchange', reopen);
  }, [open]);
  const closed = useCallback(() => setAccess({ state: 'locked', message: HOW }), []);
  const signOut = useCallback(() => {
    setAccess(SIGNING_OUT);
    void attempt(leave);
  }, [attempt]);
  const retry = useCallback(() => {
    setAccess(OPENING);
    open();
  }, [open]);
  return { ...access, closed, signOut, retry: access.isSigningOut ? signOut : retry };
};

/** Opens the insights with the link's token, or without one with the cookie. */
const enter = async (token: RefObject<string | undefined>): Promise<Access> => {
  const sent = (token.current = takeToken() ?? token.current);
  const forget = (): void => {
    // Another link may have been opened in the meantime.
    if (token.current === sent) token.current = undefined;
  };
  try {
    await (sent === undefined ? checkSession() : openWith(sent, forget));
    return { state: 'open', message: '' };
  } catch (error) {
    return refusedBy(error);
  }
};

/** Returns the token in the link's fragment, and removes it from the address. */
const takeToken = (): string | undefined => {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
};

const checkSession = (): Promise<unknown> => fetchJson('/api/insights/session');

/**
 * Exchanges the token for a cookie, and forgets it once the service has decided. Rejects with the service's refusal.
 */
const openWith = async (token: string, forget: () => void): Promise<void> => {
  try {
    await send('/api/insights/session', { method: 'POST', body: { token } });
    forget();
  } catch (error) {
    if (isTemporary(error)) throw error;
    forget();
    // A browser that already has access keeps it.
    await checkSession().catch((closed: unknown) => Promise.reject((isWrongToken(error) ? error : closed) as Error));
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
