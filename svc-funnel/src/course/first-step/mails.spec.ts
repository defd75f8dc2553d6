import { type Countdown, findPlan } from '@course/funnel';
import { partsFor, planCourse, weeksOf } from '@course/funnel/course';
import { expect, it } from 'vitest';
import { A_LESSON } from '../../../test/sample-mails.ts';
import type { MailContext } from '../mails/definition.ts';
import type { FirstStepState, LoadedDelivery, UnfinishedCheckout } from '../mails/loaded-delivery.ts';
import { checkoutReminder, priceAt } from '../mails/kinds/checkout-reminder.ts';
import { firstStep } from '../mails/kinds/first-step.ts';
import { offerUrlOf } from '../links/links.ts';
import { firstStepLinks } from './links.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const now = new Date('2026-11-22T12:00:00Z');
const plan = findPlan('4week')!;

const aState = (change: Partial<FirstStepState> = {}): FirstStepState => ({
  id: ID,
  email: 'ada@example.com',
  name: 'Ada',
  timeZone: 'Europe/Berlin',
  answers: {},
  confirmedAt: now,
  isOpen: true,
  allowsReminder: true,
  checkout: null,
  ...change,
});

const seen = (amountCents: number): UnfinishedCheckout => ({
  plan: plan.key,
  pricing: 'discounted',
  amountCents,
  currency: 'usd',
});

const context: MailContext = {
  requestLinks: firstStepLinks(
    { publicUrl: 'https://course.example', course: { linkKeys: ['a-link-key-of-these-tests'] } },
    ID,
  ),
  lessonOf: () => A_LESSON,
  now,
  links: null,
  withdrawalUrl: '',
  offerUrl: (key) => offerUrlOf({ publicUrl: 'https://course.example' }, key),
};

const aDelivery = (change: Partial<FirstStepState>): LoadedDelivery =>
  ({ firstStep: aState(change) }) as LoadedDelivery;

const [FUTURE, PAST] = ['2026-12-01T00:00:00Z', '2026-11-20T00:00:00Z'];

it.each<[string, Countdown, number, Date | null]>([
  ['an evergreen countdown names no end', { mode: 'evergreen' }, plan.discountedCents, null],
  ['no countdown names no end', { mode: 'off' }, plan.discountedCents, null],
  ['a deadline ahead names its end', { mode: 'deadline', endsAt: FUTURE }, plan.discountedCents, new Date(FUTURE)],
  [
    'a deadline that has passed names the original price and no end',
    { mode: 'deadline', endsAt: PAST },
    plan.originalCents,
    null,
  ],
])('a reminder with %s', (_case, sales002Countdown, priceCents, priceUntil) => {
  expect(priceAt(plan, now, { sales002Countdown })).toEqual({ priceCents, priceUntil });
});

it('a reminder names the price that was shown, and leads to the offer with its plan', () => {
  const delivery = aDelivery({ checkout: seen(plan.discountedCents + 1) });
  expect(checkoutReminder.data(delivery, context)).toMatchObject({
    seenCents: plan.discountedCents + 1,
    ...priceAt(plan, now),
    planTitle: plan.title,
    offerUrl: 'https://course.example/sales002?plan=4week',
  });
});

it.each([
  ['no checkout', null],
  ['plan 2week no longer sold', { ...seen(plan.discountedCents), plan: '2week' }],
])('a reminder that cannot be composed says why: %s', (code, checkout) => {
  const compose = () => checkoutReminder.data(aDelivery({ checkout }), context);
  expect(compose).toThrow(expect.objectContaining({ name: 'ComposeError', code }));
});

it.each([undefined, '["design"]', '["business","unknown"]', '[broken', '{"a":1}'])(
  'the plan for the target %s is the one that an order would start with',
  (q15) => {
    const answers = { ...(q15 !== undefined && { q15 }), q20: '5-min' };
    const mail = firstStep.data(aDelivery({ answers }), context);
    const plan = planCourse(answers, 28);
    const fromAnswers = plan.lessons.some(({ why }) => why !== null);
    expect(mail).toMatchObject({ weeks: weeksOf(plan), parts: partsFor('5-min'), fromAnswers });
    expect(mail.weeks).toHaveLength(4);
  },
);
