import { formatUsd, perDayOf, PLANS, priceOf } from '@course/funnel';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { RadioGroup } from '@course/ui/radio-group';
import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PlanCard } from './plan-card.tsx';

/** The text nodes of a card. */
const wordsOf = (html: string): string[] =>
  html
    .split(/<[^>]*>/)
    .map((words) => words.trim())
    .filter(Boolean);

const htmlOf = (props: ComponentProps<typeof PlanCard>): string =>
  renderToStaticMarkup(
    createElement(
      RadioGroup,
      { name: 'plan', value: '4week', onValueChange: () => {} },
      createElement(PlanCard, props),
    ),
  );

const cases = PLANS.flatMap((plan) =>
  (['discounted', 'original'] as const).map((pricing) => ({ plan, pricing, key: plan.key })),
);

describe('a plan card', () => {
  it.each(cases)('of $key, $pricing, shows the prices of the catalogue', ({ plan, pricing }) => {
    const isDiscounted = pricing === 'discounted';
    expect(wordsOf(htmlOf({ plan, pricing, badge: true }))).toEqual([
      ...(plan.popular ? [OFFER_COPY.popular] : []),
      plan.title,
      ...(isDiscounted ? [OFFER_COPY.discountApplied] : []),
      ...(isDiscounted ? [OFFER_COPY.priceBefore, formatUsd(plan.originalCents), OFFER_COPY.priceNow] : []),
      formatUsd(priceOf(plan, pricing)),
      `${perDayOf(plan, pricing)} per day`,
    ]);
  });

  it.each([
    ['off', false],
    ['included', true],
  ] as const)('with tax %s mentions VAT next to the price: %s', (tax, isMentioned) => {
    const words = wordsOf(htmlOf({ plan: PLANS[0]!, pricing: 'discounted', badge: false, tax }));
    expect(words.includes('including VAT')).toBe(isMentioned);
  });

  it('strikes out the original price', () => {
    const [plan] = PLANS;
    const html = htmlOf({ plan: plan!, pricing: 'discounted', badge: false });
    expect(/<s\b[^>]*>([^<]*)<\/s>/.exec(html)?.[1]).toBe(formatUsd(plan!.originalCents));
    expect(html).not.toContain(OFFER_COPY.discountApplied);
  });
});
