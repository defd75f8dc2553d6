import { findPlan, formatUsd, perDayOf, PLANS, priceOf, type Pricing } from '@course/funnel';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, newVisitor } from '../src/browser.ts';
import { rows } from '../src/stack.ts';
import { open, openCheckout, pay } from '../src/walk.ts';

const CHECKOUT = '**/api/create-checkout-session';
const fourWeeks = findPlan('4week')!;
const DISCOUNTED = formatUsd(fourWeeks.discountedCents);
const PRICINGS: readonly Pricing[] = ['discounted', 'original'];

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const textOf = (page: Page): Promise<string> => page.locator('main').innerText();
const terms = (page: Page) => page.getByRole('checkbox');
const buyButton = (page: Page) => page.getByRole('button', { name: 'Get my plan' }).last();

describe('/sales', () => {
  it('shakes the terms box for a second and does nothing else while it is not ticked', async () => {
    const { page, context, complaints } = await newVisitor(browser);
    let asked = 0;
    await page.route(CHECKOUT, (route) => {
      asked += 1;
      return route.continue();
    });
    await open(page, '/sales');
    expect(await terms(page).isChecked()).toBe(false);
    await openCheckout(page);
    await page.locator('[data-shaking="true"]').waitFor();
    expect(await terms(page).getAttribute('aria-invalid')).toBe('true');
    expect(await terms(page).evaluate((box) => box === document.activeElement)).toBe(true);
    await expect.poll(() => terms(page).getAttribute('aria-invalid'), { timeout: 3_000 }).not.toBe('true');
    expect([asked, await page.getByRole('alert').count(), await page.locator('iframe').count()]).toEqual([0, 0, 0]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows and charges the original price once its ten minutes are over', async () => {
    const { page, context } = await newVisitor(browser);
    await page.clock.install();
    await open(page, '/sales');
    expect(await page.getByRole('timer').innerText()).toMatch(/10:00|09:5\d/);
    expect(await textOf(page)).toContain(DISCOUNTED);
    await page.clock.fastForward('10:01');
    await expect.poll(() => page.getByRole('timer').innerText()).toContain('00:00');
    await expect.poll(() => textOf(page)).not.toContain(DISCOUNTED);
    await page.clock.resume();
    await terms(page).check({ force: true });
    await openCheckout(page);
    await pay(page, { number: '4242 4242 4242 4242', email: 'late@example.com' });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    const orders = await rows(`select plan, pricing, amount_cents from funnel.orders where email = 'late@example.com'`);
    expect(orders).toEqual([{ plan: '4week', pricing: 'original', amount_cents: fourWeeks.originalCents }]);
    await context.close();
  });
});

describe('/sales002', () => {
  it('goes on counting down over a reload, from a start kept in local storage', async () => {
    const { page, context } = await newVisitor(browser);
    await page.clock.install();
    await open(page, '/sales002');
    const start = await page.evaluate(() => localStorage.getItem('sales002_timer_start_v2'));
    expect(start).toMatch(/^\d{13}$/);
    await page.clock.fastForward('04:00');
    await page.reload();
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/0[56]:\d\d/);
    expect(await page.evaluate(() => localStorage.getItem('sales002_timer_start_v2'))).toBe(start);
    await page.clock.fastForward('10:00');
    await expect.poll(() => page.getByRole('timer').innerText()).toContain('00:00');
    expect(await textOf(page)).toContain(DISCOUNTED);
    await context.close();
  });

  it('has the terms ticked and shows every price in one run of text', async () => {
    const { page, context } = await newVisitor(browser);
    await open(page, '/sales002');
    expect(await terms(page).isChecked()).toBe(true);
    const totals = PLANS.flatMap((plan) => PRICINGS.map((pricing) => formatUsd(priceOf(plan, pricing))));
    for (const price of [...totals, ...PLANS.map((plan) => perDayOf(plan, 'discounted'))]) {
      expect(await page.getByText(price).count(), price).toBeGreaterThan(0);
    }
    await context.close();
  });
});

