import { findPlan, formatUsd } from '@course/funnel';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openCheckoutWithTerms } from '../src/accepted-terms.ts';
import { freshVisitor } from '../src/browser.ts';
import { rows } from '../src/stack.ts';
import { open, openCheckout, pay } from '../src/walk.ts';

const fourWeeks = findPlan('4week')!;
const DISCOUNTED = formatUsd(fourWeeks.discountedCents);

const textOf = (page: Page): Promise<string> => page.locator('main').innerText();
const terms = (page: Page) => page.getByRole('checkbox');

describe('/sales', () => {
  it('shows and charges the original price once its ten minutes are over, and records the accepted terms', async () => {
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
    await openCheckoutWithTerms(page);
    const email = `late-${Date.now()}@example.com`;
    await pay(page, { email });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    const orders = await rows('select plan, pricing, amount_cents from funnel.orders where email = $1', [email]);
    expect(orders).toEqual([{ plan: '4week', pricing: 'original', amount_cents: fourWeeks.originalCents }]);
  });
});

it('the checkout asks a visitor who has already paid before it sells again', async () => {
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
