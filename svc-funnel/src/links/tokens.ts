import { createHash, createHmac } from 'node:crypto';
import type { LinkPurpose } from './purposes.ts';

export type { LinkPurpose } from './purposes.ts';

/** What a token follows from: with the keys, every mail can carry the link, and no store holds it. */
export interface LinkSubject {
  readonly orderId: string;
  readonly purpose: LinkPurpose;
  /** Counts renewals, from 1. */
  readonly generation: number;
}

/** A token as a link carries it: 32 bytes in base64url. */
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const macOf = (key: string, { orderId, purpose, generation }: LinkSubject): string =>
  createHmac('sha256', key).update(`course-link:v1:${purpose}:${orderId}:${generation}`).digest('base64url');

/** The token that the first key makes. */
export const courseToken = (keys: readonly string[], subject: LinkSubject): string => {
  const [key] = keys;
  if (key === undefined) throw new Error('no link key');
  return macOf(key, subject);
};

/** SHA-256 of a token, all that is stored of it: 32 bytes. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token of a stored link, made with the key that made it then: after a rotation, mails go on carrying the link
 * that earlier mails carry. Undefined when that key is no longer in the list.
 */
export const tokenOf = (
  keys: readonly string[],
  link: LinkSubject & { readonly tokenHash: Uint8Array },
): string | undefined => keys.map((key) => macOf(key, link)).find((token) => hashToken(token).equals(link.tokenHash));
