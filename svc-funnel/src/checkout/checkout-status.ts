/** States of a checkout's row, as its check constraint lists them. */
export type CheckoutStatus = 'creating' | 'open' | 'processing' | 'paid' | 'failed' | 'expired';

const SHOWN = {
  creating: 'open',
  open: 'open',
  processing: 'processing',
  paid: 'paid',
  failed: 'closed',
  expired: 'closed',
} as const satisfies Record<CheckoutStatus, string>;

const isStatus = (status: string): status is CheckoutStatus => Object.hasOwn(SHOWN, status);

/** What the return page is told. Unknown states are no access. */
export const shownStatus = (status: string): (typeof SHOWN)[CheckoutStatus] =>
  isStatus(status) ? SHOWN[status] : 'closed';

/** Whether the provider has no more to say. */
export const isSettled = (status: string): boolean => status === 'paid' || status === 'failed' || status === 'expired';
