import { createHmac, timingSafeEqual, type BinaryLike, type KeyObject } from 'node:crypto';

/** A `KeyObject` is parsed once, a string at every call. */
export type SigningKey = BinaryLike | KeyObject;

const macOf = (purpose: string, payload: string, key: SigningKey): Buffer =>
  createHmac('sha256', key).update(`${purpose}:${payload}`).digest();

const isMac = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);

/**
 * Returns the payload, a dot, and the signature by the first key, which is only valid for this purpose. Throws if there
 * is no key.
 */
export const signValue = (purpose: string, payload: string, [key]: readonly SigningKey[]): string => {
  if (key === undefined) throw new Error('There is no key to sign with');
  return `${payload}.${macOf(purpose, payload, key).toString('base64url')}`;
};

/** Returns the payload of a value that was signed with one of the keys; undefined otherwise. */
export const readSigned = (purpose: string, value: string, keys: readonly SigningKey[]): string | undefined => {
  const end = value.lastIndexOf('.');
  const payload = value.slice(0, Math.max(end, 0));
  const mac = Buffer.from(value.slice(end + 1), 'base64url');
  // Every key is tried, so that the time taken does not tell which one matched.
  const matching = keys.filter((key) => isMac(mac, macOf(purpose, payload, key)));
  return matching.length > 0 ? payload : undefined;
};

export interface TimedValue {
  readonly payload: string;
  /** What was signed: the payload and the time. */
  readonly signedText: string;
  readonly signedAt: Date;
  readonly expiresAt: Date;
}

interface TimedReading {
  readonly keys: readonly SigningKey[];
  readonly now: Date;
  readonly maxAgeSeconds: number;
}

/** Signs a payload together with the time in seconds: `payload.seconds.signature`. */
export const signWithTime = (purpose: string, payload: string, keys: readonly SigningKey[], now: Date): string =>
  signValue(purpose, `${payload}.${Math.floor(now.getTime() / 1000)}`, keys);

/** Returns what `signWithTime` signed with one of the keys; undefined if it is forged or too old. */
export const readSignedWithTime = (
  purpose: string,
  value: string,
  { keys, now, maxAgeSeconds }: TimedReading,
): TimedValue | undefined => {
  const signedText = readSigned(purpose, value, keys) ?? '';
  const [, payload, seconds] = /^(.*)\.(\d{1,12})$/s.exec(signedText) ?? [];
  if (payload === undefined || seconds === undefined) return undefined;
  const expiresAt = new Date((Number(seconds) + maxAgeSeconds) * 1000);
  return now < expiresAt ? { payload, signedText, signedAt: new Date(Number(seconds) * 1000), expiresAt } : undefined;
};
