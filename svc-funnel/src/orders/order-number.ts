import { ORDER_NUMBER_LETTERS } from '@course/contracts';

/** Returns a whole number from 0 to `below` - 1, like node:crypto's `randomInt`. */
export type RandomInt = (below: number) => number;

const GROUP = 4;

const grouped = (letters: string): string => `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;

/** Returns a random number such as `K7XM-4PRH`, one of 22^8. The store decides whether it is free. */
export const newOrderNumber = (random: RandomInt): string =>
  grouped(
    Array.from({ length: 2 * GROUP }, () => ORDER_NUMBER_LETTERS.charAt(random(ORDER_NUMBER_LETTERS.length))).join(''),
  );

/** Returns the order number that was typed, in any case, with or without dash or spaces; null if it is not one. */
export function orderNumberIn(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s#-]/g, '');
  const isNumber =
    letters.length === 2 * GROUP && [...letters].every((letter) => ORDER_NUMBER_LETTERS.includes(letter));
  return isNumber ? grouped(letters) : null;
}
