import type { Tax } from '@course/funnel';
import type { LessonPart, PlanOutline } from '@course/funnel/course';
import type { PlacedLesson } from '../lessons/placed-lesson.ts';

/** The URLs from a mail to the reader's own course. None of them allows a refund. */
export interface MailLinks {
  /** The reader's course page. */
  readonly courseUrl: string;
  /** The page whose only button stops the mails. */
  readonly unsubscribeUrl: string;
}

interface Bought {
  /** Name of the plan as the offer shows it, such as `4-WEEK PLAN`. */
  readonly planTitle: string;
  readonly days: number;
  readonly amountCents: number;
  /** ISO 4217, in any case. */
  readonly currency: string;
  /** The number that people read out, such as `K7XM-4PRH`. */
  readonly orderNumber: string;
}

interface Named {
  /** The first name, as typed; null if unknown. */
  readonly name: string | null;
}

interface ToReader extends Named {
  /** The withdrawal page, linked at the foot of every mail to a reader. */
  readonly withdrawalUrl: string;
}

export interface AcceptedTerms {
  /** The date of the accepted text, such as `2026-11-21`. */
  readonly version: string;
  readonly acceptedAt: Date;
}

/** What was bought, and when the course begins. */
export interface ConfirmationMail extends ToReader, Bought {
  readonly kind: 'confirmation';
  readonly paidAt: Date;
  /** Null for a course that currently sends no lessons. */
  readonly firstLessonAt: Date | null;
  readonly tax: Tax;
  /** The terms that were accepted with the order; null when that was not recorded. */
  readonly terms: AcceptedTerms | null;
  /** IANA name, such as `Europe/Berlin`; dates are written in it. */
  readonly timeZone: string;
  readonly links: MailLinks;
  /** The page for requesting a refund. */
  readonly refundUrl: string;
  /** The last moment of the guarantee. */
  readonly refundUntil: Date;
  /** The last moment of the legal time to withdraw. */
  readonly withdrawUntil: Date;
  /** When the buyer asked for the course to begin before that; null if they did not. */
  readonly askedToBeginAt: Date | null;
  /** Null for a course that was bought before plans were made from answers. */
  readonly outline: PlanOutline | null;
  /** The parts that each lesson's mail shows, in order. */
  readonly parts: readonly LessonPart[];
}

export interface LessonMail extends ToReader, PlacedLesson {
  readonly kind: 'lesson';
  /** Place in the reader's own order, 1 to `days`. */
  readonly place: number;
  readonly days: number;
  /** Null when none is planned. */
  readonly nextLessonAt: Date | null;
  readonly timeZone: string;
  readonly links: MailLinks;
}

/** A new link that was requested for this address. An address with several orders gets a mail for each. */
export interface CourseLinkMail extends ToReader, Pick<Bought, 'planTitle' | 'orderNumber'> {
  readonly kind: 'course_link';
  /** The requested page. */
  readonly purpose: 'course' | 'refund';
  /** The URL of that page. */
  readonly url: string;
  readonly links: MailLinks;
}

/** The lessons of one order were stopped by a mail program's one click. Offers to resume them. */
export interface StoppedMail extends ToReader, Pick<Bought, 'planTitle' | 'orderNumber'> {
  readonly kind: 'stopped';
  /** True if lessons of another order still go to the same reader. */
  readonly anotherRuns: boolean;
  readonly resumeUntil: Date;
  readonly resumeUrl: string;
  readonly timeZone: string;
  readonly links: MailLinks;
}

/** Confirms that a refund request has arrived. */
export interface RefundRequestMail extends ToReader, Bought {
  readonly kind: 'refund_request';
  readonly requestedAt: Date;
  readonly timeZone: string;
}

/** What follows from a withdrawal, as of the time at which its receipt is composed. */
export type WithdrawalOutcome =
  | {
      readonly kind: 'refund';
      readonly startsAt: Date;
      readonly latestAt: Date;
      /** What is still to be refunded, in cents. */
      readonly amountCents: number;
      /** Opens the page whose only button undoes the withdrawal; null once the refund has begun. */
      readonly objectionUrl: string | null;
    }
  /** Declared after the legal time: nothing has changed. */
  | { readonly kind: 'late' }
  /** Undone by the reader since, or settled by the owner. */
  | { readonly kind: 'objected' | 'settled' };

/** The receipt for a declared withdrawal: its content, and when it arrived. */
export interface WithdrawalReceiptMail extends ToReader, Bought {
  readonly kind: 'withdrawal_receipt';
  /** The declaration, as it was sent. */
  readonly statement: string;
  readonly receivedAt: Date;
  readonly paidAt: Date;
  readonly timeZone: string;
  /** Numbers of other orders that the same declaration withdraws from. */
  readonly alsoFor: readonly string[];
  readonly outcome: WithdrawalOutcome;
  /** The last moment of the legal time to withdraw. */
  readonly withdrawUntil: Date;
  readonly links: MailLinks;
}

