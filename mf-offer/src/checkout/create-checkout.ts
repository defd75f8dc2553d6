import { HttpError } from '@course/platform';
import type { CheckoutRequest } from './checkout.ts';

export type CreatedOrNot = { readonly type: 'created'; readonly clientSecret: string } | { readonly type: 'already-paid' };

/** The server's clock says that the discount is over: what the page shows is no longer the price. */
export class OfferEnded extends Error {}

export interface CheckoutServer {
  readonly send: (method: 'POST', path: string, body: unknown, options: { signal: AbortSignal }) => Promise<unknown>;
  readonly createSession: () => Promise<boolean>;
}

/** A session was created, and the browser did not keep the cookie that says so. */
export class CookiesRefused extends Error {}

const PATH = '/api/create-checkout-session';
const PATIENCE_MS = 30_000;

const isCode = (error: unknown, status: number, code: string): boolean =>
  error instanceof HttpError && error.status === status && error.code === code;

function secretOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'clientSecret' in answer) {
    if (typeof answer.clientSecret === 'string' && answer.clientSecret) return answer.clientSecret;
  }
  throw new Error('The checkout answer holds no clientSecret.');
}

function nameRefusal(error: unknown): never {
  throw isCode(error, 403, 'session_missing') ? new CookiesRefused('This browser keeps no cookie.', { cause: error }) : error;
}

/**
 * Asks the server for a checkout. A browser without a session gets one and asks once more.
 * Throws when there is no checkout: OfferEnded, CookiesRefused, HttpError, a network error, or an answer without a secret.
 */
export async function createCheckout(request: CheckoutRequest, server: CheckoutServer): Promise<CreatedOrNot> {
  const ask = async (): Promise<CreatedOrNot> => {
    const answer = await server.send('POST', PATH, request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return { type: 'created', clientSecret: secretOf(answer) };
  };
  try {
    return await ask().catch(async (error: unknown) => {
      if (isCode(error, 403, 'session_missing') && (await server.createSession())) return ask().catch(nameRefusal);
      throw error;
    });
  } catch (error) {
    if (isCode(error, 409, 'already_paid')) return { type: 'already-paid' };
    if (isCode(error, 409, 'offer_ended')) throw new OfferEnded('The discount has ended.', { cause: error });
    throw error;
  }
}
