const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letters of a text, as people count them: an emoji is never cut in half. */
export const cutTo = (text: string, most: number): string => {
  const all = [...letters.segment(text)];
  return all.length <= most ? text : `${all.slice(0, most - 1).map(({ segment }) => segment).join('').trimEnd()}…`;
};

/** A text that fits a header: no line break, control character or direction mark, at most `most` letters. */
export const oneLine = (text: string, most: number): string => cutTo(text.replace(/\p{Surrogate}/gu, '\uFFFD').replace(NOT_IN_A_LINE, ' ').trim(), most);

/** A first name as a mail shows it, in one line; null when nothing readable is left. */
export const shownName = (name: string | null): string | null => (name === null ? null : oneLine(name, 40) || null);

/** Whether an address can stand in an SMTP command and names one mailbox. */
export const isUsableAddress = (address: string): boolean => address.length <= 254 && /^[^\s<>@,;:"()[\]\\\p{Cc}]+@[^\s<>@,;:"()[\]\\\p{Cc}]+$/u.test(address);
