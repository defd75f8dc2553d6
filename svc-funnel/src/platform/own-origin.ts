import { isLoopbackName } from './env-payments.ts';

const parse = (origin: string): URL | null => (URL.canParse(origin) ? new URL(origin) : null);

/**
 * Whether an Origin header is the site's own. On a developer's machine the site has several names:
 * when PUBLIC_URL is a loopback name, so may the Origin be, on the same scheme and port.
 * The Host header is not asked: behind a proxy it is not the visitor's.
 */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  const [given, own] = [parse(origin), new URL(publicUrl)];
  if (!given || given.origin !== origin) return false;
  const bothLocal = isLoopbackName(given.hostname) && isLoopbackName(own.hostname);
  return bothLocal && given.protocol === own.protocol && given.port === own.port;
}
