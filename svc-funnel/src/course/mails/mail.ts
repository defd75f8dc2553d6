import type { PlanOutline } from '@course/funnel/course';
import type { PlacedLesson } from '../lessons/placed-lesson.ts';

/** The addresses, ready to click, that lead from a mail to the reader's own course. None of them asks for a refund. */
export interface MailLinks {
  /** The reader's course page. */
  readonly courseUrl: string;
  /** The page whose one button ends the mails. */
  readonly unsubscribeUrl: string;
}

interface Bought {
  /** Name of the plan as the offer shows it, such as `4-WEEK PLAN`. */
  readonly planTitle: string;
  readonly days: number;
  readonly amountCents: number;
  /** ISO 4217, in any case. */
  readonly currency: string;
  /** What people read out, such as `K7XM-4PRH`. */
  readonly orderNumber: string;
}

interface ToReader {
  /** First name, as typed. Null when none is known. */
  readonly name: string | null;
}

/** What was bought, and when the course begins. */
export interface ConfirmationMail extends ToReader, Bought {
  readonly kind: 'confirmation';
  readonly paidAt: Date;
  readonly firstLessonAt: Date;
  /** IANA name, such as `Europe/Berlin`; dates are written in it. */
  readonly timeZone: string;
  readonly links: MailLinks;
  /** The page that takes a refund request. */
  readonly refundUrl: string;
  /** Null for a course that was bought before plans were made from answers. */
  readonly outline: PlanOutline | null;
}

export interface LessonMail extends ToReader, PlacedLesson {
  readonly kind: 'lesson';
  /** Place in the reader's own order, 1 to `days`. */
  readonly place: number;
  readonly days: number;
  readonly links: MailLinks;
}

/** A new link, because somebody asked with this address. */
export interface CourseLinkMail extends ToReader {
  readonly kind: 'course_link';
  /** The page that was asked for. */
  readonly purpose: 'course' | 'refund';
  /** Leads there. */
  readonly url: string;
  readonly links: MailLinks;
}

/** The lessons have stopped by a mail program's one click; this is the way back. */
export interface StoppedMail extends ToReader {
  readonly kind: 'stopped';
  readonly resumeUntil: Date;
  readonly resumeUrl: string;
  readonly timeZone: string;
  readonly links: MailLinks;
}

/** We have your refund request. */
export interface RefundRequestMail extends ToReader, Bought {
  readonly kind: 'refund_request';
  readonly requestedAt: Date;
  readonly timeZone: string;
}

/** The money is on its way back and the lessons have stopped. */
export interface WithdrawalMail extends ToReader, Bought {
  readonly kind: 'withdrawal';
  /** What was given back, in cents. */
  readonly refundedCents: number;
  readonly refundedAt: Date;
  readonly timeZone: string;
}

/** To the owner. The command that settles it is in the mail; the buyer's address is not. */
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

/** This address has paid for two orders within a day: here is how to undo the second. */
export interface SecondOrderMail extends ToReader, Bought {
  readonly kind: 'second_order';
  readonly paidAt: Date;
  readonly timeZone: string;
  /** Opens the page whose one button undoes the order. */
  readonly undoUrl: string;
  /** The last moment in which it does. */
  readonly undoUntil: Date;
}

/** To the owner: the buyer was told of a second order. */
export interface OwnerSecondOrderMail extends Bought {
  readonly kind: 'owner_second_order';
  readonly paidAt: Date;
}

/** To the owner: what needs a hand. */
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
  | WithdrawalMail
  | OwnerRefundRequestMail
  | SecondOrderMail
  | OwnerSecondOrderMail
  | OwnerAlertMail;

export type MailKind = Mail['kind'];

/** A mail as people read it. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
