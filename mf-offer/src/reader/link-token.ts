declare global {
  interface Window {
    /** The secret of the mail's link that opened this document; the edge's early script took it out of the address. */
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

/** Tells of a link that is opened while its page is on show already: only the fragment changes then. */
export function onNewToken(tell: () => void): () => void {
  const look = () => FRAGMENT.test(location.hash) && tell();
  addEventListener('hashchange', look);
  return () => removeEventListener('hashchange', look);
}
