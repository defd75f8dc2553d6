const RANDOM_BYTES = 18;

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Returns `session_<milliseconds>_<144 random bits>`: unguessable, because the id alone allows reporting a page view.
 */
export const makeSessionId = (now: number, random: Uint8Array): string =>
  `session_${String(now).padStart(13, '0')}_${base64Url(random)}`;

export const newSessionId = (): string =>
  makeSessionId(Date.now(), crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
