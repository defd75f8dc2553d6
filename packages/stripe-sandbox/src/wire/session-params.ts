import { z } from 'zod';
import { isEmail } from '../card/check.ts';
import { choice, flag, integer, metadata, text, url } from './fields.ts';

const switched = z.strictObject({ enabled: flag });

const priceData = z.strictObject({
  currency: text(3).transform((value) => value.toLowerCase()),
  unit_amount: integer(0, 99_999_999),
  product_data: z.strictObject({
    name: text(250),
    description: text().optional(),
    images: z.array(url).max(8).optional(),
    metadata: metadata.optional(),
    tax_code: text().optional(),
  }),
  tax_behavior: choice('exclusive', 'inclusive', 'unspecified').optional(),
});

const lineItem = z.strictObject({
  price_data: priceData,
  quantity: integer(1, 999_999),
  metadata: metadata.optional(),
});

const paymentIntentData = z.strictObject({
  description: text(1000).optional(),
  metadata: metadata.optional(),
  receipt_email: text(800).optional(),
  statement_descriptor: text(22).optional(),
  statement_descriptor_suffix: text(22).optional(),
});

const email = text(800).superRefine((value, ctx) => {
  if (isEmail(value)) return;
  ctx.addIssue({ code: 'custom', message: `Invalid email address: ${value}`, params: { code: 'email_invalid' } });
});

/** The supported parameters of `POST /v1/checkout/sessions`: embedded pages with one payment. */
export const sessionParams = z.strictObject({
  ui_mode: choice('embedded_page'),
  mode: choice('payment'),
  line_items: z.array(lineItem).min(1).max(100),
  return_url: url.optional(),
  redirect_on_completion: choice('always', 'if_required', 'never').default('always'),
  customer_email: email.optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  payment_intent_data: paymentIntentData.optional(),
  payment_method_types: z.array(choice('card')).optional(),
  billing_address_collection: choice('auto').optional(),
  customer_creation: choice('if_required').optional(),
  allow_promotion_codes: choice('false').optional(),
  automatic_tax: z
    .strictObject({ enabled: flag, liability: z.strictObject({ type: choice('self') }).optional() })
    .optional(),
  invoice_creation: z.strictObject({ enabled: choice('false') }).optional(),
  phone_number_collection: z.strictObject({ enabled: choice('false') }).optional(),
  adaptive_pricing: switched.optional(),
  expand: z.array(text()).optional(),
});

export type SessionParams = z.output<typeof sessionParams>;
