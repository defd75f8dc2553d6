import type { PlanAnswers } from '@course/funnel/course';
import type { Course } from '../../generated/prisma/client.ts';
import type { WithdrawalStatus } from '../refund-periods.ts';
import type { MailKind } from './mail.ts';

/** A checkout that was opened and not paid, with the price that its page showed. */
export interface UnfinishedCheckout {
  readonly plan: string;
  readonly pricing: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** The current state of a request for the first step, with all the data of its mails. */
export interface FirstStepState {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly timeZone: string | null;
  readonly answers: PlanAnswers;
  readonly confirmedAt: Date | null;
  /** True while mails may be sent for the request. */
  readonly isOpen: boolean;
  /** True if the wording of the consent announced a reminder. */
  readonly allowsReminder: boolean;
  /** The checkout that a reminder is about; null in other mails. */
  readonly checkout: UnfinishedCheckout | null;
}

/** A delayed payment that failed, with data from its checkout. */
export interface FailedPayment {
  readonly checkoutId: string;
  /** Null once its buyer was erased. */
  readonly email: string | null;
  readonly name: string | null;
  readonly plan: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly timeZone: string | null;
  readonly orderedAt: Date;
  /** True if the money arrived after all, or the buyer's address has paid since or is paying now. */
  readonly isSuperseded: boolean;
}

/** A delivery with all the data of its mail. */
export interface LoadedDelivery {
  readonly id: string;
  readonly kind: MailKind;
  readonly place: number | null;
  readonly messageId: string;
  readonly status: string;
  readonly details: unknown;
  readonly dueAt: Date;
  readonly createdAt: Date;
  /**
   * Null for mails to the owner that concern no particular order, and for mails before a purchase or about a failed
   * payment.
   */
  readonly orderId: string | null;
  readonly orderStatus: string | null;
  readonly orderNumber: string | null;
  readonly plan: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly paidAt: Date | null;
  /** Whether the price included tax, and the terms that were accepted with it; null without an order. */
  readonly tax: string | null;
  readonly termsVersion: string | null;
  readonly termsAcceptedAt: Date | null;
  readonly refundedCents: number | null;
  readonly refundedAt: Date | null;
  readonly orderEmail: string | null;
  readonly courseStatus: string | null;
  readonly stopReason: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly timeZone: string | null;
  readonly days: number | null;
  readonly weekOrder: number[] | null;
  readonly lessonIds: string[] | null;
  readonly planVersion: string | null;
  readonly planAnswers: Course['planAnswers'];
  readonly nextDueAt: Date | null;
  /** When the first lesson was due; null while none is queued. */
  readonly firstDueAt: Date | null;
  /** The buyer's own words in the latest refund request. */
  readonly refundReason: string | null;
  /** When the buyer asked at checkout for the course to begin before the withdrawal period ends. */
  readonly askedToBeginAt: Date | null;
  /** The declared withdrawal that the mail is about. */
  readonly declaredName: string | null;
  readonly statement: string | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawalStatus: WithdrawalStatus | null;
  /**
   * When its refund begins, or is queued again once it has begun; null if the withdrawal came after the legal time.
   */
  readonly refundAt: Date | null;
  readonly refundBeganAt: Date | null;
  /** The request that a mail before a purchase belongs to; null for all others. */
  readonly firstStep: FirstStepState | null;
  /** The failed payment that a mail is about; null for all others. */
  readonly failedPayment: FailedPayment | null;
}