describe('a price that is another one by now', () => {
  it.each(['/sales', '/sales002'])('is shown on %s, opens nothing, and is what the next tap carries', async (path) => {
    const { page, context } = await newVisitor(browser);
    const plans = PLANS.map(({ key, originalCents, discountedCents }) => ({
      plan: key,
      originalCents: originalCents + 500,
      discountedCents: discountedCents + 500,
    }));
    const price = { amountCents: fourWeeks.discountedCents + 500, currency: 'usd' };
    const shown: unknown[] = [];
    await page.route(CHECKOUT, (route) => {
      shown.push((route.request().postDataJSON() as { shown: unknown }).shown);
      const body = { statusCode: 409, code: 'price_changed', message: 'no', price, plans };
      return route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify(body) });
    });
    await open(page, path);
    if (!(await terms(page).isChecked())) await terms(page).check({ force: true });
    const buy = page.getByRole('button', { name: 'Get my plan' }).last();
    await buy.click();
    await page
      .getByRole('alert')
      .filter({ hasText: formatUsd(price.amountCents) })
      .waitFor();
    expect(await textOf(page)).not.toContain(DISCOUNTED);
    for (const plan of plans)
      expect(await page.getByText(formatUsd(plan.discountedCents), { exact: true }).count()).toBe(1);
    expect(await page.locator('iframe').count()).toBe(0);
    await buy.click();
    await expect.poll(() => shown).toEqual([{ amountCents: fourWeeks.discountedCents, currency: 'usd' }, price]);
    await context.close();
  });
});

describe('the checkout', () => {
  it.each([
    ['fails', { status: 502, body: '{}' }],
    ['has no secret', { status: 200, body: '{}' }],
    ['is not JSON', { status: 200, body: '<html>' }],
  ])('that %s says so and can be tried again', async (_what, answer) => {
    const { page, context } = await newVisitor(browser);
    await page.route(CHECKOUT, (route) => route.fulfill({ ...answer, contentType: 'application/json' }), { times: 1 });
    await open(page, '/sales002');
    await openCheckout(page);
    await page.getByText('Failed to create checkout session. Please try again.', { exact: true }).first().waitFor();
    await expect.poll(() => buyButton(page).isEnabled()).toBe(true);
    await openCheckout(page);
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    await context.close();
  });

  it('disables its button while it loads', async () => {
    const { page, context } = await newVisitor(browser);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(CHECKOUT, async (route) => {
      await held;
      await route.continue();
    });
    await open(page, '/sales002');
    await openCheckout(page);
    const loading = page.getByRole('button', { name: 'Loading payment...' });
    await loading.waitFor();
    expect(await loading.isDisabled()).toBe(true);
    release();
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    await context.close();
  });

  it('is one and the same however often it is closed and opened', async () => {
    const { page, context, complaints } = await newVisitor(browser);
    await open(page, '/sales002');
    for (let round = 0; round < 5; round += 1) {
      await openCheckout(page);
      await page.frameLocator('iframe').getByLabel('Card number').waitFor();
      expect(await page.locator('iframe').count()).toBe(1);
      await page.getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => page.locator('iframe').count()).toBe(0);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks a visitor who has paid before it sells again', async () => {
    const { page, context } = await newVisitor(browser);
    await open(page, '/sales002');
    await openCheckout(page);
    await pay(page, { number: '4242 4242 4242 4242', email: 'twice@example.com' });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await open(page, '/sales002');
    await openCheckout(page);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await dialog.getByRole('button').first().click();
    await pay(page, { number: '4242 4242 4242 4242', email: 'twice@example.com' });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await expect
      .poll(() => rows(`select 1 as one from funnel.orders where email = 'twice@example.com'`))
      .toHaveLength(2);
    await context.close();
  });
});
