import { findPlan, planTitleOf } from '@course/funnel';
import { lessonIdAt } from '@course/funnel/course';
import { z } from 'zod';
import {
  guaranteeEnds,
  refundBeginsAt,
  refundLatestAt,
  secondOrderUndoEnds,
  withdrawalEnds,
} from '../../orders/periods.ts';
import type { FirstStepLinks } from '../first-step/links.ts';
import { firstStepMail } from '../first-step/mails.ts';
import {
  type LessonOf,
  outlineIn,
  partsIn,
  placedLesson,
  type PlacedLesson,
  type StoredPlan,
} from '../lessons/placed-lesson.ts';
import type { Links } from '../links/links.ts';
import type { AcceptedTerms, Mail, WithdrawalOutcome } from '../mails/mail.ts';
import { ComposeError } from '../mails/mail-error.ts';
import { declaredName } from '../mails/headers.ts';
import type { LoadedDelivery } from './delivery.ts';

const alert = z.object({ findings: z.array(z.object({ what: z.string(), count: z.number(), todo: z.string() })) });

// The previous release did not store `anotherRuns`.
const stopped = z.object({ resumeUntil: z.coerce.date(), anotherRuns: z.boolean().default(false) });

const withdrawal = z.object({ alsoFor: z.array(z.string()) });

const refunded = z.object({ earlierCents: z.int() }).catch({ earlierCents: 0 });

const linkRequest = z.object({ purpose: z.enum(['course', 'refund']).catch('course') }).catch({ purpose: 'course' });

/** Returns the purpose for which a new link was requested. */
export const linkRequestOf = (details: unknown): z.infer<typeof linkRequest> => linkRequest.parse(details);

const required = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new ComposeError(`no ${what}`);
  return value;
};

const boughtIn = ({ orderNumber, plan, days, amountCents, currency }: LoadedDelivery) => ({
  planTitle: planTitleOf(required(plan, 'plan')),
  days: required(days, 'course'),
  amountCents: required(amountCents, 'amount'),
  currency: required(currency, 'currency'),
  orderNumber: required(orderNumber, 'order'),
});

/** The version comes from the browser, so anything but a date is discarded. */
const termsIn = ({ termsVersion, termsAcceptedAt }: LoadedDelivery): AcceptedTerms | null =>
  termsVersion !== null && termsAcceptedAt !== null && z.iso.date().safeParse(termsVersion).success
    ? { version: termsVersion, acceptedAt: termsAcceptedAt }
    : null;

const planIn = ({ weekOrder, lessonIds, planVersion, planAnswers }: LoadedDelivery): StoredPlan => ({
  weekOrder: required(weekOrder, 'course'),
  lessonIds: required(lessonIds, 'course'),
  planVersion: required(planVersion, 'course'),
  planAnswers,
});

const lessonIn = (delivery: LoadedDelivery, lessonOf: LessonOf): PlacedLesson => {
  const plan = planIn(delivery);
  const place = required(delivery.place, 'place');
  const placed = placedLesson(plan, place, lessonOf);
  if (!placed) throw new ComposeError(`lesson ${lessonIdAt(plan, place)} unreadable`);
  return placed;
};

/** Returns the declaration and its refund, which is null if the declaration came after the legal time. */
const withdrawalIn = (delivery: LoadedDelivery) => {
  const { details, statement, declaredName: name, withdrawnAt, withdrawalStatus: status, refundAt } = delivery;
  const { alsoFor } = withdrawal.parse(details);
  const receivedAt = required(withdrawnAt, 'withdrawal');
  const paidAt = required(delivery.paidAt, 'payment');
  const typedName = required(name, 'withdrawal');
  const startsAt = refundBeginsAt({ status, receivedAt, refundAt }, paidAt);
  return {
    // The name may have been typed by a stranger.
    statement: required(statement, 'withdrawal').replace(typedName, () => declaredName(typedName)),
    receivedAt,
    paidAt,
    alsoFor,
    refund: startsAt && { startsAt, latestAt: refundLatestAt(receivedAt, paidAt) },
  };
};

type DeclaredRefund = ReturnType<typeof withdrawalIn>['refund'];

/** A receipt may be sent, or sent again, long after the withdrawal. */
const outcomeOf = (delivery: LoadedDelivery, refund: DeclaredRefund, links: () => Links): WithdrawalOutcome => {
  const { withdrawalStatus: status, orderStatus, amountCents, refundedCents } = delivery;
  if (status === 'objected' || status === 'settled') return { kind: status };
  if (!refund) return { kind: 'late' };
  return {
    kind: 'refund',
    ...refund,
    // The whole price once the order is refunded.
    amountCents: required(amountCents, 'amount') - (orderStatus === 'refunded' ? 0 : (refundedCents ?? 0)),
    objectionUrl:
      status === 'received' && orderStatus !== 'refunded' ? required(links().objectionUrl, 'objection link') : null,
  };
};

/** What mails contain beyond the delivery's own data: links, lessons and the time. */
export interface MailContext {
  readonly withdrawalUrl: string;
  readonly offerUrl: (plan?: string) => string;
  /** Null for mails that carry no link. */
  readonly links: Links | null;
  readonly lessonOf: LessonOf;
  /** The links of a mail before a purchase; null for all others. */
  readonly requestLinks: FirstStepLinks | null;
  readonly now: Date;
}

