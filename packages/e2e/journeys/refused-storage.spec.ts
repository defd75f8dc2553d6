import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { freeze } from '../src/clock.ts';
import { rows } from '../src/stack.ts';
import { answer, open, openCheckout, pay, walkQuiz } from '../src/walk.ts';

const NOT_KEPT = 'This browser does not keep your answers: reloading starts over.';

/** Makes any access to local storage throw, as in browsers that block it. */
const refuseStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });

const ordersOf = (email: string) => rows('select 1 from funnel.orders where email = $1', [email]);

describe('with local storage refused', () => {
  it('the funnel works from memory up to the payment, with one notice after the first answer', async () => {
    const { page, complaints } = await freshVisitor();
    await refuseStorage(page);
    const email = `memory-${Date.now()}@example.com`;
    await page.clock.install();
    await open(page, '/');
    expect(await page.getByText(NOT_KEPT).count()).toBe(0);
    // The notice disappears after 5 s, however slow the machine is.
    await freeze(page);
    await answer(page, 'no');
    await page.getByText(NOT_KEPT).first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.clock.resume();
    await walkQuiz(page, 'q3');
    expect(await page.getByText(NOT_KEPT).count()).toBe(0);
    await page.goBack();
    await page.locator('[data-answer="become-boss"][aria-pressed="true"]').waitFor();
    await open(page, '/sales002');
    await openCheckout(page);
    await pay(page, { email });
    await page.waitForURL(/payment-success/);
    await page.locator('[data-payment="paid"]').waitFor();
    await expect.poll(async () => (await ordersOf(email)).length).toBe(1);
    expect(complaints.filter((complaint) => !complaint.includes('403'))).toEqual([]);
  });
});

/** Stores and sends no cookies, as in browsers that block all of a site's data (see `refuseStorage`). */
const refuseCookies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const send = window.fetch.bind(window);
    Object.assign(window, {
      fetch: (address: string, init?: RequestInit) => send(address, { ...init, credentials: 'omit' }),
    });
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
  });

describe('with cookies refused', () => {
  it('the quiz works without creating many sessions, and the checkout says that it needs cookies', async () => {
    const { page, context } = await freshVisitor();
    await refuseStorage(page);
    await refuseCookies(page);
    const sessions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/sessions')) sessions.push(request.url());
    });
    await open(page, '/');
    // The notice disappears after 5 s, so the wait begins before the tap that causes it.
    await Promise.all([page.getByText(NOT_KEPT).first().waitFor(), answer(page, 'no')]);
    await walkQuiz(page, 'q4');
    expect(sessions.length).toBeLessThan(2);
    await open(page, '/sales002');
    await openCheckout(page);
    await page.getByText('Your browser refuses cookies').first().waitFor();
    expect(await page.getByText('Failed to create checkout session').count()).toBe(0);
    // Set by the page's own response, not by a script's request.
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['visit_releases']);
  });
});
