import { PLANS } from '@course/funnel';
import { RadioGroup } from '@course/ui/radio-group';
import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PlanCard } from './plan-card.tsx';

/** The words of a card, one run of text each. */
const wordsOf = (html: string): string[] => html.split(/<[^>]*>/).filter(Boolean);

const htmlOf = (props: ComponentProps<typeof PlanCard>): string =>
  renderToStaticMarkup(createElement(RadioGroup, { name: 'plan', value: '4week', onValueChange: () => {} }, createElement(PlanCard, props)));

describe('a plan card', () => {
  it.each([
    ['1week', 'discounted', ['1-WEEK PLAN', 'Discount applied', '$15.52', '$7.76', '$1.11 per day']],
    ['4week', 'discounted', ['MOST POPULAR', '4-WEEK PLAN', 'Discount applied', '$44.79', '$22.40', '$0.80 per day']],
    ['12week', 'discounted', ['12-WEEK PLAN', 'Discount applied', '$89.59', '$44.80', '$0.53 per day']],
    ['1week', 'original', ['1-WEEK PLAN', '$15.52', '$2.22 per day']],
    ['4week', 'original', ['MOST POPULAR', '4-WEEK PLAN', '$44.79', '$1.60 per day']],
    ['12week', 'original', ['12-WEEK PLAN', '$89.59', '$1.07 per day']],
  ] as const)('of %s, %s', (key, pricing, words) => {
    const plan = PLANS.find((candidate) => candidate.key === key)!;
    expect(wordsOf(htmlOf({ plan, pricing, badge: true }))).toEqual(words);
  });

  it('strikes the original price through', () => {
    const html = htmlOf({ plan: PLANS[1]!, pricing: 'discounted', badge: false });
    expect(html).toMatch(/<s\b[^>]*>\$44\.79<\/s>/);
    expect(html).not.toContain('Discount applied');
  });
});
