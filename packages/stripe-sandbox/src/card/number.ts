/** Card brands with their own number formats. All others are formatted like Visa. */
export type Brand = 'visa' | 'mastercard' | 'amex' | 'unknown';

const BRANDS: ReadonlyArray<{ brand: Brand; starts: RegExp; length: number; groups: readonly number[]; cvc: number }> =
  [
    { brand: 'visa', starts: /^4/, length: 16, groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'mastercard', starts: /^(5[1-5]|2[2-7])/, length: 16, groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'amex', starts: /^3[47]/, length: 15, groups: [4, 6, 5], cvc: 4 },
  ];
const OTHER = { brand: 'unknown' as const, length: 16, groups: [4, 4, 4, 4], cvc: 3 };

/** Returns the format that a card's first digits imply: brand, length, groups of digits, length of the CVC. */
export const shapeOf = (digits: string) => BRANDS.find(({ starts }) => starts.test(digits)) ?? OTHER;

export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Returns `4242 4242 4242 4242` for `4242424242424242`, without digits beyond the brand's length. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const { groups, length } = shapeOf(digits);
  const parts: string[] = [];
  let from = 0;
  for (const size of groups) {
    if (from < Math.min(digits.length, length)) parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

/** Returns true if the check digit is valid (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits !== '' && sum % 10 === 0;
}
