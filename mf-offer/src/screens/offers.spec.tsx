// @vitest-environment jsdom
import { findPlan, formatUsd, perDayOf, PLANS, priceOf } from '@course/funnel';
import { OFFER_COPY, SALES002_COPY, SALES_COPY } from '../flow/sales-copy.ts';
import { writeRaw } from '@course/platform';
import { loadPlanner } from '../flow/my-plan.ts';
import { stepOf } from '../flow/paths.ts';
import { COUNTDOWN_MS } from '../offer/offer-end.ts';
import { TERMS_SHAKE_MS } from '../offer/terms-box.tsx';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Sales002Screen } from './sales002/sales002-screen.tsx';
import { SCREENS } from './screens.ts';

// The card form comes from the payment provider; these tests only check that it is shown.
vi.mock('../checkout/checkout-modules.ts', () => ({
  loadCheckoutModules: async () => ({
    stripe: {},
    Dialog: ({ children }: { children: ReactNode }) => <div role="dialog">{children}</div>,
    Sheet: ({ open, children }: { open: boolean; children: ReactNode }) =>
      open ? <div role="dialog">{children}</div> : null,
    CardCheckout: ({ clientSecret }: { clientSecret: string }) => <p>Card form of {clientSecret}</p>,
  }),
}));

const fourWeeks = findPlan('4week')!;
const PAGES = ['sales', 'sales002'] as const;

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** Stubs the server with these responses in turn, the last one repeated. Returns the requests so far, oldest first. */
function serve(...responses: readonly (readonly [status: number, body: unknown])[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const [status, body] = responses[Math.min(sent.length, responses.length - 1)] ?? [500, {}];
    sent.push({ path, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
  return sent;
}

function renderOffer(key: (typeof PAGES)[number]) {
  const step = stepOf(key);
  const Screen = SCREENS[key];
  render(
    <MemoryRouter initialEntries={[step.path]}>
      <Screen step={step} />
    </MemoryRouter>,
  );
  const main = within(screen.getByRole('main'));
  return {
    main,
    terms: () => main.getByRole('checkbox'),
    buy: async () => {
      fireEvent.click(main.getAllByRole('button', { name: OFFER_COPY.getMyPlan }).at(-1)!);
      // Waits for the response and its rendering.
      await act(() => vi.advanceTimersByTimeAsync(1));
    },
    buyButton: () => main.getAllByRole<HTMLButtonElement>('button', { name: OFFER_COPY.getMyPlan }).at(-1)!,
    tick: () => {
      if (main.getByRole('checkbox').getAttribute('aria-checked') === 'false')
        fireEvent.click(main.getByRole('checkbox'));
    },
    text: () => screen.getByRole('main').textContent ?? '',
  };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeAll(loadPlanner);
beforeEach(() => {
  // Each test is another visitor, for whom the pages have kept nothing.
  localStorage.clear();
  writeRaw('session_id', crypto.randomUUID());
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('/sales', () => {
  it('only shakes the terms box for a second while it is not ticked', async () => {
    const sent = serve([500, {}]);
    const { terms, buy } = renderOffer('sales');
    expect(terms().getAttribute('aria-checked')).toBe('false');
    await buy();
    expect(terms().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(terms());
    expect(document.querySelectorAll('[data-shaking="true"]')).toHaveLength(1);
    await pass(TERMS_SHAKE_MS - 2);
    expect(document.querySelectorAll('[data-shaking="true"]')).toHaveLength(1);
    await pass(1);
    expect(document.querySelectorAll('[data-shaking="true"]')).toHaveLength(0);
    expect(terms().getAttribute('aria-invalid')).toBeNull();
    expect([sent, screen.queryByRole('alert'), screen.queryByRole('dialog')]).toEqual([[], null, null]);
  });

  it('keeps its discount until the last second of ten minutes, and then shows the original prices', async () => {
    const { text } = renderOffer('sales');
    const timer = () => screen.getByRole('timer').textContent ?? '';
    const header = () => screen.getByRole('timer').closest('header')?.textContent;
    expect(timer()).toBe('10:00');
    await pass(COUNTDOWN_MS - 1_000);
    expect(timer()).toBe('00:01');
    expect(header()).toContain(SALES_COPY.offer);
    expect(text()).toContain(formatUsd(fourWeeks.discountedCents));
    await pass(1_000);
    expect(timer()).toBe('00:00');
    expect(header()).toContain(SALES_COPY.offerEnded);
    expect(header()).not.toContain(SALES_COPY.offer);
    expect(text()).not.toContain(formatUsd(fourWeeks.discountedCents));
    expect(text()).toContain(formatUsd(fourWeeks.originalCents));
  });
});

it('/sales002 has the terms ticked and shows every price as one text', () => {
  const { main, terms } = renderOffer('sales002');
  expect(terms().getAttribute('aria-checked')).toBe('true');
  const totals = PLANS.flatMap((plan) => [priceOf(plan, 'discounted'), priceOf(plan, 'original')].map(formatUsd));
  for (const price of [...totals, ...PLANS.map((plan) => perDayOf(plan, 'discounted'))])
    expect(main.getAllByText(new RegExp(price.replaceAll(/[$.]/g, '\\$&'))).length, price).toBeGreaterThan(0);
});

it.each([
  ['evergreen', { mode: 'evergreen' }, fourWeeks.discountedCents, false],
  ['a real deadline', { mode: 'deadline', endsAt: '2026-01-01T00:00:00Z' }, fourWeeks.originalCents, true],
] as const)('/sales002 after its countdown has ended: %s', (_case, sales002Countdown, cents, isAnnounced) => {
  localStorage.setItem('sales002_timer_start_v2', '1700000000000');
  render(
    <MemoryRouter>
      <Sales002Screen step={stepOf('sales002')} config={{ sales002Countdown }} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('timer').textContent).toBe('00:00');
  expect(screen.getByRole('radio', { checked: true }).querySelector('strong')?.textContent).toBe(formatUsd(cents));
  expect(screen.queryByText(SALES_COPY.offerEnded) !== null).toBe(isAnnounced);
});

it('/sales002 continues its countdown after a reload', async () => {
  const start = String(Date.now() - 240_000);
  localStorage.setItem('sales002_timer_start_v2', start);
  renderOffer('sales002');
  expect(screen.getByRole('timer').textContent).toBe('06:00');
  await pass(1_000);
  expect(screen.getByRole('timer').textContent).toBe('05:59');
  expect(localStorage.getItem('sales002_timer_start_v2')).toBe(start);
});

it.each(PAGES)('the countdown of /%s is silent until it ends', async (key) => {
  renderOffer(key);
  const announced = () =>
    [...screen.getByRole('main').querySelectorAll('[role="status"], [aria-live="polite"]')]
      .map((element) => element.textContent)
      .join('');
  expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off');
  await pass(3_000);
  expect(announced()).toBe('');
  await pass(COUNTDOWN_MS - 4_000);
  expect(announced()).toBe('');
  await pass(1_000);
  expect(announced()).toContain(OFFER_COPY.countdownEnded);
});

it.each([
  [
    'sales002',
    ['weeksTitle', 'delivery', 'bonuses', 'goalCard', 'targetCard', 'choosePlan', 'guarantee', 'terms', 'testimonials'],
  ],
  ['sales', ['goalCard', 'targetCard', 'choosePlan', 'terms', 'guarantee', 'testimonials']],
] as const)('/%s shows its parts in the order of the specification', (key, parts) => {
  const words = {
    weeksTitle: SALES002_COPY.weeksTitle,
    delivery: SALES002_COPY.delivery.title,
    bonuses: SALES002_COPY.bonuses.title,
    goalCard: OFFER_COPY.goalCard,
    targetCard: OFFER_COPY.targetCard,
    choosePlan: OFFER_COPY.choosePlan,
    guarantee: OFFER_COPY.guarantee.title,
    terms: OFFER_COPY.terms.before,
    testimonials: { sales: SALES_COPY, sales002: SALES002_COPY }[key].testimonials,
  };
  const { text } = renderOffer(key);
  const found = parts.map((part) => text().indexOf(words[part]));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});

it.each(PAGES)('a changed price is shown on %s, opens no checkout, and is sent with the next tap', async (key) => {
  const plans = PLANS.map(({ key: plan, originalCents, discountedCents }) => ({
    plan,
    originalCents: originalCents + 500,
    discountedCents: discountedCents + 500,
  }));
  const price = { amountCents: fourWeeks.discountedCents + 500, currency: 'usd' };
  const sent = serve([409, { statusCode: 409, code: 'price_changed', message: 'no', price, plans }]);
  const { main, buy, tick, text } = renderOffer(key);
  tick();
  await buy();
  expect(main.getByRole('alert').textContent).toContain(formatUsd(price.amountCents));
  expect(text()).not.toContain(formatUsd(fourWeeks.discountedCents));
  for (const plan of plans) expect(main.getAllByText(formatUsd(plan.discountedCents))).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  await buy();
  expect(sent.map(({ body }) => body['shown'])).toEqual([
    { amountCents: fourWeeks.discountedCents, currency: 'usd' },
    price,
  ]);
});

it.each(PAGES)('%s stops selling the discount once the server says that it has ended', async (key) => {
  const sent = serve([409, { statusCode: 409, code: 'offer_ended', message: 'ended' }]);
  const { buy, tick, text } = renderOffer(key);
  expect(screen.getByRole('timer').textContent).toBe('10:00');
  tick();
  await buy();
  expect(sent.map(({ body }) => body['pricing'])).toEqual(['discounted']);
  const expectOriginalPrices = () => {
    expect(text()).toContain(SALES_COPY.offerEnded);
    expect(text()).toContain(formatUsd(fourWeeks.originalCents));
    expect(text()).not.toMatch(/discount is applied|discount ends in|promo code expires|Limited Time Offer/);
    expect(text()).not.toContain(formatUsd(fourWeeks.discountedCents));
    expect(screen.getByRole('timer').textContent).toBe('00:00');
  };
  expectOriginalPrices();
  // As after reading the terms, and on the other page.
  for (const page of PAGES) {
    cleanup();
    renderOffer(page);
    expectOriginalPrices();
  }
});

it('/sales002 shows the original prices to a visitor who left it before the server refused the discount', async () => {
  serve([409, { statusCode: 409, code: 'offer_ended', message: 'ended' }]);
  fireEvent.click(renderOffer('sales002').buyButton());
  cleanup();
  await pass(1);
  const { text } = renderOffer('sales002');
  expect(text()).not.toContain('discount is applied');
});

describe('a checkout', () => {
  it.each([
    ['fails', [502, '{}']],
    ['has no secret', [200, '{}']],
    ['is not JSON', [200, '<html>']],
  ] as const)('that %s can be retried with the button', async (_what, response) => {
    const sent = serve(response, [200, { clientSecret: 'cs_test_secret' }]);
    const { buy, buyButton } = renderOffer('sales002');
    await buy();
    expect([sent.length, screen.queryByRole('dialog'), buyButton().disabled]).toEqual([1, null, false]);
    await buy();
    expect(within(screen.getByRole('dialog')).getByText('Card form of cs_test_secret')).toBeTruthy();
  });

  it('disables its button and the choice of a plan while it loads', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const { main, buy } = renderOffer('sales002');
    await buy();
    expect(main.getByRole<HTMLButtonElement>('button', { name: OFFER_COPY.loading }).disabled).toBe(true);
    fireEvent.click(main.getByRole('radio', { name: /12-week/i }));
    fireEvent.keyDown(main.getByRole('radio', { checked: true }), { key: 'ArrowDown' });
    expect(main.getByRole('radio', { checked: true }).dataset['plan']).toBe('4week');
  });

  it.each([
    ['secret', [200, { clientSecret: 'cs_late' }]],
    ['failure', [502, {}]],
  ] as const)('ignores the late %s of an attempt before the latest', async (_what, [status, body]) => {
    const pending: ((response: Response) => void)[] = [];
    vi.stubGlobal('fetch', () => new Promise((resolve) => pending.push(resolve)));
    const respond = async (index: number, ...[of, json]: [number, unknown]) => {
      pending[index]!(Response.json(json, { status: of }));
      await pass(1);
    };
    const { main, buy } = renderOffer('sales002');
    await buy();
    // The visitor left the page while it was loading and came back to it.
    act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    fireEvent.click(main.getByRole('radio', { name: /12-week/i }));
    await buy();
    await respond(0, status, body);
    expect(main.getByRole('button', { name: OFFER_COPY.loading })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await respond(1, 200, { clientSecret: 'cs_latest' });
    expect(within(screen.getByRole('dialog')).getByText('Card form of cs_latest')).toBeTruthy();
  });

  it('asks a visitor who has already paid before selling again', async () => {
    const sent = serve(
      [409, { statusCode: 409, code: 'already_paid', message: 'paid' }],
      [200, { clientSecret: 'cs_again' }],
    );
    const { buy } = renderOffer('sales002');
    await buy();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: OFFER_COPY.alreadyPaid.confirm }));
    await pass(1);
    expect(sent.map(({ body }) => body['again'] ?? false)).toEqual([false, true]);
    expect(screen.getByText('Card form of cs_again')).toBeTruthy();
  });
});
