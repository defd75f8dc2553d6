// Free of zod, so that browsers can use these without loading it.

/** `session_`, 13 digits of milliseconds, `_`, at least 128 random bits in base64url. Made by the browser. */
export const SESSION_ID = /^session_\d{13}_[A-Za-z0-9_-]{22,64}$/;

/** The name of a release: the first 20 digits of a hash. */
export const RELEASE_NAME = /^[0-9a-f]{20}$/;

/** The key of a question. There is no list of known keys, so a new question needs no release of a service. */
export const ANSWER_KEY = /^[a-z][a-z0-9_-]{0,39}$/;

/** The HTML standard's rule for `type=email`, which accepts `a@b`. */
export const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Maximum length of an email address in characters. */
export const EMAIL_MAX = 254;

/** The token of a link in a mail: 32 bytes in base64url. */
export const LINK_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Maximum length of an order number or address in a withdrawal, in characters. */
export const REFERENCE_MAX = EMAIL_MAX;

/** Maximum length of a buyer's reason for a refund, in characters. */
export const REFUND_REASON_MAX = 2000;

/** Maximum length of a visitor's name in characters (code points), so that an emoji counts as one. */
export const NAME_MAX = 100;

const NAME = new RegExp(`^[^]{1,${NAME_MAX}}$`, 'u');

/** Returns true for 1 to `NAME_MAX` characters. */
export const isNameLength = (name: string): boolean => NAME.test(name);

/** Returns the first `NAME_MAX` characters. */
export const clippedName = (name: string): string => [...name].slice(0, NAME_MAX).join('');
