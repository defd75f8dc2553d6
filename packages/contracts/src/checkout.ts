import { z } from 'zod';
import { orderNumber } from './order-number.ts';
import { email, timeZone } from './session.ts';
import { text } from './text.ts';

/** Body of `POST /api/create-checkout-session`. The server owns which plans and pricings exist and what they cost. */
export const createCheckout = z.strictObject({
  plan: text(32),
  pricing: text(32).optional(),
  /** Set once a visitor who has already paid confirmed that they want to buy again. */
  again: z.boolean().optional(),
  termsVersion: text(32).optional(),
  termsAcceptedAt: z.iso.datetime({ offset: true }).optional(),
  timeZone: timeZone.optional(),
});

/** Answer: the secret that opens the embedded card checkout. */
export const createdCheckout = z.strictObject({ clientSecret: z.string().min(1) });

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
export const checkoutState = z.discriminatedUnion('status', [paidCheckout, endedCheckout, processingCheckout, unpaidCheckout]);

/** Body of `POST /api/checkout-sessions/{id}/email`: the address that was meant. Answered with the checkout's state. */
export const correctEmail = z.strictObject({ email });

export type CreateCheckout = z.infer<typeof createCheckout>;
export type CreatedCheckout = z.infer<typeof createdCheckout>;
export type CorrectEmail = z.infer<typeof correctEmail>;
export type CheckoutState = z.infer<typeof checkoutState>;
export type CheckoutStatus = CheckoutState['status'];
