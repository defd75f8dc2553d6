import { send } from '../data/fetch-json.ts';

/** The token in the link's fragment, which is taken out of the address at once. */
export const takeToken = (): string | undefined => {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
};

/** Trades the token for a cookie. Rejects with the service's own words. */
export const openWith = (token: string): Promise<void> =>
  send('/api/insights/session', { method: 'POST', body: { token } });

export const signOut = (): Promise<void> => send('/api/insights/session', { method: 'DELETE' });
