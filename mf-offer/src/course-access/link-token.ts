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

/** What the link of the unsubscribe page carries: the token that ends the mails and, since mails have it, the one that reads the course. */
export interface LeavingTokens {
  readonly leave: string;
  readonly read: string | null;
  /** The mails have stopped already, by a mail program's click: the link is there to start them again. */
  readonly hasStopped: boolean;
}

/** Pure. */
export const leavingTokensIn = (token: string): LeavingTokens => {
  const [leave = '', read, stand] = token.split('.', 3);
  return { leave, read: read || null, hasStopped: stand === 'stopped' };
};

/** Hands a token to the page that is shown next in this document. It goes through no address. */
export const passOn = (token: string | null): void => {
  if (token !== null) window.__linkToken = token;
};

/** Tells of a link that is opened while its page is on show already: only the fragment changes then. */
export function onNewToken(tell: () => void): () => void {
  const look = () => FRAGMENT.test(location.hash) && tell();
  addEventListener('hashchange', look);
  return () => removeEventListener('hashchange', look);
}
