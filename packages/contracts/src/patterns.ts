// Free of zod, so that a browser can use these without paying for it.

/** `session_`, 13 digits of milliseconds, `_`, at least 128 random bits in base64url. Made by the browser. */
export const SESSION_ID = /^session_\d{13}_[A-Za-z0-9_-]{22,64}$/;

/** The key of a question. Which keys there are is never asked: a new question needs no release of a service. */
export const ANSWER_KEY = /^[a-z][a-z0-9_-]{0,39}$/;

/** The HTML standard's own rule for `type=email`: `a@b` is valid. */
export const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
