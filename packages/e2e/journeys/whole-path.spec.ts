import { findPlan } from '@course/funnel';
import { ANSWER_KEYS, PATH, stepOf } from '@course/test-kit/product-flow';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openCheckoutWithTerms } from '../src/accepted-terms.ts';
import { freshVisitor, newVisitor, MOVING } from '../src/browser.ts';
import { rows } from '../src/stack.ts';
import { savedAnswers } from '../src/stored.ts';
import { allAnswers, answer, arrive, open, openCheckout, pay, walkLead, walkQuiz } from '../src/walk.ts';

interface OrderRow {
  plan: string;
  pricing: string;
  amount_cents: number;
  currency: string;
  status: string;
}

const sessionOf = (email: string) =>
  rows<{ id: string; name: string; completed_at: Date | null }>(
    'select id, name, completed_at from funnel.sessions where email = $1',
    [email],
  );

/** Resolves once the screen addresses the visitor by name. */
const namesAnna = (page: Page): Promise<void> =>
  page
    .locator('main')
    .getByText(/\bAnna\b/)
    .waitFor();

describe('the whole path', () => {
  it('leads from the first question to a paid order, with everything in PostgreSQL and no browser errors', async () => {
    const { page, complaints, context } = await newVisitor(MOVING);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const email = `anna-${Date.now()}@example.com`;
    await open(page, '/');
    await answer(page, 'yes');
    await walkQuiz(page, 'email');
    await walkLead(page, email, 'Anna');
    await expect.poll(() => page.locator('main').innerText()).toContain('Buy a house, Travel the world');
    await namesAnna(page);
    // The terms are ticked from the start.
    await openCheckoutWithTerms(page);
    await expect.poll(() => page.locator('iframe').count()).toBe(1);
    await pay(page);
    await arrive(page, 'payment-success');
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await namesAnna(page);
    // The library is fetched only by those who open it.
    expect(addresses.filter((address) => address.includes('/api/course/resources'))).toEqual([]);

    const [session] = await sessionOf(email);
    expect(session).toMatchObject({ name: 'Anna', completed_at: expect.any(Date) });
    const orders = await rows<OrderRow>(
      'select plan, pricing, amount_cents, currency, status from funnel.orders where session_id = $1',
      [session!.id],
    );
    expect(orders).toEqual([
      {
        plan: '4week',
        pricing: 'discounted',
        amount_cents: findPlan('4week')!.discountedCents,
        currency: 'usd',
        status: 'paid',
      },
    ]);

    const answers = await savedAnswers(session!.id);
    expect(answers).toEqual({ ...allAnswers(), start: 'yes' });
    expect(Object.keys(answers)).toHaveLength(ANSWER_KEYS.length - 2);

    await context.close();
    const views = () =>
      rows<{ page_path: string; seconds: number | null }>(
        'select page_path, time_spent_seconds::float8 as seconds from tracking.page_views where session_id = $1 order by entered_at, id',
        [session!.id],
      );
    await expect
      .poll(async () => (await views()).map((view) => view.page_path))
      .toEqual(['/', ...PATH.map((step) => step.path)]);
    const timed = (await views()).filter((view) => view.seconds !== null);
    expect(timed.length).toBeGreaterThanOrEqual(PATH.length);
    expect(timed.find((view) => view.page_path === stepOf('processing').path)!.seconds).toBeGreaterThan(7.5);
    expect(complaints).toEqual([]);
  });

  it('shows the same offer to a visitor who skips the quiz, asks for the address in the card form, and accepts another card after a declined one', async () => {
    const { page } = await freshVisitor();
    await open(page, '/sales002');
    await expect.poll(() => page.locator('main').innerText()).toMatch(/Grow wealth[\s\S]*Vacation/);
    await page.getByRole('radio', { name: /12-week/i }).check({ force: true });
    await openCheckout(page);
    const email = `direct-${Date.now()}@example.com`;
    await pay(page, { card: '4000 0000 0000 0002', email });
    await page.frameLocator('iframe').getByText('Your card was declined.').waitFor();
    const orders = () => rows('select plan, amount_cents, status, email from funnel.orders where email = $1', [email]);
    expect(await orders()).toEqual([]);
    await pay(page);
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    expect(await orders()).toEqual([
      { plan: '12week', amount_cents: findPlan('12week')!.discountedCents, status: 'paid', email },
    ]);
  });
});

describe('a card', () => {
  it('that requires authentication pays once it is confirmed', async () => {
    const { page } = await freshVisitor();
    await open(page, '/sales002');
    await openCheckout(page);
    await pay(page, { card: '4000 0027 6000 3184', email: 'confirm@example.com' });
    // By keyboard, because the frame grows with its content and a click could miss the moving button.
    await page.frameLocator('iframe').getByRole('button', { name: 'Complete authentication' }).press('Enter');
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await expect
      .poll(() => rows(`select status from funnel.orders where email = 'confirm@example.com'`))
      .toEqual([{ status: 'paid' }]);
  });
});
