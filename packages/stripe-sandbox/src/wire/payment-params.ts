import { z } from 'zod';
import { choice, integer, metadata, text } from './fields.ts';

export const refundParams = z.strictObject({
  payment_intent: text(),
  amount: integer(1).optional(),
  metadata: metadata.optional(),
  expand: z.array(text()).optional(),
});

export const expandParams = z.strictObject({ expand: z.array(text()).optional() });

export type RefundParams = z.output<typeof refundParams>;

/** Evidence as in Stripe's test mode, where it decides the dispute. */
export const disputeParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: choice('winning_evidence', 'losing_evidence') }),
  submit: choice('true').optional(),
});
