import { useEffect, useState } from 'react';

declare global {
  interface Window {
    /**
     * The token of the mail's link, taken out of the address by the edge's early script or passed by the previous page.
     */
    __linkToken?: string | undefined;
  }
}

const FRAGMENT = /^#t=(.*)$/;

/** Returns the token that this page was opened with and removes it from address and document; null if there is none. */
export function takeToken(): string | null {
  const earlyToken = window.__linkToken;
  delete window.__linkToken;
  const inAddress = FRAGMENT.exec(location.hash)?.[1];
  if (inAddress !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return inAddress ?? earlyToken ?? null;
}

/** Passes a token to the next page shown in this document, without putting it into the address. */
export const passToken = (token: string | null): void => {
  if (token !== null) window.__linkToken = token;
};

/** A mail's link opened on this page. */
export interface OpenedLink {
  readonly token: string;
  /** The number of the link among those opened on this page, from 1. The same link opened again gets a new number. */
  readonly sequence: number;
}

/** Returns the newest link; null if there is none, undefined before the first effect. */
export function useOpenedLink(): OpenedLink | null | undefined {
  const [link, setLink] = useState<OpenedLink | null>();
  useEffect(() => {
    const take = () => {
      const token = takeToken();
      setLink((before) => (token === null ? (before ?? null) : { token, sequence: (before?.sequence ?? 0) + 1 }));
    };
    take();
    // Opening a link while its page is shown changes only the fragment.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return link;
}
