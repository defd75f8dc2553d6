import { partsFor, planCourse, weeksOf } from '@course/funnel/course';
import { findPlan, firstStepConsent } from '@course/funnel';
import { expect, it } from 'vitest';
import { A_LESSON } from '../../../test/sample-mails.ts';
import { firstStepLinks } from './links.ts';
import { firstStepMail, type FirstStepContext } from './mails.ts';
import type { FirstStepState, UnfinishedCheckout } from './state.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const now = new Date('2026-11-22T12:00:00Z');
const plan = findPlan('4week')!;

const aState = (change: Partial<FirstStepState> = {}): FirstStepState => ({
  id: ID,
  email: 'ada@example.com',
  name: 'Ada',
  timeZone: 'Europe/Berlin',
  answers: {},
  consentVersion: firstStepConsent().version,
  confirmedAt: now,
  endedAt: null,
  isCurrent: true,
  hasBought: false,
  checkout: null,
  ...change,
});

const seen = (amountCents: number): UnfinishedCheckout => ({
  plan: plan.key,
  pricing: 'discounted',
  amountCents,
  currency: 'usd',
});

const aContext = (countdown: NonNullable<FirstStepContext['config']>['sales002Countdown']): FirstStepContext => ({
  links: firstStepLinks(
    { publicUrl: 'https://course.example', course: { linkKeys: ['a-link-key-of-these-tests'] } },
    ID,
  ),
  lessonOf: () => A_LESSON,
  now,
  config: { sales002Countdown: countdown },
});

const [FUTURE, PAST] = ['2026-12-01T00:00:00Z', '2026-11-20T00:00:00Z'];

it.each<[string, Parameters<typeof aContext>[0], number, Date | null]>([
  ['an evergreen countdown names no end', { mode: 'evergreen' }, plan.discountedCents, null],
  ['no countdown names no end', { mode: 'off' }, plan.discountedCents, null],
  ['a deadline ahead names its end', { mode: 'deadline', endsAt: FUTURE }, plan.discountedCents, new Date(FUTURE)],
  [
    'a deadline that has passed names the original price and no end',
    { mode: 'deadline', endsAt: PAST },
    plan.originalCents,
    null,
  ],
])('a reminder with %s', (_case, countdown, priceCents, priceUntil) => {
  const state = aState({ checkout: seen(plan.discountedCents) });
  expect(firstStepMail('checkout_reminder', state, aContext(countdown))).toMatchObject({
    seenCents: plan.discountedCents,
    priceCents,
    priceUntil,
    planTitle: plan.title,
    offerUrl: 'https://course.example/sales002?plan=4week',
  });
});

it.each([
  ['no checkout', null],
  ['plan 2week no longer sold', { ...seen(plan.discountedCents), plan: '2week' }],
])('a reminder that cannot be composed says why: %s', (code, checkout) => {
  const compose = () => firstStepMail('checkout_reminder', aState({ checkout }), aContext({ mode: 'off' }));
  expect(compose).toThrow(expect.objectContaining({ name: 'ComposeError', code }));
});

it.each([undefined, '["design"]', '["business","unknown"]', '[broken', '{"a":1}'])(
  'the plan for the target %s is the one that an order would start with',
  (q15) => {
    const answers = { ...(q15 !== undefined && { q15 }), q20: '5-min' };
    const mail = firstStepMail('first_step', aState({ answers }), aContext({ mode: 'off' }));
    const plan = planCourse(answers, 28);
    const fromAnswers = plan.lessons.some(({ why }) => why !== null);
    expect(mail).toMatchObject({ weeks: weeksOf(plan), parts: partsFor('5-min'), fromAnswers });
    expect(mail.kind === 'first_step' && mail.weeks.length).toBe(4);
  },
);
