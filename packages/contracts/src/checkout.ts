import { z } from 'zod';
import { email, timeZone } from './session.ts';
import { text } from './text.ts';

const CURRENCY = /^[a-z]{3}$/;

/** The characters of order numbers. Letters that look like a digit are left out; without vowels, no words appear. */
export const ORDER_NUMBER_LETTERS = '23456789CDFHJKMNPRTWXY';

/** An order's number as people read it out, such as `K7XM-4PRH`. */
export const orderNumber = z
  .string()
  .regex(new RegExp(`^[${ORDER_NUMBER_LETTERS}]{4}-[${ORDER_NUMBER_LETTERS}]{4}$`), 'must be an order number');

/** An amount in cents, and its currency's ISO 4217 code in lower case. */
export const price = z.strictObject({
  amountCents: z.int().min(0),
  currency: z.string().regex(CURRENCY, 'must be a currency such as usd'),
});

/** The current prices of a plan, in cents. */
const planPrices = z.strictObject({ plan: z.string(), originalCents: z.int(), discountedCents: z.int() });

/** Body of `POST /api/create-checkout-session`. The server owns which plans and pricings exist and what they cost. */
export const createCheckout = z.strictObject({
  plan: text(32),
  pricing: text(32).optional(),
  /** The price shown on the page. If it differs from the catalogue, no checkout is opened: 409 `price_changed`. */
  shown: price.optional(),
  /** True once a visitor who has already paid has confirmed another purchase. */
  again: z.boolean().optional(),
  termsVersion: text(32).optional(),
  termsAcceptedAt: z.iso.datetime({ offset: true }).optional(),
  /** When the visitor asked for the course to begin before the time to withdraw has ended. */
  askedToBeginAt: z.iso.datetime({ offset: true }).optional(),
  timeZone: timeZone.optional(),
  /** The version of the course plan that the page shows. */
  planVersion: text(64).optional(),
});

/** Response: the secret that opens the embedded checkout. */
export const createdCheckout = z.strictObject({ clientSecret: z.string().min(1) });

/** Part of a `price_changed` error: the current price of the requested plan, and of all plans. */
export const changedPrice = z.strictObject({ price, plans: z.array(planPrices) });

/** The payment provider's id of a checkout, as in the return address. */
export const checkoutSessionId = text(255).regex(/^cs_[A-Za-z0-9_]+$/, 'must be a checkout session id');

/** What the browser that paid an order may learn about it: its number, and enough of the address to recognise it. */
const paidCheckout = z.strictObject({
  status: z.literal('paid'),
  plan: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  orderNumber,
  /** The address of the course's mails, such as `j•••@g•••.com`. */
  maskedEmail: z.string(),
  /** True while that address can be corrected here. */
  correctable: z.boolean(),
});

/** `refunded`: paid and fully refunded. `disputed`: paid, and the payer has disputed the payment with the bank. */
const endedCheckout = z.strictObject({ status: z.enum(['refunded', 'disputed']), orderNumber });

/** The visitor completed the form, and the payment is not settled yet. */
const processingCheckout = z.strictObject({ status: z.literal('processing') });

/** `open`: not paid yet. `closed`: expired or failed. The page uses `plan` to return to the offer. */
const unpaidCheckout = z.strictObject({ status: z.enum(['open', 'closed']), plan: z.string() });

/** Response to `GET /api/checkout-sessions/{id}`, for the browser that opened the checkout only. */
export const checkoutState = z.discriminatedUnion('status', [
  paidCheckout,
  endedCheckout,
  processingCheckout,
  unpaidCheckout,
]);

/** Body of `POST /api/checkout-sessions/{id}/email`: the corrected address. The response is the checkout's state. */
export const correctEmail = z.strictObject({ email });

export type Price = z.infer<typeof price>;
export type ChangedPrice = z.infer<typeof changedPrice>;
export type CreateCheckout = z.infer<typeof createCheckout>;
export type CreatedCheckout = z.infer<typeof createdCheckout>;
export type CorrectEmail = z.infer<typeof correctEmail>;
export type CheckoutState = z.infer<typeof checkoutState>;
export type CheckoutStatus = CheckoutState['status'];
