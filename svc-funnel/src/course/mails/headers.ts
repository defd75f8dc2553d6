const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to a number of characters as people count them, so that no emoji is cut in half. */
const cutTo = (text: string, max: number): string => {
  const all = [...graphemes.segment(text)];
  return all.length <= max
    ? text
    : `${all
        .slice(0, max - 1)
        .map(({ segment }) => segment)
        .join('')
        .trimEnd()}…`;
};

/**
 * Returns a text that fits a header: without line breaks, control characters and direction marks, cut to `max`
 * characters.
 */
export const oneLine = (text: string, max: number): string =>
  cutTo(
    text
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .replace(NOT_IN_A_LINE, ' ')
      .trim(),
    max,
  );

/**
 * What is never in a name: control characters, markup, an address, a path, an encoded word of RFC 2047 (which mail
 * programs decode), or something with a dot that programs turn into a link, even in look-alike letters.
 */
const NOT_IN_A_NAME = [
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060\uFEFF]/u,
  /[<>[\]{}\\/@|]/,
  /=\?|\?=/,
  /\bwww\b|\bhttps?\b|\(\s*dot\s*\)/i,
  // `evil.com`, but neither `J. R.` nor `Dr. Ada`.
  /[\p{L}\p{N}]\.\p{L}{2,}/u,
  // A phone number, but not a name that ends in digits.
  /(^|[^\p{L}\p{N}])\(?\d[\s().-]*(\d[\s().-]*){6,}/u,
];

const isName = (text: string): boolean => {
  // Full-width and other compatible forms become links, too, once a program normalises them.
  const plain = text.normalize('NFKC').replace(/[\u3002\uFF0E\uFF61]/g, '.');
  return !NOT_IN_A_NAME.some((pattern) => pattern.test(plain));
};

/** Returns a first name for a greeting, in one line; null if there is none, or if it is not a name. */
export const shownName = (name: string | null): string | null => {
  const trimmed = (name ?? '').trim();
  return isName(trimmed) ? oneLine(trimmed, 40) || null : null;
};

/**
 * Returns the name in a declaration, which a stranger may have typed, in one line. If it is not a name, only its
 * letters are kept.
 */
export const declaredName = (name: string): string =>
  oneLine(isName(name) ? name : name.replace(/[^\p{L}\p{M}\s'’-]+/gu, ' '), 100);

/** True if an address is safe in an SMTP command and names one mailbox. */
export const isUsableAddress = (address: string): boolean =>
  address.length <= 254 && /^[^\s<>@,;:"()[\]\\\p{Cc}]+@[^\s<>@,;:"()[\]\\\p{Cc}]+$/u.test(address);

/** Breaks up encoded words (RFC 2047), so that mail programs do not decode them. */
export const withoutEncodedWords = (text: string): string => text.replaceAll('=?', '= ?');

/** Returns the address in a mailbox, such as `Daybreak AI <course@example.com>`. */
export const addressIn = (mailbox: string): string => /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox;

/** Returns the domain of a mailbox, such as `Daybreak AI <course@example.com>`. */
export const domainOf = (mailbox: string): string => /@([^\s<>@]+)>?$/.exec(mailbox.trim())?.[1] ?? 'localhost';
