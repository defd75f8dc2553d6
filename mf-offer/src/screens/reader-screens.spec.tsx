import { READER_NOTES } from '../flow/reader-copy.ts';
import { STEPS } from '../flow/steps.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { SCREENS } from './screens.ts';

const READER_STEPS = STEPS.filter((step) => step.kind in READER_NOTES);

describe.each(READER_STEPS)('the served HTML of $key', (step) => {
  const Screen = SCREENS[step.kind];
  const html = renderToStaticMarkup(
    <StaticRouter location={step.path}>
      <Screen step={step} />
    </StaticRouter>,
  );

  it('has one main heading, and a text for visitors without JavaScript', () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain(step.title);
    expect(html).toMatch(/<noscript><p>[^<]{20,}<\/p><\/noscript>/);
  });

  it('has no controls before its data is loaded, and no inline style', () => {
    expect(html).not.toMatch(/<button|<form| style=/);
  });

  it('is private and not indexable', () => {
    expect([step.private, step.indexable]).toEqual([true, undefined]);
  });
});
