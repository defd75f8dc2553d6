import { NOT_COUNTED_COOKIE } from '@course/contracts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for `localhost`, 127.0.0.0/8 and `[::1]`, as a URL's `hostname` has them. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Returns whether a write may come from a page of this origin: the site's own. On a developer's machine the site has
 * several names: when PUBLIC_URL is a loopback name, so may the Origin be, on the same scheme and port. Without an Origin
 * header no browser sends another site's request. The Host header is not asked: behind a proxy it is not the visitor's.
 */
export const isOwnOrigin = (origin: string | undefined, publicUrl: string): boolean => {
  if (origin === undefined || origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [given, own] = [new URL(origin), new URL(publicUrl)];
  if (given.origin !== origin || !isLoopbackName(given.hostname) || !isLoopbackName(own.hostname)) return false;
  return given.protocol === own.protocol && given.port === own.port;
};

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export const isWrite = (method: string): boolean => WRITES.has(method);

const MARK = new RegExp(`(?:^|; )${NOT_COUNTED_COOKIE}=1(?:;|$)`);

/** Returns whether a Cookie header carries the owner's mark: what that browser does is kept and left out of every measure. */
export const isNotCounted = (cookieHeader: string | undefined): boolean =>
  cookieHeader !== undefined && MARK.test(cookieHeader);
