import { z } from 'zod';

/** What order numbers are made of. Of two that look alike the digit stays: no `O`, `I`, `L`, `Z`, `S`, `G`, `B`. No vowel, so that no word appears. */
export const ORDER_NUMBER_LETTERS = '23456789CDFHJKMNPRTWXY';

/** An order's number as people see it and read it out, such as `K7XM-4PRH`. */
export const orderNumber = z
  .string()
  .regex(new RegExp(`^[${ORDER_NUMBER_LETTERS}]{4}-[${ORDER_NUMBER_LETTERS}]{4}$`), 'must be an order number');
