import { useEffect, useState } from 'react';

declare global {
  interface Window {
    /** The secret of the mail's link that opened this document, taken out of the address by the edge's early script; or one that the page before passed on. */
    __linkToken?: string | undefined;
  }
}

const FRAGMENT = /^#t=(.*)$/;

/** The token that this page was opened with, once: neither the address nor the document has it afterwards. Null when there is none. */
export function takeToken(): string | null {
  const early = window.__linkToken;
  delete window.__linkToken;
  const inAddress = FRAGMENT.exec(location.hash)?.[1];
  if (inAddress !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return inAddress ?? early ?? null;
}

/** Hands a token to the page that is shown next in this document. It goes through no address. */
export const passOn = (token: string | null): void => {
  if (token !== null) window.__linkToken = token;
};

/** A mail's link that was opened on this page. */
export interface OpenedLink {
  readonly token: string;
  /** Of the links opened on this page, from 1: the same link opened again is another one. */
  readonly nth: number;
}

/** The newest link; null without one, undefined before the first look. */
export function useOpenedLink(): OpenedLink | null | undefined {
  const [link, setLink] = useState<OpenedLink | null>();
  useEffect(() => {
    const take = () => {
      const token = takeToken();
      setLink((before) => (token === null ? (before ?? null) : { token, nth: (before?.nth ?? 0) + 1 }));
    };
    take();
    // Only the fragment changes when a link is opened while its page is on show.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return link;
}
