import { allowsReminder, findPlan } from '@course/funnel';
import type { CarriedLinks } from '../links/link-store.ts';
import type { MailKind } from './mail.ts';

/** A request for the first step, as far as it decides about its mails. */
export interface RequestState {
  readonly consentVersion: string;
  readonly confirmedAt: Date | null;
  readonly endedAt: Date | null;
  /** False once the visitor goes by another address. */
  readonly isCurrent: boolean;
  /** True once the session or the address has an order, refunded ones included, or a payment is under way. */
  readonly hasBought: boolean;
  /** The checkout that a reminder is about; null in other mails. */
  readonly checkout: { readonly plan: string } | null;
}

/** What decides whether a mail that waits is still to be sent. */
export interface MailSubject {
  /** `paid`, `refunded` or `disputed`; null without an order. */
  readonly orderStatus: string | null;
  /** `active`, `finished` or `stopped`; null without a course. */
  readonly courseStatus: string | null;
  readonly stopReason: string | null;
  readonly firstStep?: RequestState | null;
  readonly failedPayment?: { readonly email: string | null; readonly isMadeUpFor: boolean } | null;
}

interface KindOfMail {
  readonly to: 'reader' | 'owner';
  /** Links of its order that it carries beside those to the course and to its end; null for a mail without links. */
  readonly links: CarriedLinks | null;
  readonly isWanted: (subject: MailSubject) => boolean;
  /** Owed by law or about money: it goes to somebody who marked a mail as spam, too. */
  readonly isOwed?: true;
  /** Has its time: it waits for no place in the day's amount. */
  readonly isAtOnce?: true;
  /** Lessons come by the thousand and have workers of their own: what somebody waits for never stands behind them. */
  readonly task?: 'send-lesson';
}

const always = (): boolean => true;
const isPaid = ({ orderStatus }: MailSubject): boolean => orderStatus === 'paid';

/** True while anything may be sent for a request. */
export const isOpen = ({ endedAt, isCurrent, hasBought }: RequestState): boolean =>
  endedAt === null && isCurrent && !hasBought;

const ofRequest =
  (isDue: (request: RequestState) => boolean) =>
  ({ firstStep = null }: MailSubject): boolean =>
    firstStep !== null && isOpen(firstStep) && isDue(firstStep);

/** What each kind of mail is, beside its words. */
export const KINDS: { readonly [K in MailKind]: KindOfMail } = {
  confirmation: { to: 'reader', links: { also: ['refund'] }, isWanted: isPaid, isOwed: true },
  lesson: {
    to: 'reader',
    links: {},
    isWanted: (subject) =>
      isPaid(subject) && (subject.courseStatus === 'active' || subject.courseStatus === 'finished'),
    task: 'send-lesson',
  },
  // Its links are those of what was asked for: see `carriedBy`.
  course_link: { to: 'reader', links: {}, isWanted: always },
  // A reader who has started again needs no way to do so.
  stopped: { to: 'reader', links: {}, isWanted: (subject) => isPaid(subject) && subject.stopReason === 'unsubscribed' },
  second_order: { to: 'reader', links: { also: ['undo'] }, isWanted: isPaid },
  refund_request: { to: 'reader', links: null, isWanted: always, isOwed: true },
  // A refund that has failed meanwhile is confirmed by the mail of the next one.
  withdrawal: { to: 'reader', links: null, isWanted: ({ orderStatus }) => orderStatus === 'refunded', isOwed: true },
  withdrawal_receipt: {
    to: 'reader',
    links: { also: ['objection'] },
    isWanted: always,
    isOwed: true,
    isAtOnce: true,
  },
  payment_failed: {
    to: 'reader',
    links: null,
    isWanted: ({ failedPayment = null }) =>
      failedPayment !== null && failedPayment.email !== null && !failedPayment.isMadeUpFor,
    isOwed: true,
  },
  // Before a purchase: what they lead to are links of the request, not of an order.
  first_step_confirm: { to: 'reader', links: null, isWanted: ofRequest(({ confirmedAt }) => confirmedAt === null) },
  first_step: { to: 'reader', links: null, isWanted: ofRequest(({ confirmedAt }) => confirmedAt !== null) },
  checkout_reminder: {
    to: 'reader',
    links: null,
    isWanted: ofRequest(
      ({ confirmedAt, consentVersion, checkout }) =>
        confirmedAt !== null && allowsReminder(consentVersion) && findPlan(checkout?.plan ?? '') !== undefined,
    ),
  },
  owner_alert: { to: 'owner', links: null, isWanted: always },
  owner_refund_request: { to: 'owner', links: null, isWanted: always },
  owner_second_order: { to: 'owner', links: null, isWanted: always },
  owner_withdrawal: { to: 'owner', links: null, isWanted: always },
};

export const isForOwner = (kind: MailKind): boolean => KINDS[kind].to === 'owner';

/**
 * Whether a mail that waits is still to be sent. Lessons end with the course; what is about money or was asked for
 * goes to whoever left, too; nothing goes to somebody whose data was erased.
 */
export const isStillWanted = (kind: MailKind, subject: MailSubject): boolean =>
  subject.stopReason === 'erased' ? isForOwner(kind) : KINDS[kind].isWanted(subject);
