import { EXCLUDED_COOKIE } from '@course/contracts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for `localhost`, 127.0.0.0/8 and `[::1]`, as in a URL's `hostname`. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Returns a URL's host as sockets and DNS take it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Returns true if a write with this Origin header comes from the site itself. On a developer's machine the site has
 * several names: if PUBLIC_URL has a loopback name, the Origin may have any of them, with the same scheme and port.
 * Requests without an Origin are accepted, because browsers always send it with another site's request. The Host header
 * is ignored: behind a proxy it is not the one that the visitor sent.
 */
export const isOwnOrigin = (origin: string | undefined, publicUrl: string): boolean => {
  if (origin === undefined || origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [sent, own] = [new URL(origin), new URL(publicUrl)];
  if (sent.origin !== origin || !isLoopbackName(sent.hostname) || !isLoopbackName(own.hostname)) return false;
  return sent.protocol === own.protocol && sent.port === own.port;
};

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export const isWrite = (method: string): boolean => WRITES.has(method);

const MARK = new RegExp(`(?:^|; )${EXCLUDED_COOKIE}=1(?:;|$)`);

/**
 * Returns true if a Cookie header has the owner's mark: that browser's visits are stored but excluded from every
 * measure.
 */
export const isExcludedBrowser = (cookieHeader: string | undefined): boolean =>
  cookieHeader !== undefined && MARK.test(cookieHeader);
