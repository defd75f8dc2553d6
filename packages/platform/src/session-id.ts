const RANDOM_BYTES = 18;

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** `session_<milliseconds>_<144 random bits>`. Unguessable, because knowing it is enough to report a page view. */
export const makeSessionId = (now: number, random: Uint8Array): string =>
  `session_${String(now).padStart(13, '0')}_${base64Url(random)}`;

export const newSessionId = (): string =>
  makeSessionId(Date.now(), crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