/** To the owner: a withdrawal has arrived. */
export interface OwnerWithdrawalMail extends Bought {
  readonly kind: 'owner_withdrawal';
  readonly paidAt: Date;
  readonly receivedAt: Date;
  /** When the refund begins by itself, and by when it has to be made; null if the owner decides. */
  readonly refund: { readonly startsAt: Date; readonly latestAt: Date } | null;
}

/** Confirms a refund, whatever its reason: the money is on its way back, and the lessons have stopped. */
export interface RefundConfirmationMail extends ToReader, Bought {
  /** Stored in `deliveries` under this name, although it is not about a declared withdrawal. */
  readonly kind: 'withdrawal';
  /** The total that was refunded, in cents. */
  readonly refundedCents: number;
  /** The part of it that earlier refunds made up, in cents. */
  readonly earlierCents: number;
  readonly refundedAt: Date;
  readonly timeZone: string;
}

/** To the owner: a buyer requests a refund. The mail has the command that makes it, but not the buyer's address. */
export interface OwnerRefundRequestMail {
  readonly kind: 'owner_refund_request';
  readonly orderNumber: string;
  readonly planTitle: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly paidAt: Date;
  readonly requestedAt: Date;
  /** The buyer's own words. */
  readonly reason: string | null;
}

/** This address has paid for two orders within a day. Offers to undo the second one. */
export interface SecondOrderMail extends ToReader, Bought {
  readonly kind: 'second_order';
  readonly paidAt: Date;
  readonly timeZone: string;
  /** Opens the page whose only button undoes the order. */
  readonly undoUrl: string;
  /** The last moment at which it can be undone. */
  readonly undoUntil: Date;
}

/** To the owner: a buyer was notified of a second order. */
export interface OwnerSecondOrderMail extends Bought {
  readonly kind: 'owner_second_order';
  readonly paidAt: Date;
}

/** The link in every mail before a purchase. */
interface BeforePurchase {
  /** The page whose only button stops these mails. */
  readonly leaveUrl: string;
}

/**
 * Asks the owner of an address whether they requested lesson 1. Contains no name, because a stranger may have typed it.
 */
export interface FirstStepConfirmMail extends BeforePurchase {
  readonly kind: 'first_step_confirm';
  /** Opens the page whose button confirms the request. */
  readonly confirmUrl: string;
  /** How many days the link works. */
  readonly days: number;
}

/** Lesson 1 and the plan, for a visitor who has not bought. */
export interface FirstStepMail extends Named, BeforePurchase, Pick<PlacedLesson, 'lesson' | 'parts'> {
  readonly kind: 'first_step';
  /** Titles of some lessons of each week, in the visitor's order. */
  readonly weeks: PlanOutline['weeks'];
  /** False for a visitor without answers. */
  readonly fromAnswers: boolean;
  readonly offerUrl: string;
  /** True if a reminder may follow. */
  readonly mayRemind: boolean;
}

/** A checkout was opened and not paid. */
export interface CheckoutReminderMail extends Named, BeforePurchase {
  readonly kind: 'checkout_reminder';
  readonly planTitle: string;
  readonly days: number;
  /** The price that the visitor saw, in cents. */
  readonly seenCents: number;
  readonly currency: string;
  /** What the plan costs now. */
  readonly priceCents: number;
  /** When that price ends; null if no end is fixed. */
  readonly priceUntil: Date | null;
  readonly timeZone: string;
  /** The offer, with the plan chosen. */
  readonly offerUrl: string;
}

/** A delayed payment failed days after its form was submitted, so there is no order. */
export interface PaymentFailedMail extends Named, Pick<Bought, 'planTitle' | 'amountCents' | 'currency'> {
  readonly kind: 'payment_failed';
  readonly orderedAt: Date;
  readonly timeZone: string;
  /** The offer, with the plan chosen if it is still sold. */
  readonly offerUrl: string;
}

/** To the owner: findings that need attention. */
export interface OwnerAlertMail {
  readonly kind: 'owner_alert';
  readonly at: Date;
  readonly findings: readonly OwnerFinding[];
}

export interface OwnerFinding {
  /** Such as `Orders without a sent confirmation`. */
  readonly what: string;
  readonly count: number;
  /** What to type or do next. */
  readonly todo: string;
}

/** Every mail that the product sends, each with just what its template needs. */
export type Mail =
  | ConfirmationMail
  | LessonMail
  | CourseLinkMail
  | StoppedMail
  | RefundRequestMail
  | WithdrawalReceiptMail
  | RefundConfirmationMail
  | OwnerRefundRequestMail
  | SecondOrderMail
  | OwnerSecondOrderMail
  | OwnerWithdrawalMail
  | OwnerAlertMail
  | FirstStepConfirmMail
  | FirstStepMail
  | CheckoutReminderMail
  | PaymentFailedMail;

/** Also listed in a check constraint of `deliveries`. */
export type MailKind = Mail['kind'];

/** A rendered mail: its subject and both of its parts. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
