import { Stripe } from 'stripe';

const MESSAGES = {
  refused: 'The payment provider refused the request.',
  unreachable: 'The payment provider is unreachable.',
  failing: 'The payment provider failed.',
};

/**
 * `refused`: the provider responded, and would respond the same again. `unreachable`: it is not known whether the
 * request was executed, so a retry has to use the same idempotency key. `failing`: that is not known either, and the
 * same key would get the same response.
 */
export class ProviderError extends Error {
  constructor(
    readonly kind: 'refused' | 'unreachable' | 'failing',
    cause: unknown,
  ) {
    super(cause instanceof StripeRefusal ? cause.message : MESSAGES[kind], { cause });
    this.name = 'ProviderError';
  }
}

const { StripeConnectionError, StripeError, StripeInvalidRequestError } = Stripe.errors;

/** The part of Stripe's error that may be logged: its message can quote an address. */
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

/** The payment was refunded before, for example in the provider's dashboard. */
export const isRefundedAlready = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'charge_already_refunded';

/**
 * A request may have arrived although the connection failed, and it is still undecided if its key is in use or the API
 * is busy: these are retried with the same key. A 5xx response is stored under its key for a day, so a retry needs
 * another.
 */
export function toProviderError(error: unknown): ProviderError {
  if (!(error instanceof StripeError)) return new ProviderError('refused', error);
  const isUndecided = error instanceof StripeConnectionError || error.statusCode === 409 || error.statusCode === 429;
  const decided = (error.statusCode ?? 0) >= 500 ? 'failing' : 'refused';
  return new ProviderError(isUndecided ? 'unreachable' : decided, new StripeRefusal(error.code, error));
}
