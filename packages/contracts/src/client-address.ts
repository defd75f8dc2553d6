import { compile } from '@fastify/proxy-addr';
import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * Returns true if X-Forwarded-For is trusted when sent by `address`, which is `hop` proxies away (0: the direct peer).
 */
type TrustedProxies = (address: string, hop: number) => boolean;

const HOPS = /^[0-9]$/;
const NAME = /^[a-z]+$/;

/** `compile` would also accept an incomplete address such as `10.0.0`. */
const isComplete = (part: string): boolean => NAME.test(part) || isIP(part.split('/')[0] ?? '') !== 0;

/** Returns undefined for invalid text, and for `/0`, which would trust every address. */
const parseTrustedProxies = (text: string): TrustedProxies | undefined => {
  if (text === 'none') return () => false;
  if (HOPS.test(text)) return (_address, hop) => hop < Number(text);
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (parts.length === 0 || !parts.every(isComplete)) return undefined;
  try {
    return compile(parts);
  } catch {
    return undefined;
  }
};

/** TRUST_PROXY: the number of proxies in front of a program, or their addresses and networks. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const parsed = parseTrustedProxies(text.trim());
  if (parsed) return parsed;
  context.addIssue(
    'must be the number of proxies in front (0 to 9), or a list of their addresses and networks (192.0.2.7, 10.0.0.0/8, 2001:db8::/32, loopback, uniquelocal)',
  );
  return z.NEVER;
});

const V4_MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const V4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const V6_IN_BRACKETS = /^\[([^\]]+)\](?::\d{1,5})?$/;

/**
 * Returns the address in an entry of X-Forwarded-For, without the port that some proxies add; undefined if there is
 * none.
 */
export const addressIn = (entry: string): string | undefined => {
  const address = V4_WITH_PORT.exec(entry)?.[1] ?? V6_IN_BRACKETS.exec(entry)?.[1] ?? entry;
  return isIP(address) === 0 ? undefined : (V4_MAPPED.exec(address)?.[1] ?? address);
};

/** Returns the first 64 bits of an IPv6 address as four groups, with `::` expanded. */
const networkOf = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right].slice(0, 4).join(':');
};

/** Returns what rate limits count as one caller: an IPv4 address, or an IPv6 /64, which belongs to one household. */
export const callerOf = (address: string): string => {
  const v4 = V4_MAPPED.exec(address)?.[1];
  if (v4) return v4;
  return address.includes(':') ? networkOf(address.split('%')[0] ?? address).toLowerCase() : address;
};
