import { describe, expect, it } from 'vitest';
import { violations, violationsBySize } from '../src/axe.ts';
import { freshVisitor, holdRoute } from '../src/browser.ts';
import { expectAccessible } from '../src/layout.ts';
import { isDrawn, sampleOf } from '../src/sample.ts';
import { siteUrl } from '../src/stack.ts';
import { answer, CHECKOUT, open, openCheckout, returning, screen, scratch } from '../src/walk.ts';

const STATE = '**/api/checkout-sessions/**';

/** Defines a test; `npm test` runs a random third of them. */
const state = (name: string, check: () => Promise<void>): void => it.runIf(isDrawn(name, 1 / 3))(name, check);

describe('passes axe at both sizes, and fits 320 px, 200 % zoom and wide text spacing:', () => {
  state('the welcome dialog', async () => {
    const { page } = await freshVisitor();
    await open(page, '/old001');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
  });

  state('an entry with the link to continue', async () => {
    const { page } = await freshVisitor();
    await returning(page, { start: 'no', q1: '25-34' }, { furthest_step: 'onboarding' });
    await open(page, '/');
    await page.getByRole('link', { name: 'Continue where you left off' }).waitFor();
    await expectAccessible(page);
  });

  state('the alert that no option is chosen, and several chosen options', async () => {
    const { page } = await freshVisitor();
    await open(page, '/q10');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await answer(page, 'claude');
    await answer(page, 'gemini');
    await page.getByRole('status').filter({ hasText: '2 options chosen' }).waitFor({ state: 'attached' });
    await expectAccessible(page);
  });

  state('the dialog of the discount', async () => {
    const { page } = await freshVisitor();
    await open(page, '/scratch');
    await scratch(page);
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it.each(sampleOf(['/sales', '/sales002'], 1))('%s after its countdown', async (path) => {
    const { page } = await freshVisitor();
    await page.clock.install();
    await open(page, path);
    await page.clock.fastForward('10:01');
    await page.getByRole('status').filter({ hasText: 'The countdown has ended' }).waitFor({ state: 'attached' });
    await page.clock.resume();
    await expectAccessible(page);
  });

  state('the terms that were not accepted', async () => {
    const { page } = await freshVisitor();
    await open(page, '/sales');
    await openCheckout(page);
    await page.locator('[data-shaking="true"]').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  state('the toast of a checkout that failed', async () => {
    const { page } = await freshVisitor();
    await page.route(CHECKOUT, (route) => route.fulfill({ status: 502, body: '{}' }));
    await open(page, '/sales002');
    await openCheckout(page);
    await page.locator('.notice').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  state('the question whether to buy again', async () => {
    const { page } = await freshVisitor();
    const body = JSON.stringify({ statusCode: 409, code: 'already_paid', message: 'paid' });
    await page.route(CHECKOUT, (route) => route.fulfill({ status: 409, contentType: 'application/json', body }));
    await open(page, '/sales002');
    await openCheckout(page);
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
  });

  state('the checkout while its card form loads, and with it', async () => {
    const { page } = await freshVisitor();
    await open(page, '/sales002');
    const release = await holdRoute(page, '**/checkout/form');
    await openCheckout(page);
    await page.getByRole('dialog').waitFor();
    expect(await violationsBySize(page)).toEqual([]);
    release();
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    expect(await violationsBySize(page)).toEqual([]);
    expect(await violations(page.frames()[1]!)).toEqual([]);
  });

  it.each(sampleOf(['paid', 'processing', 'closed'], 1))('a payment that is %s', async (status) => {
    const { page } = await freshVisitor();
    const body = JSON.stringify({ status, plan: '4week', amountCents: 2240, currency: 'usd' });
    await page.route(STATE, (route) => route.fulfill({ contentType: 'application/json', body }));
    await open(page, '/payment-success?session_id=cs_test_1');
    await page.locator(`[data-payment="${status}"]`).waitFor();
    await expectAccessible(page);
  });

  state('a payment that is being looked up', async () => {
    const { page } = await freshVisitor();
    await page.route(STATE, () => {});
    await open(page, '/payment-success?session_id=cs_test_1');
    await page.locator('[data-payment="checking"]').waitFor();
    await expectAccessible(page);
  });

  state('a screen whose remote could not be loaded', async () => {
    const { page } = await freshVisitor();
    await page.route('**/remotes/mf-offer/**', (route) => route.abort());
    await page.goto(siteUrl('/email'));
    await screen(page, 'unavailable').waitFor();
    await expectAccessible(page);
  });
});
