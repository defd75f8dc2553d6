import { createHmac, timingSafeEqual, type BinaryLike, type KeyObject } from 'node:crypto';

/** A `KeyObject` is read once, a string at every call. */
export type SigningKey = BinaryLike | KeyObject;

const macOf = (purpose: string, payload: string, key: SigningKey): Buffer =>
  createHmac('sha256', key).update(`${purpose}:${payload}`).digest();

const isMac = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

/** Returns the payload with its signature by the first key behind a dot. For another purpose it means nothing. */
export const signValue = (purpose: string, payload: string, keys: readonly SigningKey[]): string =>
  `${payload}.${macOf(purpose, payload, keys[0] ?? '').toString('base64url')}`;

/** Returns the payload of a value that one of the keys has signed; undefined for any other. */
export const readSigned = (purpose: string, value: string, keys: readonly SigningKey[]): string | undefined => {
  const end = value.lastIndexOf('.');
  const payload = value.slice(0, Math.max(end, 0));
  const mac = Buffer.from(value.slice(end + 1), 'base64url');
  // Every key is tried, so that the time taken does not tell which one matched.
  const matching = keys.filter((key) => isMac(mac, macOf(purpose, payload, key)));
  return matching.length > 0 ? payload : undefined;
};
