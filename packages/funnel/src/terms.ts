import { LEGAL_STATUS } from './legal/status.mjs';

/** The date on which the Terms of Service last changed. It is sent with a checkout, so that an order tells what was agreed to. */
export const TERMS_VERSION = LEGAL_STATUS.terms.updated;

/** What the policies promise. Legal pages, offer and mails say the same because they read it here. */
export const POLICY = {
  refundReplyBusinessDays: '2-3',
  refundPayoutBusinessDays: '5-10',
  missedContentDays: 30,
  firstEmailHours: 24,
  sessionCookieDays: 180,
  readerCookieDays: 30,
  /** For so long a second order within a day can be undone with one press. */
  secondOrderDays: 14,
  /** At the latest; the service may be told to delete earlier, never later. */
  unpaidSessionDays: 180,
  paymentDataDays: 90,
} as const;
