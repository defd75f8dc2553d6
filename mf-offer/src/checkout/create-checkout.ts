import { HttpError } from '@course/platform';
import { changedPricesIn, type PricesByPlan } from './changed-prices.ts';
import type { CheckoutRequest } from './checkout.ts';

export type CreateCheckoutOutcome =
  | { readonly kind: 'created'; readonly clientSecret: string }
  | { readonly kind: 'already-paid' }
  /** No checkout was created, because the page showed another price than the server's. */
  | { readonly kind: 'price-changed'; readonly prices: PricesByPlan };

/**
 * `cookiesRefused`: a session was created, but the browser did not keep its cookie. `offerEnded`: the discount has
 * ended by the server's clock, so the price shown no longer applies. `outdated`: this page cannot show the current
 * price. `declined`: this visitor can buy only through support.
 */
export type Refusal = 'cookiesRefused' | 'offerEnded' | 'outdated' | 'declined';

/** A refusal that trying again would not change. */
export class CheckoutRefused extends Error {
  constructor(
    readonly reason: Refusal,
    cause: unknown,
  ) {
    super(`The checkout was refused: ${reason}`, { cause });
  }
}

export interface CheckoutServer {
  readonly send: (method: 'POST', path: string, body: unknown) => Promise<unknown>;
  readonly createSession: () => Promise<boolean>;
  /**
   * Sends answers and email again if the server has lost the session: the course depends on the answers, the card form
   * on the email. Earlier shells do not provide it.
   */
  readonly resendLostSession?: () => Promise<void>;
}

const PATH = '/api/create-checkout-session';

const isCode = (error: unknown, status: number, code: string): boolean =>
  error instanceof HttpError && error.status === status && error.code === code;

const isSessionMissing = (error: unknown): boolean => isCode(error, 403, 'session_missing');

function secretOf(response: unknown): string {
  if (typeof response === 'object' && response !== null && 'clientSecret' in response) {
    if (typeof response.clientSecret === 'string' && response.clientSecret) return response.clientSecret;
  }
  throw new Error('The checkout response has no clientSecret.');
}

/** Translates the errors of final refusals to CheckoutRefused; returns other errors unchanged. */
const asRefusal = (error: unknown): unknown => {
  if (isCode(error, 409, 'offer_ended')) return new CheckoutRefused('offerEnded', error);
  if (isCode(error, 409, 'price_changed') || isCode(error, 400, 'page_outdated'))
    return new CheckoutRefused('outdated', error);
  if (isCode(error, 403, 'purchase_declined')) return new CheckoutRefused('declined', error);
  return error;
};

/**
 * Requests a checkout from the server. If the session is missing, creates one and retries once. Throws if there is no
 * checkout: CheckoutRefused, HttpError, a network error, or an Error for a response without a secret.
 */
export async function createCheckout(request: CheckoutRequest, server: CheckoutServer): Promise<CreateCheckoutOutcome> {
  const attempt = async (): Promise<CreateCheckoutOutcome> => {
    await server.resendLostSession?.();
    const response = await server.send('POST', PATH, request);
    return { kind: 'created', clientSecret: secretOf(response) };
  };
  const retry = (): Promise<CreateCheckoutOutcome> =>
    attempt().catch((error: unknown) => {
      throw isSessionMissing(error) ? new CheckoutRefused('cookiesRefused', error) : error;
    });
  try {
    return await attempt().catch(async (error: unknown) => {
      if (isSessionMissing(error) && (await server.createSession())) return retry();
      throw error;
    });
  } catch (error) {
    if (isCode(error, 409, 'already_paid')) return { kind: 'already-paid' };
    const prices = isCode(error, 409, 'price_changed') && error instanceof HttpError && changedPricesIn(error.body);
    if (prices) return { kind: 'price-changed', prices };
    throw asRefusal(error);
  }
}
