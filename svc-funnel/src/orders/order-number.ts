import { ORDER_NUMBER_LETTERS } from '@course/contracts';

/** A whole number from 0 to `below` - 1, such as `randomInt` of node:crypto. */
export type RandomInt = (below: number) => number;

const GROUP = 4;

const grouped = (letters: string): string => `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;

/** A number to read out, such as `K7XM-4PRH`: one of 22^8. The store decides whether it is free. */
export const newOrderNumber = (random: RandomInt): string =>
  grouped(
    Array.from({ length: 2 * GROUP }, () => ORDER_NUMBER_LETTERS.charAt(random(ORDER_NUMBER_LETTERS.length))).join(''),
  );

/** The order number that somebody typed: in any case, with or without dash or spaces. Null when it is none. */
export function orderNumberIn(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s#-]/g, '');
  const isNumber =
    letters.length === 2 * GROUP && [...letters].every((letter) => ORDER_NUMBER_LETTERS.includes(letter));
  return isNumber ? grouped(letters) : null;
}
