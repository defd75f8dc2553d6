import type { CheckoutStatus } from '@course/contracts';
import { HttpError, read } from '@course/platform';
import type { Look } from './look-again.ts';

const STATUSES: readonly CheckoutStatus[] = ['paid', 'processing', 'open', 'closed'];

/** Refusals that a later look would not change. A 429 is none. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

const statusIn = (answer: unknown): CheckoutStatus | undefined =>
  typeof answer === 'object' && answer !== null && 'status' in answer ? STATUSES.find((status) => status === answer.status) : undefined;

/** Asks the server for the state of the checkout with this id. Never throws. */
export async function lookAtCheckout(id: string): Promise<Look> {
  try {
    return statusIn(await read(['/api', 'checkout-sessions', encodeURIComponent(id)])) ?? 'unreachable';
  } catch (error) {
    return error instanceof HttpError && isFinal(error.status) ? 'missing' : 'unreachable';
  }
}