/** Returns the data for a delivery's template. Throws ComposeError. */
export function mailOf(
  delivery: LoadedDelivery,
  { links: carriedLinks, lessonOf, requestLinks, withdrawalUrl, offerUrl, now }: MailContext,
): Mail {
  const { kind, name, timeZone: zone, createdAt, paidAt } = delivery;
  const reader = { name, withdrawalUrl };
  const timeZone = zone ?? 'UTC';
  const links = (): Links => required(carriedLinks, 'links');
  const refundUrl = (): string => required(links().refundUrl, 'refund link');
  switch (kind) {
    case 'confirmation':
      return {
        kind,
        ...reader,
        ...boughtIn(delivery),
        paidAt: required(paidAt, 'payment'),
        tax: delivery.tax === 'included' ? 'included' : 'off',
        terms: termsIn(delivery),
        timeZone,
        links: links(),
        refundUrl: refundUrl(),
        refundUntil: guaranteeEnds(required(paidAt, 'payment'), timeZone),
        withdrawUntil: withdrawalEnds(required(paidAt, 'payment'), timeZone),
        askedToBeginAt: delivery.askedToBeginAt,
        outline: outlineIn(planIn(delivery)),
        parts: partsIn(planIn(delivery)),
        firstLessonAt: delivery.courseStatus === 'stopped' ? null : (delivery.firstDueAt ?? delivery.nextDueAt),
      };
    case 'lesson':
      return {
        kind,
        ...reader,
        ...lessonIn(delivery, lessonOf),
        place: required(delivery.place, 'place'),
        days: required(delivery.days, 'course'),
        nextLessonAt: delivery.nextDueAt,
        timeZone,
        links: links(),
      };
    case 'stopped': {
      const { planTitle, orderNumber } = boughtIn(delivery);
      return {
        kind,
        ...reader,
        planTitle,
        orderNumber,
        ...stopped.parse(delivery.details),
        timeZone,
        links: links(),
        resumeUrl: links().resumeUrl,
      };
    }
    case 'course_link': {
      const { planTitle, orderNumber } = boughtIn(delivery);
      const { purpose } = linkRequestOf(delivery.details);
      const url = purpose === 'refund' ? refundUrl() : links().courseUrl;
      return { kind, ...reader, planTitle, orderNumber, purpose, url, links: links() };
    }
    case 'refund_request':
      return { kind, ...reader, ...boughtIn(delivery), requestedAt: createdAt, timeZone };
    case 'withdrawal':
      return {
        kind,
        ...reader,
        ...boughtIn(delivery),
        refundedCents: delivery.refundedCents ?? 0,
        ...refunded.parse(delivery.details),
        refundedAt: delivery.refundedAt ?? createdAt,
        timeZone,
      };
    case 'withdrawal_receipt': {
      const { refund, ...declared } = withdrawalIn(delivery);
      return {
        kind,
        ...reader,
        ...boughtIn(delivery),
        ...declared,
        timeZone,
        outcome: outcomeOf(delivery, refund, links),
        withdrawUntil: withdrawalEnds(declared.paidAt, timeZone),
        links: links(),
      };
    }
    case 'owner_withdrawal': {
      const { paidAt: boughtAt, receivedAt, refund } = withdrawalIn(delivery);
      return { kind, ...boughtIn(delivery), paidAt: boughtAt, receivedAt, refund };
    }
    case 'owner_refund_request':
      return {
        kind,
        ...boughtIn(delivery),
        paidAt: required(paidAt, 'payment'),
        requestedAt: createdAt,
        reason: delivery.refundReason,
      };
    case 'second_order':
      return {
        kind,
        ...reader,
        ...boughtIn(delivery),
        paidAt: required(paidAt, 'payment'),
        timeZone,
        undoUrl: required(links().undoUrl, 'undo link'),
        undoUntil: secondOrderUndoEnds(required(paidAt, 'payment')),
      };
    case 'owner_second_order':
      return { kind, ...boughtIn(delivery), paidAt: required(paidAt, 'payment') };
    case 'owner_alert':
      return { kind, at: createdAt, ...alert.parse(delivery.details) };
    case 'first_step_confirm':
    case 'first_step':
    case 'checkout_reminder':
      return firstStepMail(kind, required(delivery.firstStep, 'request'), {
        links: required(requestLinks, 'links'),
        lessonOf: (id) => required(lessonOf(id), `lesson ${id}`),
        now,
      });
    case 'payment_failed': {
      const {
        name: sender,
        timeZone: senderZone,
        plan,
        amountCents,
        currency,
        orderedAt,
      } = required(delivery.failedPayment, 'checkout');
      return {
        kind,
        name: sender,
        planTitle: planTitleOf(plan),
        amountCents,
        currency,
        orderedAt,
        timeZone: senderZone ?? 'UTC',
        offerUrl: offerUrl(findPlan(plan)?.key),
      };
    }
    default:
      return kind satisfies never;
  }
}
