/** The card brands whose numbers are shaped differently; everything else reads like Visa. */
export type Brand = 'visa' | 'mastercard' | 'amex' | 'unknown';

const BRANDS: ReadonlyArray<{ brand: Brand; starts: RegExp; length: number; groups: readonly number[]; cvc: number }> =
  [
    { brand: 'visa', starts: /^4/, length: 16, groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'mastercard', starts: /^(5[1-5]|2[2-7])/, length: 16, groups: [4, 4, 4, 4], cvc: 3 },
    { brand: 'amex', starts: /^3[47]/, length: 15, groups: [4, 6, 5], cvc: 4 },
  ];
const OTHER = { brand: 'unknown' as const, length: 16, groups: [4, 4, 4, 4], cvc: 3 };

/** What is known of a card from its first digits: brand, digits in its number, how they are grouped, digits in its CVC. */
export const shapeOf = (digits: string) => BRANDS.find(({ starts }) => starts.test(digits)) ?? OTHER;

export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** `4242424242424242` -> `4242 4242 4242 4242`, dropping what no card of that brand has. */
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

/** ISO/IEC 7812's check digit. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits !== '' && sum % 10 === 0;
}
