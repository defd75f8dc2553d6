import type { StepKey } from '../flow/steps.ts';
import { stepOf } from '../flow/ways.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { SCREENS } from '../screens/screens.ts';

const KEYS = ['course', 'unsubscribe', 'refund-request', 'second-order', 'first-step'] as const satisfies StepKey[];

describe.each(KEYS)('the served HTML of %s', (key) => {
  const step = stepOf(key);
  const Screen = SCREENS[step.kind];
  const html = renderToStaticMarkup(
    <StaticRouter location={step.path}>
      <Screen step={step} />
    </StaticRouter>,
  );

  it('has its one heading, and something to read without JavaScript', () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain(step.title);
    expect(html).toMatch(/<noscript><p>[^<]{20,}<\/p><\/noscript>/);
  });

  it('has nothing that could be pressed before anything is known, and no inline style', () => {
    expect(html).not.toMatch(/<button|<form| style=/);
  });

  it('is private and not for search engines', () => {
    expect([step.private, step.indexable]).toEqual([true, undefined]);
  });
});
