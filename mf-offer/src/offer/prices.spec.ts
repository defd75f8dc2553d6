import { PLANS } from '@course/funnel';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { PlanCard } from './plan-card.tsx';

/** The words of a card, one run of text each. */
const wordsOf = (html: string): string[] => html.split(/<[^>]*>/).filter(Boolean);

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
    expect(wordsOf(renderToStaticMarkup(createElement(PlanCard, { plan, pricing, badge: true })))).toEqual(words);
  });

  it('strikes the original price through', () => {
    const html = renderToStaticMarkup(createElement(PlanCard, { plan: PLANS[1]!, pricing: 'discounted', badge: false }));
    expect(html).toMatch(/<s\b[^>]*>\$44\.79<\/s>/);
    expect(html).not.toContain('Discount applied');
  });

  it('has the 4-week plan chosen from the start', () => {
    const chosen = PLANS.filter((plan) => renderToStaticMarkup(createElement(PlanCard, { plan, pricing: 'discounted', badge: false })).includes('checked'));
    expect(chosen.map(({ key }) => key)).toEqual(['4week']);
  });
});
