import { DEFAULT_PLAN, findPlan, type Countdown, type Pricing } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { chooseFrom } from './choice.ts';

const endsAt = '2026-12-01T00:00:00Z';
const END = Date.parse(endsAt);
const DEADLINE: Countdown = { mode: 'deadline', endsAt };
const plan = findPlan(DEFAULT_PLAN)!;

const choose = (pricing: Pricing | undefined, now: number, sales002Countdown: Countdown) =>
  chooseFrom({ plan: plan.key, pricing }, { email: null, returnOrigin: 'http://localhost:3000', now, config: { sales002Countdown } });

describe('a real deadline, at the server', () => {
  it.each([
    ['before it', 'discounted', END - 1, plan.discountedCents],
    ['for a click that was under way', 'discounted', END + 59_999, plan.discountedCents],
    ['after it', 'original', END + 60_000, plan.originalCents],
  ] as const)('charges the shown price %s', (_case, pricing, now, amountCents) => {
    expect(choose(pricing, now, DEADLINE)).toMatchObject({ pricing, amountCents });
  });

  it.each(['discounted', undefined] as const)('refuses the discount after it, rather than charging another price than shown (%s)', (pricing) => {
    expect(() => choose(pricing, END + 60_000, DEADLINE)).toThrow(expect.objectContaining({ code: 'offer_ended' }));
  });
});

it.each<Countdown>([{ mode: 'evergreen' }, { mode: 'off' }])('the discount goes on with $mode', (countdown) => {
  expect(choose('discounted', END * 2, countdown)).toMatchObject({ amountCents: plan.discountedCents });
});
