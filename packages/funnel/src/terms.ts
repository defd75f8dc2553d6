import { LEGAL_STATUS } from './legal-status.mjs';

/** The date of the current Terms of Service. A checkout sends it, so that an order records what was agreed to. */
export const TERMS_VERSION = LEGAL_STATUS.terms.updated;

/** What the policies promise. Legal pages, offer and mails all read it here. */
export const POLICY = {
  refundReplyBusinessDays: '2-3',
  refundPayoutBusinessDays: '5-10',
  missedContentDays: 30,
  firstEmailHours: 24,
  sessionCookieDays: 180,
  readerCookieDays: 30,
  /** Days during which a second order within a day can be undone. */
  secondOrderDays: 14,
  /** Days of the legal right of withdrawal, counted from the purchase, and those in which its refund has to be made. */
  withdrawalDays: 14,
  withdrawalRefundDays: 14,
  /** Hours between a declared withdrawal and its refund, in which the reader can object. */
  withdrawalObjectionHours: 24,
  /** Days for which a request for lesson 1 can be confirmed by mail; then it is deleted. No address is asked twice within them. */
  firstStepDays: 7,
  /** Lessons that a reader can have on one day: the day's own, and those that they ask for. */
  lessonsADay: 3,
  /** Upper limits: the service may be configured to delete earlier, never later. */
  unpaidSessionDays: 180,
  paymentDataDays: 90,
  /** Full months besides the current one. */
  pageViewMonths: 25,
} as const;
