import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** Returns true if X-Forwarded-For is trusted from this address, `hop` addresses away from the program. */
export type TrustedProxies = (address: string, hop: number) => boolean;

const HOPS = /^[0-9]$/;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'];
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
/** The names that Express and Fastify accept. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', LOOPBACK],
  ['linklocal', LINK_LOCAL],
  ['uniquelocal', PRIVATE],
]);

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Returns undefined for anything but a network, and for `/0`, which would trust everybody. */
const parseNetwork = (text: string): Network | undefined => {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return undefined;
  const family = familyOf(address);
  const longest = family === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { address, prefix: longest, family };
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  return bits >= 1 && bits <= longest ? { address, prefix: bits, family } : undefined;
};

const networksOf = (text: string): (Network | undefined)[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((part) => NAMED.get(part) ?? part)
    .map(parseNetwork);

const trustNetworks = (networks: readonly Network[]): TrustedProxies => {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
};

/** Returns undefined for invalid text. */
const parseTrustedProxies = (text: string): TrustedProxies | undefined => {
  if (text === 'none') return () => false;
  if (HOPS.test(text)) return (_address, hop) => hop < Number(text);
  const networks = networksOf(text);
  const known = networks.filter((network) => network !== undefined);
  return known.length > 0 && known.length === networks.length ? trustNetworks(known) : undefined;
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

/** Returns the address in an entry of X-Forwarded-For, without the port that some proxies add; undefined if there is none. */
export const addressIn = (entry: string): string | undefined => {
  const address = V4_WITH_PORT.exec(entry)?.[1] ?? V6_IN_BRACKETS.exec(entry)?.[1] ?? entry;
  return isIP(address) === 0 ? undefined : (V4_MAPPED.exec(address)?.[1] ?? address);
};

/** Returns the full groups of an IPv6 address's first 64 bits; `::` stands for zeros. */
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
