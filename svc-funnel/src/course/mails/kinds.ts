import { allowsReminder, findPlan } from '@course/funnel';
import type { CarriedLinks } from '../links/link-store.ts';
import type { MailKind } from './mail.ts';

/** The state of a request for the first step that decides whether its mails are sent. */
export interface RequestState {
  readonly consentVersion: string;
  readonly confirmedAt: Date | null;
  readonly endedAt: Date | null;
  /** False once the visitor uses another address. */
  readonly isCurrent: boolean;
  /** True once the session or the address has an order, refunded ones included, or a payment is under way. */
  readonly hasBought: boolean;
  /** The checkout that a reminder is about; null in other mails. */
  readonly checkout: { readonly plan: string } | null;
}

/** The state that decides whether a queued mail is still sent. */
export interface MailSubject {
  /** `paid`, `refunded` or `disputed`; null without an order. */
  readonly orderStatus: string | null;
  /** `active`, `finished` or `stopped`; null without a course. */
  readonly courseStatus: string | null;
  readonly stopReason: string | null;
  readonly firstStep?: RequestState | null;
  readonly failedPayment?: { readonly email: string | null; readonly isSuperseded: boolean } | null;
}

interface KindOfMail {
  readonly to: 'reader' | 'owner';
  /** Links of its order in addition to those that open the course and unsubscribe; null for a mail without links. */
  readonly links: CarriedLinks | null;
  readonly isWanted: (subject: MailSubject) => boolean;
  /** Required by law or about money: also sent to readers who marked a mail as spam. */
  readonly isMandatory?: true;
  /** Urgent: exempt from the day's limit during a warm-up. */
  readonly skipsWarmUp?: true;
  /** Lessons are sent by the thousand and have their own workers, so that other mails never wait behind them. */
  readonly task?: 'send-lesson';
}

const always = (): boolean => true;
const isPaid = ({ orderStatus }: MailSubject): boolean => orderStatus === 'paid';

/** True while mails may be sent for a request. */
export const isOpen = ({ endedAt, isCurrent, hasBought }: RequestState): boolean =>
  endedAt === null && isCurrent && !hasBought;

const ofRequest =
  (isDue: (request: RequestState) => boolean) =>
  ({ firstStep = null }: MailSubject): boolean =>
    firstStep !== null && isOpen(firstStep) && isDue(firstStep);

/** The properties of each kind of mail, apart from its content. */
export const KINDS: { readonly [K in MailKind]: KindOfMail } = {
  confirmation: { to: 'reader', links: { also: ['refund'] }, isWanted: isPaid, isMandatory: true },
  lesson: {
    to: 'reader',
    links: {},
    isWanted: (subject) =>
      isPaid(subject) && (subject.courseStatus === 'active' || subject.courseStatus === 'finished'),
    task: 'send-lesson',
  },
  // Its links depend on what was requested: see `carriedBy`.
  course_link: { to: 'reader', links: {}, isWanted: always },
  // A reader who has already resumed needs no link to do so.
  stopped: { to: 'reader', links: {}, isWanted: (subject) => isPaid(subject) && subject.stopReason === 'unsubscribed' },
  second_order: { to: 'reader', links: { also: ['undo'] }, isWanted: isPaid },
  refund_request: { to: 'reader', links: null, isWanted: always, isMandatory: true },
  // The confirmation of a refund. If the refund has failed in the meantime, the next one is confirmed instead.
  withdrawal: {
    to: 'reader',
    links: null,
    isWanted: ({ orderStatus }) => orderStatus === 'refunded',
    isMandatory: true,
  },
  withdrawal_receipt: {
    to: 'reader',
    links: { also: ['objection'] },
    isWanted: always,
    isMandatory: true,
    skipsWarmUp: true,
  },
  payment_failed: {
    to: 'reader',
    links: null,
    isWanted: ({ failedPayment = null }) =>
      failedPayment !== null && failedPayment.email !== null && !failedPayment.isSuperseded,
    isMandatory: true,
  },
  // Before a purchase: their links are those of the request, not of an order.
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
 * True if a queued mail is still to be sent. Lessons stop with the course. Mails about money, and those that were
 * requested, also go to readers who have unsubscribed. Nothing goes to a person whose data was erased.
 */
export const isStillWanted = (kind: MailKind, subject: MailSubject): boolean =>
  subject.stopReason === 'erased' ? isForOwner(kind) : KINDS[kind].isWanted(subject);
