import { z } from 'zod';
import { choice, text } from './fields.ts';

/** Evidence, as Stripe's test mode takes it: it decides how the dispute ends. */
export const disputeParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: choice('winning_evidence', 'losing_evidence') }),
  submit: choice('true').optional(),
});

export const ofPayment = z.strictObject({ payment_intent: text().optional() });
