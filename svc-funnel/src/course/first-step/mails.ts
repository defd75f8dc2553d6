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
import type { FirstStepKind } from '../deliveries/queue-mail.ts';
import type { Lesson } from '../lessons/lessons.ts';
import type { CheckoutReminderMail, FirstStepMail, Mail } from '../mails/mail.ts';
import type { FirstStepLinks } from './links.ts';
import type { FirstStepState, UnfinishedCheckout } from './state.ts';

/** What the mails before a purchase are filled with. */
export interface FirstStepContext {
  readonly links: FirstStepLinks;
  /** Throws while a lesson's file cannot be read. */
  readonly lessonOf: (id: string) => Lesson;
  readonly now: Date;
  readonly config?: Pick<OwnerConfig, 'sales002Countdown'>;
}

/** The end of the current price: a real deadline that lies ahead, and nothing else. */
const endOf = (countdown: Countdown, now: Date): Date | null =>
  countdown.mode === 'deadline' && now.getTime() < Date.parse(countdown.endsAt) ? new Date(countdown.endsAt) : null;

/** The days of the plan that the offer recommends. */
const DAYS = findPlan(DEFAULT_PLAN)?.days ?? 0;

/** Lesson 1 and the recommended plan, as an order of this visitor would begin now. */
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

/** With the price that was seen, and the one that the offer charges when the mail is sent. */
const reminder = (
  { name, timeZone }: FirstStepState,
  { plan: key, amountCents, currency }: UnfinishedCheckout,
  { links, now, config = OWNER_CONFIG }: FirstStepContext,
): CheckoutReminderMail => {
  const plan = findPlan(key);
  if (!plan) throw new Error(`there is no plan ${key} any more`);
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

/** What the template of a mail before a purchase needs. */
export function firstStepMail(kind: FirstStepKind, state: FirstStepState, context: FirstStepContext): Mail {
  const { confirmUrl, leaveUrl } = context.links;
  switch (kind) {
    case 'first_step_confirm':
      return { kind, confirmUrl, leaveUrl, days: POLICY.firstStepDays };
    case 'first_step':
      return firstStep(state, context);
    case 'checkout_reminder':
      if (!state.checkout) throw new Error('a reminder without a checkout');
      return reminder(state, state.checkout, context);
    default:
      return kind satisfies never;
  }
}
