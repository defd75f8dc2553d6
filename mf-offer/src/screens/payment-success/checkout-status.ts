import type { CheckoutStatus } from '@course/contracts';
import { HttpError, read } from '@course/platform';

/** How a checkout stands. `missing`: the server does not know it for this browser; `unreachable`: it could not be asked. */
export type Reading = CheckoutStatus | 'missing' | 'unreachable';

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

export interface StatusReport {
  readonly status: Reading;
  readonly facts: CheckoutFacts;
}

const TEXTS = ['plan', 'currency', 'orderNumber', 'maskedEmail'] as const satisfies (keyof CheckoutFacts)[];

/** Refusals that asking again would not change. A 429 is none. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Reads a response of the server; `unreachable` when it is none. Pure. */
export function readStatus(response: unknown): StatusReport {
  if (typeof response !== 'object' || response === null) return { status: 'unreachable', facts: {} };
  const given = response as Readonly<Record<string, unknown>>;
  const { amountCents, correctable } = given;
  const status = STATUSES.find((known) => known === given['status']) ?? 'unreachable';
  const texts = Object.fromEntries(
    TEXTS.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]),
  );
  return {
    status,
    facts: { ...texts, ...(typeof amountCents === 'number' && { amountCents }), correctable: correctable === true },
  };
}

/** Asks the server for the state of the checkout with this id. Never throws. */
export async function fetchStatus(id: string): Promise<StatusReport> {
  try {
    return readStatus(await read(['/api', 'checkout-sessions', encodeURIComponent(id)]));
  } catch (error) {
    return { status: error instanceof HttpError && isFinal(error.status) ? 'missing' : 'unreachable', facts: {} };
  }
}

/** What the page knows of the payment. `elsewhere`: nothing, because it is none of this browser's. `unknown`: the server could not be asked. */
export type PaymentView =
  'paid' | 'checking' | 'processing' | 'closed' | 'elsewhere' | 'refunded' | 'disputed' | 'unknown';

export type WaitEnd = 'over' | 'back' | 'gone';

export interface Polling {
  readonly fetch: () => Promise<Reading>;
  /** Resolves once so many ms are over, or sooner when the visitor comes back to the page or the page has gone. They are never over while the page is hidden. */
  readonly wait: (ms: number) => Promise<WaitEnd>;
  readonly show: (view: PaymentView) => void;
}

/** Growing pauses, about two minutes in all. */
export const PAUSES_MS: readonly number[] = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 40_000];
/** Those after them while a payment is processing, which takes minutes or days. The last one is repeated. */
export const LATER_PAUSES_MS: readonly number[] = [60_000, 120_000, 300_000];

/** How long to wait after so many pauses, in ms. */
const pauseAfter = (pauses: number): number => [...PAUSES_MS, ...LATER_PAUSES_MS][pauses] ?? LATER_PAUSES_MS.at(-1)!;

const VIEWS = {
  paid: 'paid',
  processing: 'processing',
  open: 'closed',
  closed: 'closed',
  refunded: 'refunded',
  disputed: 'disputed',
  missing: 'elsewhere',
} as const satisfies { [Kind in Exclude<Reading, 'unreachable'>]: PaymentView };

const UNSETTLED: readonly PaymentView[] = ['checking', 'processing', 'unknown'];

/**
 * Polls a checkout until it is settled, which can take days, and shows each status. A server that cannot be reached
 * changes nothing that it said before; one that has said nothing after about two minutes is asked again only when the
 * visitor comes back to the page.
 */
export async function pollUntilSettled({ fetch, wait, show }: Polling): Promise<void> {
  let view: PaymentView = 'checking';
  // A visitor who comes back often uses up none.
  let pauses = 0;
  for (;;) {
    const status = await fetch();
    if (status !== 'unreachable') view = VIEWS[status];
    else if (view === 'checking' && pauses >= PAUSES_MS.length) view = 'unknown';
    show(view);
    if (!UNSETTLED.includes(view)) return;
    const end = await wait(view === 'unknown' ? Infinity : pauseAfter(pauses));
    if (end === 'gone') return;
    if (end === 'over') pauses += 1;
  }
}
