import { z } from 'zod';

const address = z.string().min(1).max(800).nullish();

/**
 * The part of the provider's checkout session that the product reads, in events and look-ups alike. Events keep the
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

/**
 * `open` may still be paid. `processing`: the visitor completed the form, the payment is pending. The others are final.
 */
export type CheckoutUpdateKind = 'open' | 'processing' | 'paid' | 'failed' | 'expired';

/** What the provider reports about a checkout, in the product's terms. */
export interface CheckoutUpdate {
  readonly kind: CheckoutUpdateKind;
  readonly providerSessionId: string;
  /** Our own id, from the metadata; null if the checkout is not ours. */
  readonly checkoutId: string | null;
  readonly livemode: boolean;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** The address typed at the provider's form; null if the form did not ask, because it was opened with one. */
  readonly formEmail: string | null;
  /** The address that the form was opened with. */
  readonly prefilledEmail: string | null;
  readonly paymentId: string | null;
}

export const CHECKOUT_ID_KEY = 'checkout_id';
const DEAD_INTENT = new Set(['requires_payment_method', 'canceled']);

const intentOf = ({ payment_intent: intent }: ProviderSession) =>
  typeof intent === 'string' ? { id: intent, status: null } : intent;

/**
 * The only place that interprets the provider's state. An unknown state is `open`: no access.
 * A delayed payment that failed leaves the session looking like one in progress, so the event's type or the
 * payment's own status has to tell them apart.
 */
const kindOf = (session: ProviderSession, eventType: string | undefined): CheckoutUpdateKind => {
  if (session.payment_status === 'paid') return 'paid';
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  const isDead =
    eventType === 'checkout.session.async_payment_failed' || DEAD_INTENT.has(intentOf(session)?.status ?? '');
  return isDead ? 'failed' : 'processing';
};

const ownId = (session: ProviderSession): string | null => {
  const id = z.uuid().safeParse(session.metadata?.[CHECKOUT_ID_KEY]);
  return id.success ? id.data : null;
};

/** Translates a session from an event (with its type) or a look-up. Pure. */
export const checkoutUpdateOf = (session: ProviderSession, eventType?: string): CheckoutUpdate => ({
  kind: kindOf(session, eventType),
  providerSessionId: session.id,
  checkoutId: ownId(session),
  livemode: session.livemode,
  amountCents: session.amount_total ?? null,
  currency: session.currency?.toLowerCase() ?? null,
  formEmail: session.customer_email ? null : (session.customer_details?.email ?? null),
  prefilledEmail: session.customer_email ?? null,
  paymentId: intentOf(session)?.id ?? null,
});
