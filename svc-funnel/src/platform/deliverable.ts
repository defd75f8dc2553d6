import { ApiError, EMAIL } from '@course/contracts';

/**
 * Top-level domains for documentation, tests and private networks only (RFC 2606, RFC 6761, RFC 6762, RFC 8375, and by
 * custom).
 */
const RESERVED = new Set([
  'localhost',
  'local',
  'localdomain',
  'invalid',
  'test',
  'example',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'arpa',
  'onion',
]);

/** A top-level domain: at least two letters, or one of another script. */
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * Returns true if an address has a domain that could receive mail. `a@b`, `x@y.z` and `anna@localhost` are valid to a
 * browser, but cannot. Whether the mailbox exists, only its server knows.
 */
export function isDeliverable(email: string): boolean {
  if (!EMAIL.test(email)) return false;
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  const last = labels.at(-1) ?? '';
  return labels.length >= 2 && TOP_LEVEL.test(last) && !RESERVED.has(last);
}

/** Throws `undeliverable_address` for an address that could not receive mail. */
export function requireDeliverable(email: string): void {
  if (!isDeliverable(email)) throw new ApiError('undeliverable_address');
}
