import { randomBytes, randomUUID } from 'node:crypto';

/** Returns a session id as browsers make them. */
export const aSessionId = (): string => `session_${Date.now()}_${randomBytes(16).toString('base64url')}`;

/** Returns a UUIDv7 of a time in ms since 1970, such as a page view's key. */
export const uuidV7 = (timeMs = Date.now()): string => {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};
