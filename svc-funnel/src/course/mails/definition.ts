import { planTitleOf } from '@course/funnel';
import type { LessonOf, StoredPlan } from '../lessons/placed-lesson.ts';
import type { CarriedLinks } from '../links/link-store.ts';
import type { Links } from '../links/links.ts';
import type { Content } from './content.ts';
import type { FirstStepState, LoadedDelivery } from './loaded-delivery.ts';
import { ComposeError } from './mail-error.ts';

/** The URLs in the mails of a request. Pages get the token in the fragment, which browsers do not send to servers. */
export interface FirstStepLinks {
  /** Opens the page whose button confirms the request. */
  readonly confirmUrl: string;
  /** Opens the page whose button stops the request's mails. */
  readonly leaveUrl: string;
  /** Accepts the POST of RFC 8058, for the List-Unsubscribe header. */
  readonly oneClickUrl: string;
}

/** What mails contain beyond the delivery's own data: links, lessons and the time. */
export interface MailContext {
  readonly withdrawalUrl: string;
  /** Opens the offer, with a plan chosen if one is given. It identifies no one. */
  readonly offerUrl: (plan?: string) => string;
  /** Null for mails that carry no link. */
  readonly links: Links | null;
  readonly lessonOf: LessonOf;
  /** The links of a mail before a purchase; null for all others. */
  readonly requestLinks: FirstStepLinks | null;
  readonly now: Date;
}

/** The state that decides whether a queued mail is still sent. */
export type MailSubject = Pick<LoadedDelivery, 'orderStatus' | 'courseStatus' | 'stopReason'> &
  Partial<Pick<LoadedDelivery, 'firstStep' | 'failedPayment'>>;

/** One kind of mail. `Data` is what its template needs. */
export interface MailDefinition<Data = unknown> {
  readonly to: 'reader' | 'owner';
  /**
   * Links of its order in addition to those that open the course and unsubscribe, possibly depending on the delivery's
   * `details`. Left out for a mail without links of an order.
   */
  readonly links?: CarriedLinks | ((details: unknown) => CarriedLinks);
  /** Also carries the header by which a mail program unsubscribes with one click. Needs links of an order. */
  readonly hasOneClick?: true;
  readonly isWanted: (subject: MailSubject) => boolean;
  /** Required by law or about money: also sent to readers who marked a mail as spam. */
  readonly isMandatory?: true;
  /** Urgent: exempt from the day's limit during a warm-up. */
  readonly skipsWarmUp?: true;
  /** Lessons are sent by the thousand and have their own workers, so that other mails never wait behind them. */
  readonly task?: 'send-lesson';
  /** Throws ComposeError. */
  data(delivery: LoadedDelivery, context: MailContext): Data;
  template(mail: Data): Content;
}

/** Infers the type of a mail's data from `data`, for `template` and for `MailOf`. */
export const defineMail = <Data>(definition: MailDefinition<Data>): MailDefinition<Data> => definition;

export const always = (): boolean => true;

export const isPaid = ({ orderStatus }: MailSubject): boolean => orderStatus === 'paid';

/** For mails before a purchase: the request is open, and in the given state. */
export const ofRequest =
  (isDue: (request: FirstStepState) => boolean) =>
  ({ firstStep = null }: MailSubject): boolean =>
    firstStep !== null && firstStep.isOpen && isDue(firstStep);

/** Throws ComposeError if the value is missing. */
export const required = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new ComposeError(`no ${what}`);
  return value;
};

/** Returns what every mail to a buyer contains: the name to greet, the link at its foot, and the zone of its dates. */
export const readerIn = ({ name, timeZone }: LoadedDelivery, { withdrawalUrl }: MailContext) => ({
  /** As typed; null if unknown. */
  name,
  withdrawalUrl,
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: timeZone ?? 'UTC',
});

/** Returns the facts of the order that a mail is about. */
export const boughtIn = ({ orderNumber, plan, days, amountCents, currency, paidAt }: LoadedDelivery) => ({
  planTitle: planTitleOf(required(plan, 'plan')),
  days: required(days, 'course'),
  amountCents: required(amountCents, 'amount'),
  currency: required(currency, 'currency'),
  orderNumber: required(orderNumber, 'order'),
  paidAt: required(paidAt, 'payment'),
});

/** The facts of an order. */
export type Bought = ReturnType<typeof boughtIn>;

/** Returns the plan of the course that a mail is about. */
export const planIn = ({ weekOrder, lessonIds, planVersion, planAnswers }: LoadedDelivery): StoredPlan => ({
  weekOrder: required(weekOrder, 'course'),
  lessonIds: required(lessonIds, 'course'),
  planVersion: required(planVersion, 'course'),
  planAnswers,
});

export const linksIn = ({ links }: MailContext): Links => required(links, 'links');

/** The links to the reader's own course in a mail's text and footer. None of them allows a refund. */
export type CourseLinks = Pick<Links, 'courseUrl' | 'unsubscribeUrl'>;

export const courseLinksIn = (context: MailContext): CourseLinks => linksIn(context);
