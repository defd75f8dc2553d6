import { PLANS } from '@course/funnel';
import { RadioGroup } from '@course/ui/radio-group';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PlanCard } from './plan-card.tsx';

const html = renderToStaticMarkup(
  <RadioGroup name="plan" value="4week" onValueChange={() => {}} aria-label="Plans">
    {PLANS.map((plan) => (
      <PlanCard key={plan.key} plan={plan} pricing="discounted" badge />
    ))}
  </RadioGroup>,
);

it('checks only the chosen plan', () => {
  expect(
    [...html.matchAll(/aria-checked="(\w+)"[^>]*data-plan="(\w+)"/g)].map(([, checked, plan]) => [plan, checked]),
  ).toEqual([
    ['1week', 'false'],
    ['4week', 'true'],
    ['12week', 'false'],
  ]);
});

it('tells the original price and the discounted one apart in words', () => {
  const words = html.replaceAll(/<[^>]+>/g, '');
  expect(words).toContain('Original price $44.79 Price now $22.40');
});

it('submits the choice with the form', () => {
  expect(html).toContain('<input type="hidden" name="plan" value="4week"/>');
});

it('has no inline style, which the Content Security Policy would refuse', () => {
  expect(html).not.toContain(' style=');
});
