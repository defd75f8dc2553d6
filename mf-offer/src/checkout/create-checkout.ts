import { HttpError } from '@course/platform';
import { changedPricesIn, type PricesByPlan } from './changed-prices.ts';
import type { CheckoutRequest } from './checkout.ts';

export type CreatedOrNot =
  | { readonly kind: 'created'; readonly clientSecret: string }
  | { readonly kind: 'already-paid' }
  /** Nothing was opened: the page showed another price than the server asks. */
  | { readonly kind: 'price-changed'; readonly prices: PricesByPlan };

/**
 * `cookiesRefused`: a session was created, and the browser did not keep the cookie that says so. `offerEnded`: by the
 * server's clock the discount is over, so what the page shows is no longer the price. `outdated`: this page cannot show
 * what the price is now. `declined`: only support can sell here.
 */
export type Refusal = 'cookiesRefused' | 'offerEnded' | 'outdated' | 'declined';

/** There will be no checkout however often the visitor tries again. */
export class CheckoutRefused extends Error {
  constructor(
    readonly because: Refusal,
    cause: unknown,
  ) {
    super(`The checkout was refused: ${because}`, { cause });
  }
}

export interface CheckoutServer {
  readonly send: (method: 'POST', path: string, body: unknown) => Promise<unknown>;
  readonly createSession: () => Promise<boolean>;
  /** The course follows from the answers, and the form from the email: a session that was lost has neither. Earlier shells have none. */
  readonly tellLostSession?: () => Promise<void>;
}

const PATH = '/api/create-checkout-session';

const isCode = (error: unknown, status: number, code: string): boolean =>
  error instanceof HttpError && error.status === status && error.code === code;

const isSessionMissing = (error: unknown): boolean => isCode(error, 403, 'session_missing');

function secretOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'clientSecret' in answer) {
    if (typeof answer.clientSecret === 'string' && answer.clientSecret) return answer.clientSecret;
  }
  throw new Error('The checkout answer holds no clientSecret.');
}

const named = (error: unknown): unknown => {
  if (isCode(error, 409, 'offer_ended')) return new CheckoutRefused('offerEnded', error);
  if (isCode(error, 409, 'price_changed') || isCode(error, 400, 'page_outdated'))
    return new CheckoutRefused('outdated', error);
  if (isCode(error, 403, 'purchase_declined')) return new CheckoutRefused('declined', error);
  return error;
};

/**
 * Asks the server for a checkout. A browser without a session gets one and asks once more.
 * Throws when there is no checkout: CheckoutRefused, HttpError, a network error, or an answer without a secret.
 */
export async function createCheckout(request: CheckoutRequest, server: CheckoutServer): Promise<CreatedOrNot> {
  const ask = async (): Promise<CreatedOrNot> => {
    await server.tellLostSession?.();
    const answer = await server.send('POST', PATH, request);
    return { kind: 'created', clientSecret: secretOf(answer) };
  };
  const askAgain = (): Promise<CreatedOrNot> =>
    ask().catch((error: unknown) => {
      throw isSessionMissing(error) ? new CheckoutRefused('cookiesRefused', error) : error;
    });
  try {
    return await ask().catch(async (error: unknown) => {
      if (isSessionMissing(error) && (await server.createSession())) return askAgain();
      throw error;
    });
  } catch (error) {
    if (isCode(error, 409, 'already_paid')) return { kind: 'already-paid' };
    const prices = isCode(error, 409, 'price_changed') && error instanceof HttpError && changedPricesIn(error.body);
    if (prices) return { kind: 'price-changed', prices };
    throw named(error);
  }
}
