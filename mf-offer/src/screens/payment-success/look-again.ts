import type { CheckoutStatus } from '@course/contracts';

/** What the page knows of the payment. `elsewhere`: nothing, because it is none of this browser's. `unknown`: the server could not be asked. */
export type PaymentView =
  'paid' | 'checking' | 'processing' | 'closed' | 'elsewhere' | 'refunded' | 'disputed' | 'unknown';

/** How one look at the checkout ended. `missing`: the server does not know it for this browser. */
export type Look = CheckoutStatus | 'missing' | 'unreachable';

export interface LookAgain {
  readonly look: () => Promise<Look>;
  /** Resolves after so many ms; `false` when the page has gone. */
  readonly wait: (ms: number) => Promise<boolean>;
  readonly show: (view: PaymentView) => void;
}

/** Growing pauses, about two minutes in all. */
export const PAUSES_MS: readonly number[] = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 40_000];

/** What is shown while there is still hope, and once there have been enough looks. */
const VIEWS = {
  paid: { now: 'paid', atLast: 'paid' },
  processing: { now: 'processing', atLast: 'processing' },
  open: { now: 'closed', atLast: 'closed' },
  closed: { now: 'closed', atLast: 'closed' },
  refunded: { now: 'refunded', atLast: 'refunded' },
  disputed: { now: 'disputed', atLast: 'disputed' },
  missing: { now: 'elsewhere', atLast: 'elsewhere' },
  unreachable: { now: 'checking', atLast: 'unknown' },
} as const satisfies { [Kind in Look]: { now: PaymentView; atLast: PaymentView } };

const UNSETTLED: readonly Look[] = ['processing', 'unreachable'];
const isSettled = (look: Look): boolean => !UNSETTLED.includes(look);

/** Looks at a checkout until it is settled, with growing pauses, and shows what it finds. */
export async function lookUntilSettled({ look, wait, show }: LookAgain): Promise<void> {
  for (const pause of PAUSES_MS) {
    const found = await look();
    show(VIEWS[found].now);
    if (isSettled(found) || !(await wait(pause))) return;
  }
  show(VIEWS[await look()].atLast);
}
