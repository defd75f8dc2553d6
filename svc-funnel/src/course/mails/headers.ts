const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letters of a text, as people count them: an emoji is never cut in half. */
export const cutTo = (text: string, most: number): string => {
  const all = [...letters.segment(text)];
  return all.length <= most
    ? text
    : `${all
        .slice(0, most - 1)
        .map(({ segment }) => segment)
        .join('')
        .trimEnd()}…`;
};

/** A text that fits a header: no line break, control character or direction mark, at most `most` letters. */
export const oneLine = (text: string, most: number): string =>
  cutTo(
    text
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .replace(NOT_IN_A_LINE, ' ')
      .trim(),
    most,
  );

/**
 * What a name does not have: control characters, markup, an address, a path, an encoded word of RFC 2047 (mail programs
 * decode it), or something with a dot that programs turn into a link, also in look-alike letters.
 */
const NOT_IN_A_NAME = [
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060\uFEFF]/u,
  /[<>[\]{}\\/@|]/,
  /=\?|\?=/,
  /\bwww\b|\bhttps?\b|\(\s*dot\s*\)/i,
  // `evil.com`, but neither `J. R.` nor `Dr. Ada`.
  /[\p{L}\p{N}]\.\p{L}{2,}/u,
  // A number to call, but not a name that ends in digits.
  /(^|[^\p{L}\p{N}])\(?\d[\s().-]*(\d[\s().-]*){6,}/u,
];

const isName = (text: string): boolean => {
  // Full-width and other compatible forms are links, too, once a program has normalised them.
  const plain = text.normalize('NFKC').replace(/[\u3002\uFF0E\uFF61]/g, '.');
  return !NOT_IN_A_NAME.some((pattern) => pattern.test(plain));
};

/** A first name as a mail greets with it, in one line; null when there is none, or when it is something else than a name. */
export const shownName = (name: string | null): string | null => {
  const trimmed = (name ?? '').trim();
  return isName(trimmed) ? oneLine(trimmed, 40) || null : null;
};

/** The name that a stranger may have typed into a declaration, in one line: of what is no name, its letters alone. */
export const declaredName = (name: string): string =>
  oneLine(isName(name) ? name : name.replace(/[^\p{L}\p{M}\s'’-]+/gu, ' '), 100);

/** Whether an address can stand in an SMTP command and names one mailbox. */
export const isUsableAddress = (address: string): boolean =>
  address.length <= 254 && /^[^\s<>@,;:"()[\]\\\p{Cc}]+@[^\s<>@,;:"()[\]\\\p{Cc}]+$/u.test(address);

/** Takes the meaning out of what mail programs would decode as an encoded word (RFC 2047). */
export const withoutEncodedWords = (text: string): string => text.replaceAll('=?', '= ?');

/** The domain of a mailbox, such as `Daybreak AI <course@example.com>`. */
export const domainOf = (mailbox: string): string => /@([^\s<>@]+)>?$/.exec(mailbox.trim())?.[1] ?? 'localhost';
