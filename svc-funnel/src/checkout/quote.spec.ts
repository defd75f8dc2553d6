import {
  CURRENCY,
  DEFAULT_PLAN,
  findPlan,
  PLANS,
  priceOf,
  type Countdown,
  type Plan,
  type Pricing,
} from '@course/funnel';
import type { Price } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { isSameQuote, quoteFor, SHOWN_PRICE_REQUIRED_FROM } from './quote.ts';

const endsAt = '2026-12-01T00:00:00Z';
const END = Date.parse(endsAt);
const DEADLINE: Countdown = { mode: 'deadline', endsAt };
const plan = findPlan(DEFAULT_PLAN)!;

interface Case {
  readonly pricing?: Pricing | undefined;
  readonly shown?: Price | undefined;
  readonly now?: number;
  readonly countdown?: Countdown;
  readonly plans?: readonly Plan[];
}

const shownFor = (pricing: Pricing = 'discounted', of: Plan = plan): Price => ({
  amountCents: priceOf(of, pricing),
  currency: CURRENCY,
});

const choose = ({ pricing, shown, now = END - 1, countdown = { mode: 'evergreen' }, plans = PLANS }: Case) =>
  quoteFor(
    { plan: plan.key, pricing, shown },
    {
      email: null,
      returnOrigin: 'http://localhost:3000',
      now,
      config: { sales002Countdown: countdown, tax: 'off' },
      plans,
    },
  );

describe('a real deadline, on the server', () => {
  it.each([
    ['before it', 'discounted', END - 1],
    ['for a click in progress', 'discounted', END + 59_999],
    ['after it', 'original', END + 60_000],
  ] as const)('charges the shown price %s', (_case, pricing, now) => {
    expect(choose({ pricing, shown: shownFor(pricing), now, countdown: DEADLINE })).toMatchObject({
      pricing,
      amountCents: priceOf(plan, pricing),
    });
  });

  it.each(['discounted', undefined] as const)(
    'refuses the discount after it, rather than charging another price than shown (%s)',
    (pricing) => {
      expect(() => choose({ pricing, shown: shownFor(), now: END + 60_000, countdown: DEADLINE })).toThrow(
        expect.objectContaining({ code: 'offer_ended' }),
      );
    },
  );
});

it.each<Countdown>([{ mode: 'evergreen' }, { mode: 'off' }])('the discount does not end with $mode', (countdown) => {
  expect(choose({ pricing: 'discounted', shown: shownFor(), now: END * 2, countdown })).toMatchObject({
    amountCents: plan.discountedCents,
  });
});

describe('the price that the page shows', () => {
  it.each([
    ['a lower one', { ...shownFor(), amountCents: plan.discountedCents - 1 }],
    ['a higher one', { ...shownFor(), amountCents: plan.discountedCents + 1 }],
    ['the one of the other pricing', shownFor('original')],
    ['the same number of another currency', { ...shownFor(), currency: 'eur' }],
  ])('is refused with the current one when it is %s', (_case, shown) => {
    const changed = {
      price: shownFor(),
      plans: PLANS.map(({ key, originalCents, discountedCents }) => ({ plan: key, originalCents, discountedCents })),
    };
    const refusal = (() => {
      try {
        choose({ shown });
      } catch (error) {
        return error as { toBody(): unknown };
      }
    })();
    expect(refusal?.toBody()).toEqual({
      statusCode: 409,
      code: 'price_changed',
      message: expect.stringContaining('Nothing was charged'),
      ...changed,
    });
  });

  it('is compared with the current catalogue, not with the one that the page was built with', () => {
    const raised = PLANS.map((offered) => ({ ...offered, discountedCents: offered.discountedCents + 470 }));
    expect(() => choose({ shown: shownFor(), plans: raised })).toThrow(
      expect.objectContaining({ code: 'price_changed' }),
    );
    const dearer = shownFor(
      'discounted',
      raised.find(({ key }) => key === plan.key)!,
    );
    expect(choose({ shown: dearer, plans: raised })).toMatchObject(dearer);
  });

  it('may be omitted by older pages until the transition ends', () => {
    expect(choose({ now: SHOWN_PRICE_REQUIRED_FROM - 1 })).toMatchObject(shownFor());
    expect(() => choose({ now: SHOWN_PRICE_REQUIRED_FROM })).toThrow(
      expect.objectContaining({ code: 'page_outdated', message: expect.stringContaining('Reload the page') }),
    );
    expect(choose({ now: SHOWN_PRICE_REQUIRED_FROM, shown: shownFor() })).toMatchObject(shownFor());
  });

  it('may be omitted for 30 days after the release', () => {
    expect((SHOWN_PRICE_REQUIRED_FROM - Date.parse('2026-11-22T00:00:00Z')) / 86_400_000).toBe(30);
  });
});

it.each(['off', 'included'] as const)(
  'states whether the price includes tax (%s), and differs from a quote with another setting',
  (tax) => {
    const context = { email: null, returnOrigin: 'http://localhost:3000', now: END - 1 };
    const quoteWith = (configured: typeof tax) =>
      quoteFor(
        { plan: plan.key, shown: shownFor() },
        { ...context, config: { sales002Countdown: { mode: 'off' }, tax: configured } },
      );
    expect(quoteWith(tax)).toMatchObject({ tax, amountCents: plan.discountedCents });
    expect([isSameQuote(quoteWith(tax), quoteWith('off')), isSameQuote(quoteWith(tax), quoteWith('included'))]).toEqual(
      [tax === 'off', tax === 'included'],
    );
  },
);
