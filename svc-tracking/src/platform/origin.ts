const LOOPBACK = ['localhost', '127.0.0.1'];

/** The port in a Host header, as URLs write it: empty for the protocol's own. */
const portOf = (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).port : '');

/**
 * Whether a write may come from this Origin: the site's own, or this machine's on the port that was called,
 * because a developer's browser says 127.0.0.1 as readily as localhost. No Origin means no browser of another site.
 */
export const isOwnOrigin = (origin: string | undefined, host: string, publicOrigin: string): boolean => {
  if (origin === undefined || origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  return protocol === 'http:' && LOOPBACK.includes(hostname) && port === portOf(host);
};
