import type { CheckoutStatus } from '@course/contracts';
import { HttpError, read } from '@course/platform';

/**
 * The status of a checkout. `missing`: this browser has no such checkout. `unreachable`: the server did not respond.
 */
export type PolledStatus = CheckoutStatus | 'missing' | 'unreachable';

const STATUSES: readonly CheckoutStatus[] = ['paid', 'processing', 'open', 'closed', 'refunded', 'disputed'];

/** Details of a checkout, apart from its status. */
export interface CheckoutFacts {
  readonly plan?: string;
  readonly amountCents?: number;
  readonly currency?: string;
  readonly orderNumber?: string;
  /** The address that the emails go to, such as `j•••@g•••.com`. */
  readonly maskedEmail?: string;
  /** True if that address can be corrected here. */
  readonly correctable?: boolean;
}

export interface StatusReport {
  readonly status: PolledStatus;
  readonly facts: CheckoutFacts;
}

const TEXT_FIELDS = ['plan', 'currency', 'orderNumber', 'maskedEmail'] as const satisfies (keyof CheckoutFacts)[];

/** Returns true for refusals that a retry would not change. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Parses a response of the server; the status is `unreachable` if it is malformed. */
export function readStatus(response: unknown): StatusReport {
  if (typeof response !== 'object' || response === null) return { status: 'unreachable', facts: {} };
  const body = response as Readonly<Record<string, unknown>>;
  const { amountCents, correctable } = body;
  const status = STATUSES.find((known) => known === body['status']) ?? 'unreachable';
  const texts = Object.fromEntries(
    TEXT_FIELDS.filter((name) => typeof body[name] === 'string').map((name) => [name, body[name]]),
  );
  return {
    status,
    facts: { ...texts, ...(typeof amountCents === 'number' && { amountCents }), correctable: correctable === true },
  };
}

/** Requests the status of the checkout with this id. Never throws. */
export async function fetchStatus(id: string): Promise<StatusReport> {
  try {
    return readStatus(await read(['/api', 'checkout-sessions', encodeURIComponent(id)]));
  } catch (error) {
    return { status: error instanceof HttpError && isFinal(error.status) ? 'missing' : 'unreachable', facts: {} };
  }
}

/** What the page shows. `elsewhere`: the payment is not this browser's. `unknown`: the server is unreachable. */
export type PaymentView =
  'paid' | 'checking' | 'processing' | 'closed' | 'elsewhere' | 'refunded' | 'disputed' | 'unknown';

/** Why a pause ended. `over`: it elapsed. `back`: the visitor came back to the page. `gone`: the page was left. */
export type WaitEnd = 'over' | 'back' | 'gone';

export interface Polling {
  readonly fetch: () => Promise<PolledStatus>;
  /** Resolves after `ms`, unless the page is hidden, or as soon as the visitor comes back to the page or leaves it. */
  readonly wait: (ms: number) => Promise<WaitEnd>;
  readonly show: (view: PaymentView) => void;
}

/** Growing pauses, about two minutes in total. */
export const PAUSES_MS: readonly number[] = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 40_000];
/** The pauses after those while a payment is processing, which can take minutes or days. The last one is repeated. */
export const LATER_PAUSES_MS: readonly number[] = [60_000, 120_000, 300_000];

/** Returns the next pause after `pauses` earlier ones, in ms. */
const pauseAfter = (pauses: number): number => [...PAUSES_MS, ...LATER_PAUSES_MS][pauses] ?? LATER_PAUSES_MS.at(-1)!;

const VIEWS = {
  paid: 'paid',
  processing: 'processing',
  open: 'closed',
  closed: 'closed',
  refunded: 'refunded',
  disputed: 'disputed',
  missing: 'elsewhere',
} as const satisfies { [Kind in Exclude<PolledStatus, 'unreachable'>]: PaymentView };

const UNSETTLED: readonly PaymentView[] = ['checking', 'processing', 'unknown'];

/**
 * Polls a checkout until it is settled, which can take days, and shows each status. An unreachable server does not
 * change the status shown. If there was no response within about two minutes, polls again only when the visitor comes
 * back to the page.
 */
export async function pollUntilSettled({ fetch, wait, show }: Polling): Promise<void> {
  let view: PaymentView = 'checking';
  // Counts only pauses that elapsed, so that coming back often does not use them up.
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
