import { z } from 'zod';
import { choice, integer, metadata, text } from './fields.ts';

export const refundParams = z.strictObject({
  payment_intent: text().optional(),
  charge: text().optional(),
  amount: integer(1).optional(),
  reason: choice('duplicate', 'fraudulent', 'requested_by_customer').optional(),
  metadata: metadata.optional(),
  expand: z.array(text()).optional(),
});

export const onlyExpand = z.strictObject({ expand: z.array(text()).optional() });

export type RefundParams = z.output<typeof refundParams>;
