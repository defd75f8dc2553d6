import { IMMEDIATE_PERFORMANCE, type OfferPage, OWNER_CONFIG, type OwnerConfig } from '@course/funnel';
import { OFFER_COPY } from '../flow/sales-copy.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type Refusal, TermsBox } from './terms-box.tsx';

function htmlOf(page: OfferPage, change: Partial<OwnerConfig> = {}, refusal: Refusal = 'none'): string {
  const box = (
    <TermsBox
      page={page}
      refusal={refusal}
      box={{ current: null }}
      beginBox={{ current: null }}
      onTick={() => {}}
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
    ['starts unticked on /sales002 where the owner wants it so', 'sales002', UNTICKED, false],
  ] as const)('%s', (_case, page, change, ticked) => {
    expect(htmlOf(page, change)).toContain(`role="checkbox" aria-checked="${ticked}"`);
  });

  it('brings no inline style, which the Content Security Policy refuses', () => {
    expect(htmlOf('sales')).not.toContain(' style=');
  });

  it.each([
    ['asks for nothing else', {}, 1],
    [
      'asks in an unticked box of its own for an early beginning where the owner wants it so',
      { askImmediatePerformance: true },
      2,
    ],
  ] as const)('%s', (_case, change, boxes) => {
    const html = htmlOf('sales', change);
    expect(html.match(/role="checkbox" aria-checked="false"/g)).toHaveLength(boxes);
    expect(html.includes(IMMEDIATE_PERFORMANCE)).toBe(boxes === 2);
  });

  it.each([
    ['says nothing when checkout is tried without it', {}, 'refused', false],
    ['says what is missing where the owner wants it so', { explainMissingTerms: true }, 'refused', true],
    ['says it from the first moment of the shake', { explainMissingTerms: true }, 'shaking', true],
    ['says nothing before anything was tried', { explainMissingTerms: true }, 'none', false],
  ] as const)('%s', (_case, change, refusal, says) => {
    expect(htmlOf('sales', change, refusal).includes(OFFER_COPY.terms.missing)).toBe(says);
  });
});
