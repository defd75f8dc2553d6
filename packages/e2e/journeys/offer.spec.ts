import { findPlan, formatUsd } from '@course/funnel';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { rows } from '../src/stack.ts';
import { CHECKOUT, open, openCheckout, pay } from '../src/walk.ts';

const fourWeeks = findPlan('4week')!;
const DISCOUNTED = formatUsd(fourWeeks.discountedCents);

const textOf = (page: Page): Promise<string> => page.locator('main').innerText();
const terms = (page: Page) => page.getByRole('checkbox');
const buyButton = (page: Page) => page.getByRole('button', { name: 'Get my plan' }).last();

describe('/sales', () => {
  it('shows and charges the original price once its ten minutes are over', async () => {
    const { page } = await freshVisitor();
    await page.clock.install();
    await open(page, '/sales');
    expect(await page.getByRole('timer').innerText()).toMatch(/10:00|09:\d\d/);
    expect(await textOf(page)).toContain(DISCOUNTED);
    await page.clock.fastForward('10:01');
    await expect.poll(() => page.getByRole('timer').innerText()).toContain('00:00');
    await expect.poll(() => textOf(page)).not.toContain(DISCOUNTED);
    await page.clock.resume();
    await terms(page).check({ force: true });
    await openCheckout(page);
    const email = `late-${Date.now()}@example.com`;
    await pay(page, { email });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    const orders = await rows('select plan, pricing, amount_cents from funnel.orders where email = $1', [email]);
    expect(orders).toEqual([{ plan: '4week', pricing: 'original', amount_cents: fourWeeks.originalCents }]);
  });
});

describe('/sales002', () => {
  it('continues its countdown after a reload, from a start in local storage', async () => {
    const { page } = await freshVisitor();
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
  });
});

describe('the checkout', () => {
  it('that fails says so and can be tried again', async () => {
    const { page } = await freshVisitor();
    await page.route(CHECKOUT, (route) => route.fulfill({ status: 502, body: '{}' }), { times: 1 });
    await open(page, '/sales002');
    await openCheckout(page);
    await page.getByText('Failed to create checkout session. Please try again.', { exact: true }).first().waitFor();
    await expect.poll(() => buyButton(page).isEnabled()).toBe(true);
    await openCheckout(page);
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  });

  it('asks a visitor who has already paid before it sells again', async () => {
    const { page } = await freshVisitor();
    await open(page, '/sales002');
    await openCheckout(page);
    const email = `twice-${Date.now()}@example.com`;
    await pay(page, { email });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await open(page, '/sales002');
    await openCheckout(page);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await dialog.getByRole('button').first().click();
    await pay(page, { email });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await expect.poll(() => rows('select 1 as one from funnel.orders where email = $1', [email])).toHaveLength(2);
  });
});
