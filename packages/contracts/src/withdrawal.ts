import { z } from 'zod';
import { orderFacts } from './course.ts';
import { NAME_MAX, REFERENCE_MAX } from './patterns.ts';
import { text } from './text.ts';

const filled = (max: number) => text(max).refine((value) => value.trim() !== '', 'must not be blank');

/**
 * Body of `POST /api/withdrawals`: a consumer's declaration of withdrawal. `reference` is an order number or the email
 * address of the order, as typed.
 */
export const declareWithdrawal = z.strictObject({ name: filled(NAME_MAX), reference: filled(REFERENCE_MAX) });

/**
 * Response to `POST /api/withdrawals`, the same for known and unknown orders. `receivedAt` is the legally relevant
 * time.
 */
export const declaredWithdrawal = z.strictObject({ accepted: z.literal(true), receivedAt: z.iso.datetime() });

/**
 * Response to both calls about an objection. `possible`: the withdrawal can still be undone. `objected`: it was undone
 * and the course goes on. `refunding`: the refund has begun. `refunded`: it was made. `none`: no withdrawal is pending.
 */
export const objectionView = orderFacts.extend({
  status: z.enum(['possible', 'objected', 'refunding', 'refunded', 'none']),
  receivedAt: z.iso.datetime(),
  /** The last moment at which the withdrawal can be undone; null if that was never possible. */
  until: z.iso.datetime().nullable(),
});

export type DeclareWithdrawal = z.infer<typeof declareWithdrawal>;
export type DeclaredWithdrawal = z.infer<typeof declaredWithdrawal>;
export type ObjectionView = z.infer<typeof objectionView>;
