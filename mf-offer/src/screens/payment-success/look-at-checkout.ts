import type { CheckoutStatus } from '@course/contracts';
import { HttpError, read } from '@course/platform';
import type { Look } from './look-again.ts';

const STATUSES: readonly CheckoutStatus[] = ['paid', 'processing', 'open', 'closed', 'refunded', 'disputed'];

/** What the server tells of a checkout, beside how it stands. */
export interface CheckoutFacts {
  readonly plan?: string;
  /** Where the emails go: `j•••@g•••.com`. */
  readonly maskedEmail?: string;
  /** Whether that address can be corrected here. */
  readonly correctable?: boolean;
}

export interface Seen {
  readonly look: Look;
  readonly facts: CheckoutFacts;
}

/** Refusals that a later look would not change. A 429 is none. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Reads an answer of the server; `unreachable` when it is none. Pure. */
export function seenIn(answer: unknown): Seen {
  if (typeof answer !== 'object' || answer === null) return { look: 'unreachable', facts: {} };
  const { status, plan, maskedEmail, correctable } = answer as Readonly<Record<string, unknown>>;
  const look = STATUSES.find((known) => known === status) ?? 'unreachable';
  const texts = { ...(typeof plan === 'string' && { plan }), ...(typeof maskedEmail === 'string' && { maskedEmail }) };
  return { look, facts: { ...texts, correctable: correctable === true } };
}

/** Asks the server for the state of the checkout with this id. Never throws. */
export async function lookAtCheckout(id: string): Promise<Seen> {
  try {
    return seenIn(await read(['/api', 'checkout-sessions', encodeURIComponent(id)]));
  } catch (error) {
    return { look: error instanceof HttpError && isFinal(error.status) ? 'missing' : 'unreachable', facts: {} };
  }
}
