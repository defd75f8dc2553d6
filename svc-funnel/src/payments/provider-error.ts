import { Stripe } from 'stripe';

/**
 * `refused`: the provider answered and will answer the same again. `unreachable`: whether it did what was
 * asked is not known, so asking again has to name the same checkout. `failing`: that is not known either, and it answers
 * the same whenever the same checkout is named.
 */
export class ProviderError extends Error {
  constructor(
    readonly kind: 'refused' | 'unreachable' | 'failing',
    cause: unknown,
  ) {
    super(`The payment provider is ${kind}.`, { cause });
    this.name = 'ProviderError';
  }
}

const { StripeConnectionError, StripeError, StripeInvalidRequestError } = Stripe.errors;

/** What may be logged of Stripe's refusal: its message can quote an address. */
class StripeRefusal extends Error {
  constructor(
    readonly code: string | undefined,
    { type, param, statusCode, requestId }: InstanceType<typeof StripeError>,
  ) {
    super(['Stripe:', type, code, param, statusCode, requestId].filter(Boolean).join(' '));
    this.name = 'StripeRefusal';
  }
}

export const isGone = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && (error.code === 'resource_missing' || error.statusCode === 404);

export const isEmailRefusal = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && (error.code === 'email_invalid' || error.param === 'customer_email');

/** Somebody gave it back before: in the provider's dashboard, say. */
export const isRefundedAlready = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'charge_already_refunded';

/**
 * A connection that failed may have been heard, and a key that is in use or a busy API has not decided yet:
 * all are asked again with the same key. An answered 5xx is kept under its key for a day, so the next try needs another.
 */
export function toProviderError(error: unknown): ProviderError {
  if (!(error instanceof StripeError)) return new ProviderError('refused', error);
  const undecided = error instanceof StripeConnectionError || error.statusCode === 409 || error.statusCode === 429;
  const answered = (error.statusCode ?? 0) >= 500 ? 'failing' : 'refused';
  return new ProviderError(undecided ? 'unreachable' : answered, new StripeRefusal(error.code, error));
}
