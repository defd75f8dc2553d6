import { findPlan, formatUsd, TERMS_VERSION } from '@course/funnel';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { rows } from '../src/stack.ts';
import { sessionIdOf } from '../src/stored.ts';
import { CHECKOUT, open, openCheckout, pay } from '../src/walk.ts';

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
    const clicked = await page.evaluate(() => Date.now());
    const [request] = await Promise.all([page.waitForRequest(CHECKOUT), openCheckout(page)]);
    const { termsVersion, termsAcceptedAt } = request.postDataJSON() as {
      termsVersion: string;
      termsAcceptedAt: string;
    };
    expect(termsVersion).toBe(TERMS_VERSION);
    expect(Math.abs(Date.parse(termsAcceptedAt) - clicked)).toBeLessThan(30_000);
    const email = `late-${Date.now()}@example.com`;
    await pay(page, { email });
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    const orders = await rows('select plan, pricing, amount_cents from funnel.orders where email = $1', [email]);
    expect(orders).toEqual([{ plan: '4week', pricing: 'original', amount_cents: fourWeeks.originalCents }]);
    const checkouts = await rows<{ terms_version: string; terms_accepted_at: Date }>(
      'select terms_version, terms_accepted_at from funnel.checkouts where session_id = $1',
      [await sessionIdOf(page)],
    );
    expect(checkouts).toEqual([{ terms_version: TERMS_VERSION, terms_accepted_at: new Date(termsAcceptedAt) }]);
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
