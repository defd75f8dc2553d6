import { digitsOf } from './number.ts';

const withSlash = (month: string, year: string, typedMore: boolean) =>
  year || typedMore ? `${month} / ${year}` : month;

/**
 * Returns the field's text while typing: `4` -> `04 / `, `1230` -> `12 / 30`, an autofilled `12/2030` -> `12 / 30`.
 * With `deleting`, a removed slash is not added again.
 */
export function formatExpiry(text: string, deleting = false): string {
  const [left = '', right] = text.split('/');
  const typed = digitsOf(right === undefined ? text : left.padStart(2, '0') + right);
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed;
  const month = digits.slice(0, 2);
  const rest = digits.slice(2);
  const year = rest.length >= 4 && rest.startsWith('20') ? rest.slice(2, 4) : rest.slice(0, 2);
  return withSlash(month, year, month.length === 2 && !deleting);
}

/** Returns the month (1 to 12) and the full year; undefined until the text is a date. */
export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const digits = digitsOf(formatExpiry(text));
  const month = Number(digits.slice(0, 2));
  if (digits.length !== 4 || month < 1 || month > 12) return undefined;
  return { month, year: 2000 + Number(digits.slice(2)) };
}
