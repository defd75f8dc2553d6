import { z } from 'zod';

const address = z.string().min(1).max(800).nullish();

/**
 * What the product reads of the provider's checkout session, in events and look-ups alike. Events keep the
 * shape of the API version that made them, so nothing beyond these fields is relied on.
 */
export const providerSession = z.object({
  id: z.string().min(1).max(255),
  livemode: z.boolean(),
  status: z.string().nullish(),
  payment_status: z.string().nullish(),
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  client_secret: z.string().nullish(),
  customer_email: address,
  customer_details: z.object({ email: address }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.union([z.string(), z.object({ id: z.string(), status: z.string().nullish() })]).nullish(),
});

export type ProviderSession = z.infer<typeof providerSession>;
