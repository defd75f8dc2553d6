import { curriculumDayAt, findPlan } from '@course/funnel';
import { z } from 'zod';
import type { Lesson } from '../lessons/lessons.ts';
import type { Links } from '../links/urls.ts';
import type { Mail } from '../mail/mail.ts';
import { undoableUntil } from '../orders/second-order.ts';
import type { LoadedDelivery } from './load-delivery.ts';

/** A mail that cannot be made up now, and why: `lesson 12 unreadable`. */
export class ComposeError extends Error {
  constructor(readonly code: string) {
    super(`The mail cannot be made up: ${code}`);
    this.name = 'ComposeError';
  }
}

const alert = z.object({ findings: z.array(z.object({ what: z.string(), count: z.number(), todo: z.string() })) });

const stopped = z.object({ resumeUntil: z.coerce.date() });

const linkRequest = z.object({ purpose: z.enum(['course', 'refund']).catch('course') }).catch({ purpose: 'course' });

/** What a mail with a new link was asked for. */
export const linkRequestOf = (details: unknown): z.infer<typeof linkRequest> => linkRequest.parse(details);

const known = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new ComposeError(`no ${what}`);
  return value;
};

const boughtIn = ({ orderNumber, plan, amountCents, currency }: LoadedDelivery) => {
  const { title: planTitle, days } = known(findPlan(plan ?? ''), 'plan');
  return {
    planTitle,
    days,
    amountCents: known(amountCents, 'amount'),
    currency: known(currency, 'currency'),
    orderNumber: known(orderNumber, 'order'),
  };
};

const lessonIn = ({ place, weekOrder }: LoadedDelivery, lessonOf: (day: number) => Lesson | undefined): Lesson => {
  const day = curriculumDayAt(known(place, 'place'), known(weekOrder, 'course'));
  const lesson = lessonOf(day);
  if (!lesson) throw new ComposeError(`lesson ${day} unreadable`);
  return lesson;
};

/** What the mails of an order lead to and are filled with. */
export interface Shelf {
  /** Null for mails that carry no link. */
  readonly links: Links | null;
  readonly lessonOf: (day: number) => Lesson | undefined;
}

/** What a delivery's template needs. Throws ComposeError. */
export function mailOf(delivery: LoadedDelivery, { links: given, lessonOf }: Shelf): Mail {
  const { kind, name, timeZone: zone, createdAt, paidAt } = delivery;
  const timeZone = zone ?? 'UTC';
  const links = (): Links => known(given, 'links');
  const refundUrl = (): string => known(links().refundUrl, 'refund link');
  switch (kind) {
    case 'confirmation':
      return {
        kind,
        name,
        ...boughtIn(delivery),
        paidAt: known(paidAt, 'payment'),
        timeZone,
        links: links(),
        refundUrl: refundUrl(),
        firstLessonAt: delivery.firstDueAt ?? delivery.nextDueAt ?? createdAt,
      };
    case 'lesson':
      return {
        kind,
        name,
        lesson: lessonIn(delivery, lessonOf),
        place: known(delivery.place, 'place'),
        days: known(delivery.days, 'course'),
        links: links(),
      };
    case 'stopped':
      return { kind, name, ...stopped.parse(delivery.details), timeZone, links: links(), resumeUrl: links().resumeUrl };
    case 'course_link':
      return linkRequestOf(delivery.details).purpose === 'refund'
        ? { kind, name, purpose: 'refund', url: refundUrl(), links: links() }
        : { kind, name, purpose: 'course', url: links().courseUrl, links: links() };
    case 'refund_request':
      return { kind, name, ...boughtIn(delivery), requestedAt: createdAt, timeZone };
    case 'withdrawal':
      return {
        kind,
        name,
        ...boughtIn(delivery),
        refundedCents: delivery.refundedCents ?? 0,
        refundedAt: delivery.refundedAt ?? createdAt,
        timeZone,
      };
    case 'owner_refund_request':
      return {
        kind,
        ...boughtIn(delivery),
        paidAt: known(paidAt, 'payment'),
        requestedAt: createdAt,
        reason: delivery.refundReason,
      };
    case 'second_order':
      return {
        kind,
        name,
        ...boughtIn(delivery),
        paidAt: known(paidAt, 'payment'),
        timeZone,
        undoUrl: known(links().undoUrl, 'undo link'),
        undoUntil: undoableUntil(known(paidAt, 'payment')),
      };
    case 'owner_second_order':
      return { kind, ...boughtIn(delivery), paidAt: known(paidAt, 'payment') };
    case 'owner_alert':
      return { kind, at: createdAt, ...alert.parse(delivery.details) };
    default:
      return kind satisfies never;
  }
}
