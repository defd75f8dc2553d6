import {
  allowsReminder,
  type Countdown,
  DEFAULT_PLAN,
  FIRST_STEP_MAILS,
  findPlan,
  OWNER_CONFIG,
  type OwnerConfig,
  POLICY,
  priceOf,
  pricingAt,
} from '@course/funnel';
import { partsFor, planCourse, reasonsOf, weeksOf } from '@course/funnel/course';
import type { Lesson } from '@course/funnel/lessons';
import type { FirstStepKind } from '../deliveries/queue-mail.ts';
import type { CheckoutReminderMail, FirstStepMail, Mail } from '../mails/mail.ts';
import { ComposeError } from '../mails/mail-error.ts';
import type { FirstStepLinks } from './links.ts';
import type { FirstStepState, UnfinishedCheckout } from './state.ts';

/** What the mails before a purchase contain beyond the request's own data. */
export interface FirstStepContext {
  readonly links: FirstStepLinks;
  /** Throws while a lesson's file cannot be read. */
  readonly lessonOf: (id: string) => Lesson;
  readonly now: Date;
  readonly config?: Pick<OwnerConfig, 'sales002Countdown'>;
}

/** Returns when the current price ends: a real deadline that lies ahead; null otherwise. */
const endOf = (countdown: Countdown, now: Date): Date | null =>
  countdown.mode === 'deadline' && now.getTime() < Date.parse(countdown.endsAt) ? new Date(countdown.endsAt) : null;

/** The length in days of the plan that the offer recommends. */
const DAYS = findPlan(DEFAULT_PLAN)?.days ?? 0;

/** Returns lesson 1 and the recommended plan, as an order of this visitor would start now. */
const firstStep = (
  { name, answers, consentVersion }: FirstStepState,
  { links, lessonOf }: FirstStepContext,
): FirstStepMail => {
  const plan = planCourse(answers, DAYS);
  return {
    kind: 'first_step',
    name,
    lesson: lessonOf(plan.lessons[0]?.id ?? ''),
    parts: partsFor(answers['q20']),
    weeks: weeksOf(plan),
    fromAnswers: reasonsOf(plan).length > 0,
    offerUrl: links.offerUrl(),
    mayRemind: FIRST_STEP_MAILS.reminderHours > 0 && allowsReminder(consentVersion),
    leaveUrl: links.leaveUrl,
  };
};

/** Contains the price that was shown, and the one that the offer charges when the mail is sent. */
const reminder = (
  { name, timeZone }: FirstStepState,
  { plan: key, amountCents, currency }: UnfinishedCheckout,
  { links, now, config = OWNER_CONFIG }: FirstStepContext,
): CheckoutReminderMail => {
  const plan = findPlan(key);
  if (!plan) throw new ComposeError(`plan ${key} no longer sold`);
  return {
    kind: 'checkout_reminder',
    name,
    planTitle: plan.title,
    days: plan.days,
    seenCents: amountCents,
    currency,
    priceCents: priceOf(plan, pricingAt(now.getTime(), config)),
    priceUntil: endOf(config.sales002Countdown, now),
    timeZone: timeZone ?? 'UTC',
    offerUrl: links.offerUrl(plan.key),
    leaveUrl: links.leaveUrl,
  };
};

/** Returns the data for the template of a mail before a purchase. Throws ComposeError. */
export function firstStepMail(kind: FirstStepKind, state: FirstStepState, context: FirstStepContext): Mail {
  const { confirmUrl, leaveUrl } = context.links;
  switch (kind) {
    case 'first_step_confirm':
      return { kind, confirmUrl, leaveUrl, days: POLICY.firstStepDays };
    case 'first_step':
      return firstStep(state, context);
    case 'checkout_reminder':
      if (!state.checkout) throw new ComposeError('no checkout');
      return reminder(state, state.checkout, context);
    default:
      return kind satisfies never;
  }
}
