import { z } from 'zod';

export interface PaymentKeys {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Set in place of the provider's own address: the sandbox, a recorder in tests. */
  readonly apiBase: URL | undefined;
  /** Whether the keys move real money. */
  readonly livemode: boolean;
}

export const apiBase = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => new URL(value))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.username,
    'must be an origin such as http://127.0.0.1:4242',
  );

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `localhost`, 127.0.0.0/8 and `[::1]`, as a URL's `hostname` has them. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK.test(hostname);

const isUrl = (value: string): boolean => URL.canParse(value);

/**
 * What no single variable shows: an override beside a live key would send real card payments elsewhere,
 * and plain http beyond this machine would show the key to the network.
 */
export function paymentKeyProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key = '', STRIPE_API_HOSTS: hosts = '' } = given;
  if (base === undefined || !isUrl(base)) return [];
  const problems: string[] = [];
  const { protocol, hostname } = new URL(base);
  if (/^(sk|rk)_live_/.test(key)) problems.push('STRIPE_API_BASE: must not be set beside a live key');
  const allowed = isLoopbackName(hostname) || hosts.split(/[\s,]+/).includes(hostname);
  if (protocol === 'http:' && !allowed)
    problems.push('STRIPE_API_BASE: plain http is for loopback and for hosts named in STRIPE_API_HOSTS');
  return problems;
}
