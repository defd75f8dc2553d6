import type { CheckoutStatus as ShownStatus } from '@course/contracts';

/** States of a checkout's row, as its check constraint lists them. */
export type CheckoutStatus = 'creating' | 'open' | 'processing' | 'paid' | 'failed' | 'expired';

const SHOWN: Readonly<Record<CheckoutStatus, ShownStatus>> = {
  creating: 'open',
  open: 'open',
  processing: 'processing',
  paid: 'paid',
  failed: 'closed',
  expired: 'closed',
};

const isStatus = (status: string): status is CheckoutStatus => Object.hasOwn(SHOWN, status);

/** What the return page is told. Unknown states are no access. */
export const shownStatus = (status: string): ShownStatus => (isStatus(status) ? SHOWN[status] : 'closed');

/** What is shown of a paid checkout whose order stands like this. */
export const shownOrder = (orderStatus: string | undefined): ShownStatus => (orderStatus === 'refunded' || orderStatus === 'disputed' ? orderStatus : 'paid');

/** Whether the provider has no more to say. */
export const isSettled = (status: string): boolean => status === 'paid' || status === 'failed' || status === 'expired';
