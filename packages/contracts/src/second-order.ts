import { z } from 'zod';
import { linkToken } from './course.ts';
import { orderNumber } from './order-number.ts';

/** Body of both calls about a second order: the token of its mail's link. */
export const secondOrderToken = z.strictObject({ token: linkToken });

/**
 * Answer to both. `possible`: one press undoes the order. `undone`: that was pressed, and the money is on its way back.
 * `over`: too many days have passed. `refunded` and `disputed`: the order ended in another way.
 */
export const secondOrderView = z.strictObject({
  status: z.enum(['possible', 'undone', 'refunded', 'disputed', 'over']),
  orderNumber,
  planTitle: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  paidAt: z.iso.datetime(),
  /** The last moment in which it can be undone. */
  until: z.iso.datetime(),
});

export type SecondOrderToken = z.infer<typeof secondOrderToken>;
export type SecondOrderView = z.infer<typeof secondOrderView>;
