import { LEGAL_STATUS } from './legal-status.mjs';

/** The date of the current Terms of Service. A checkout sends it, so that an order records what was agreed to. */
export const TERMS_VERSION = LEGAL_STATUS.terms.updated;

/** What the policies promise. Legal pages, offer and mails read it from here. */
export const POLICY = {
  refundReplyBusinessDays: '2-3',
  refundPayoutBusinessDays: '5-10',
  missedContentDays: 30,
  firstEmailHours: 24,
  sessionCookieDays: 180,
  readerCookieDays: 30,
  /** Days during which a buyer can undo a second order made within a day of the first. */
  secondOrderDays: 14,
  /**
   * Days of the legal right of withdrawal, counted from the purchase, and days within which its refund has to be made.
   */
  withdrawalDays: 14,
  withdrawalRefundDays: 14,
  /** Hours between a declared withdrawal and its refund, in which the reader can object. */
  withdrawalObjectionHours: 24,
  /** Days after which an unconfirmed request for lesson 1 is deleted. Within them, no address is asked twice. */
  firstStepDays: 7,
  /** Maximum number of lessons per day: the scheduled one, and those that the reader requests. */
  lessonsADay: 3,
  /** Upper limits: the service may be configured to delete earlier, never later. */
  unpaidSessionDays: 180,
  paymentDataDays: 90,
  /** Full months, not counting the current one. */
  pageViewMonths: 25,
  /** Days for which reports about mails are kept: longer than any provider repeats one or a signature is valid. */
  mailEventDays: 90,
} as const;
