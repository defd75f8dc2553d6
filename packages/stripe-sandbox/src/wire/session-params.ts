import { z } from 'zod';
import { isEmail } from '../card/check.ts';
import { choice, flag, integer, metadata, text, url } from './fields.ts';

const switched = z.strictObject({ enabled: flag });

const priceData = z.strictObject({
  currency: text(3).transform((value) => value.toLowerCase()),
  unit_amount: integer(0, 99_999_999),
  product_data: z.strictObject({ name: text(250), description: text().optional() }),
  tax_behavior: choice('exclusive', 'inclusive', 'unspecified').optional(),
});

const lineItem = z.strictObject({ price_data: priceData, quantity: integer(1, 999_999) });

const email = text(800).superRefine((value, ctx) => {
  if (isEmail(value)) return;
  ctx.addIssue({ code: 'custom', message: `Invalid email address: ${value}`, params: { code: 'email_invalid' } });
});

/** The supported parameters of `POST /v1/checkout/sessions`: those that svc-funnel sends, and `expand`. */
export const sessionParams = z.strictObject({
  ui_mode: choice('embedded_page'),
  mode: choice('payment'),
  line_items: z.array(lineItem).min(1).max(100),
  return_url: url,
  customer_email: email.optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  billing_address_collection: choice('auto').optional(),
  automatic_tax: switched.optional(),
  adaptive_pricing: switched.optional(),
  expand: z.array(text()).optional(),
});

export type SessionParams = z.output<typeof sessionParams>;
