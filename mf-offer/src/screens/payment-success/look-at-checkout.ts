import type { CheckoutStatus } from '@course/contracts';
import { HttpError, read } from '@course/platform';
import type { Look } from './look-again.ts';

const STATUSES: readonly CheckoutStatus[] = ['paid', 'processing', 'open', 'closed', 'refunded', 'disputed'];

/** What the server tells of a checkout, beside how it stands. */
export interface CheckoutFacts {
  readonly plan?: string;
  readonly amountCents?: number;
  readonly currency?: string;
  readonly orderNumber?: string;
  /** Where the emails go: `j•••@g•••.com`. */
  readonly maskedEmail?: string;
  /** Whether that address can be corrected here. */
  readonly correctable?: boolean;
}

export interface Seen {
  readonly look: Look;
  readonly facts: CheckoutFacts;
}

const TEXTS = ['plan', 'currency', 'orderNumber', 'maskedEmail'] as const satisfies (keyof CheckoutFacts)[];

/** Refusals that a later look would not change. A 429 is none. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Reads an answer of the server; `unreachable` when it is none. Pure. */
export function seenIn(answer: unknown): Seen {
  if (typeof answer !== 'object' || answer === null) return { look: 'unreachable', facts: {} };
  const given = answer as Readonly<Record<string, unknown>>;
  const { status, amountCents, correctable } = given;
  const look = STATUSES.find((known) => known === status) ?? 'unreachable';
  const texts = Object.fromEntries(
    TEXTS.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]),
  );
  return {
    look,
    facts: { ...texts, ...(typeof amountCents === 'number' && { amountCents }), correctable: correctable === true },
  };
}

/** Asks the server for the state of the checkout with this id. Never throws. */
export async function lookAtCheckout(id: string): Promise<Seen> {
  try {
    return seenIn(await read(['/api', 'checkout-sessions', encodeURIComponent(id)]));
  } catch (error) {
    return { look: error instanceof HttpError && isFinal(error.status) ? 'missing' : 'unreachable', facts: {} };
  }
}
