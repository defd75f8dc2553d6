import { z } from 'zod';
import { orderNumber } from './order-number.ts';
import { email, timeZone } from './session.ts';
import { text } from './text.ts';

const CURRENCY = /^[a-z]{3}$/;

/** An amount in cents of a currency by its ISO 4217 code in small letters. */
export const price = z.strictObject({
  amountCents: z.int().min(0),
  currency: z.string().regex(CURRENCY, 'must be a currency such as usd'),
});

/** What a plan costs now. */
export const planPrices = z.strictObject({ plan: z.string(), originalCents: z.int(), discountedCents: z.int() });

/** Body of `POST /api/create-checkout-session`. The server owns which plans and pricings exist and what they cost. */
export const createCheckout = z.strictObject({
  plan: text(32),
  pricing: text(32).optional(),
  /** The price that the page shows. Where the catalogue has another one, nothing is opened: 409 `price_changed`. */
  shown: price.optional(),
  /** Set once a visitor who has already paid confirmed that they want to buy again. */
  again: z.boolean().optional(),
  termsVersion: text(32).optional(),
  termsAcceptedAt: z.iso.datetime({ offset: true }).optional(),
  timeZone: timeZone.optional(),
});

/** Answer: the secret that opens the embedded card checkout. */
export const createdCheckout = z.strictObject({ clientSecret: z.string().min(1) });

/** What a `price_changed` error tells beyond its message: the price of what was asked for, and of all plans, now. */
export const changedPrice = z.strictObject({ price, plans: z.array(planPrices) });

/** The payment provider's id for a checkout, as it stands in the return address. */
export const checkoutSessionId = text(255).regex(/^cs_[A-Za-z0-9_]+$/, 'must be a checkout session id');

/** What a browser is told of an order that it paid: the number to read out, and of the address just enough to know it. */
const paidCheckout = z.strictObject({
  status: z.literal('paid'),
  plan: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  orderNumber,
  /** Where the course goes, such as `j•••@g•••.com`. */
  maskedEmail: z.string(),
  /** Whether that address can still be corrected here. */
  correctable: z.boolean(),
});

/** `refunded`: paid, and all of it was given back. `disputed`: paid, and the payer asks the bank to take it back. */
const endedCheckout = z.strictObject({ status: z.enum(['refunded', 'disputed']), orderNumber });

/** The visitor finished, and the payment is under way. */
const processingCheckout = z.strictObject({ status: z.literal('processing') });

/** `open`: not paid yet, may still be. `closed`: expired or failed. The plan is for the way back to the offer. */
const unpaidCheckout = z.strictObject({ status: z.enum(['open', 'closed']), plan: z.string() });

/** Answer to `GET /api/checkout-sessions/{id}`, given to the browser that opened it and to no other. */
export const checkoutState = z.discriminatedUnion('status', [
  paidCheckout,
  endedCheckout,
  processingCheckout,
  unpaidCheckout,
]);

/** Body of `POST /api/checkout-sessions/{id}/email`: the address that was meant. Answered with the checkout's state. */
export const correctEmail = z.strictObject({ email });

export type Price = z.infer<typeof price>;
export type PlanPrices = z.infer<typeof planPrices>;
export type ChangedPrice = z.infer<typeof changedPrice>;
export type CreateCheckout = z.infer<typeof createCheckout>;
export type CreatedCheckout = z.infer<typeof createdCheckout>;
export type CorrectEmail = z.infer<typeof correctEmail>;
export type CheckoutState = z.infer<typeof checkoutState>;
export type CheckoutStatus = CheckoutState['status'];
