import { IMMEDIATE_PERFORMANCE, type OfferPage, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type MissingTick, TermsBox } from './terms-box.tsx';

function htmlOf(page: OfferPage, change: Partial<OwnerConfig> = {}, missingTick: MissingTick = null): string {
  const box = (
    <TermsBox
      page={page}
      missingTick={missingTick}
      termsRef={{ current: null }}
      beginRef={{ current: null }}
      onTick={() => {}}
      onBegin={() => {}}
      config={{ ...OWNER_CONFIG, ...change }}
    />
  );
  return renderToStaticMarkup(<StaticRouter location="/sales">{box}</StaticRouter>);
}

const UNTICKED = { termsTicked: { sales: false, sales002: false } } as const;

describe('the terms box', () => {
  it.each([
    ['is unticked on /sales', 'sales', {}, false],
    ['is ticked on /sales002', 'sales002', {}, true],
    ['is unticked on /sales002 if the owner chose so', 'sales002', UNTICKED, false],
  ] as const)('%s', (_case, page, change, ticked) => {
    expect(htmlOf(page, change)).toContain(`role="checkbox" aria-checked="${ticked}"`);
  });

  it('has no inline style, which the Content Security Policy would refuse', () => {
    expect(htmlOf('sales')).not.toContain(' style=');
  });

  it.each([
    ['is the only box by default', {}, 1],
    [
      'is followed by an unticked box for immediate performance if the owner chose so',
      { askImmediatePerformance: true },
      2,
    ],
  ] as const)('%s', (_case, change, boxes) => {
    const html = htmlOf('sales', change);
    expect(html.match(/role="checkbox" aria-checked="false"/g)).toHaveLength(boxes);
    expect(html.includes(IMMEDIATE_PERFORMANCE)).toBe(boxes === 2);
  });

  it.each([
    ['shows no message after an attempt without the terms by default', {}, false, false],
    ['says what is missing if the owner chose so', { explainMissingTerms: true }, false, true],
    ['says what is missing already during the shake', { explainMissingTerms: true }, true, true],
    ['shows no message before any attempt', { explainMissingTerms: true }, undefined, false],
  ] as const)('%s', (_case, change, shaking, says) => {
    const missingTick: MissingTick = shaking === undefined ? null : { box: 'terms', shaking };
    expect(htmlOf('sales', change, missingTick).includes(OFFER_COPY.terms.missing)).toBe(says);
  });
});
