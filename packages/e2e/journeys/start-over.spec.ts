import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { rows } from '../src/stack.ts';
import { furthestStepOf, savedAnswers, sessionIdOf } from '../src/stored.ts';
import {
  answer,
  arrive,
  CARD,
  CHECKOUT,
  interactive,
  submitLead,
  open,
  openCheckout,
  pay,
  walkQuiz,
} from '../src/walk.ts';

const startOver = (page: Page) => page.getByRole('button', { name: 'Start over' });
const continueLink = (page: Page) => page.getByRole('link', { name: 'Continue where you left off' });

/** Starts over in `page`, and resolves once the other tabs have reloaded. */
async function startOverIn(page: Page, others: readonly Page[]): Promise<void> {
  const reloaded = Promise.all(others.map((other) => other.waitForEvent('load')));
  await startOver(page).click();
  await reloaded;
  await Promise.all(others.map(interactive));
}

/** Delays the creation of sessions by a second. Returns the ids that are requested. */
async function slowSessions(context: BrowserContext): Promise<readonly string[]> {
  const ids: string[] = [];
  await context.route('**/api/sessions', async (route) => {
    ids.push((route.request().postDataJSON() as { id: string }).id);
    await delay(1_000);
    await route.continue();
  });
  return ids;
}

/** Returns a function that returns how many documents a tab has loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

const exists = async (id: string): Promise<boolean> =>
  (await rows('select 1 from funnel.sessions where id = $1', [id])).length === 1;

describe('a visitor who returns', () => {
  it('continues at the screen that they left a week earlier', async () => {
    const { page, context } = await freshVisitor();
    await open(page, '/q1');
    await walkQuiz(page, 'q5');
    const id = await sessionIdOf(page);
    await page.close();
    const later = await context.newPage();
    await later.clock.setSystemTime(Date.now() + 7 * 86_400_000);
    await open(later, '/home');
    await continueLink(later).click();
    await arrive(later, 'q5');
    expect(await sessionIdOf(later)).toBe(id);
    await answer(later, 'not-afraid');
    await expect.poll(() => savedAnswers(id)).toMatchObject({ q1: '25-34', q5: 'not-afraid' });
  });

  it('can start over with one tap, which clears the device and keeps the stored answers', async () => {
    const { page, context, complaints } = await freshVisitor();
    await open(page, '/');
    expect(await startOver(page).count()).toBe(0);
    await answer(page, 'yes');
    await walkQuiz(page, 'q3');
    const left = await sessionIdOf(page);
    await expect.poll(() => savedAnswers(left)).toMatchObject({ q2: 'become-boss' });
    await page.evaluate(() => {
      localStorage.setItem('sales002_timer_start_v2', '1790000000000');
      localStorage.setItem('scratched', 'yes');
    });
    await open(page, '/');
    await startOver(page).click();
    await startOver(page).waitFor({ state: 'detached' });
    expect(await continueLink(page).count()).toBe(0);
    expect(await page.locator('[aria-pressed="true"]').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    const id = await sessionIdOf(page);
    expect(id).not.toBe(left);
    expect(
      await page.evaluate(() =>
        ['quiz_responses', 'furthest_step', 'sales002_timer_start_v2', 'scratched', 'user_email', 'outbox'].filter(
          (key) => localStorage.getItem(key) !== null,
        ),
      ),
    ).toEqual([]);
    await expect.poll(() => exists(id)).toBe(true);
    await expect.poll(async () => (await context.cookies()).some(({ value }) => value.includes(id))).toBe(true);
    await open(page, '/');
    await answer(page, 'no');
    await arrive(page, 'q1');
    await expect.poll(() => savedAnswers(id)).toEqual({ start: 'no' });
    expect(await savedAnswers(left)).toMatchObject({ start: 'yes', q1: '25-34', q2: 'become-boss' });
    expect(complaints).toEqual([]);
  });

  it('can start over after the payment, when there is nothing to continue', async () => {
    const { page, context } = await freshVisitor();
    await open(page, '/q1');
    await answer(page, '25-34');
    await arrive(page, 'onboarding');
    const left = await sessionIdOf(page);
    await open(page, '/sales002');
    await openCheckout(page);
    await pay(page, { email: 'anna@example.com' });
    await page.waitForURL(/payment-success/);
    await page.getByText('Shared phone?').waitFor();
    await expect.poll(() => furthestStepOf(page)).toBe('payment-success');
    const paid = page.url();
    await open(page, '/home');
    await startOver(page).waitFor();
    expect(await page.getByRole('link', { name: 'Continue where you left off' }).count()).toBe(0);
    await page.goto(paid);
    await startOver(page).click();
    await arrive(page, 'root');
    expect(await startOver(page).count()).toBe(0);
    const id = await sessionIdOf(page);
    expect(id).not.toBe(left);
    await expect.poll(async () => (await context.cookies()).some(({ value }) => value.includes(id))).toBe(true);
    expect(await rows('select 1 from funnel.checkouts where session_id = $1', [left])).toHaveLength(1);
  });
});

describe('two tabs of one visitor', () => {
  it('show each other’s answers, share the session and send each answer once', async () => {
    const { page: one, context } = await freshVisitor();
    await open(one, '/q2');
    const two = await context.newPage();
    await open(two, '/q2');
    const sent: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/api/responses')) sent.push(request.postData() ?? '');
    });
    expect(await sessionIdOf(two)).toBe(await sessionIdOf(one));
    await context.setOffline(true);
    await answer(one, 'become-boss');
    await arrive(one, 'q3');
    await two.locator('[data-answer="become-boss"][aria-pressed="true"]').waitFor();
    await context.setOffline(false);
    const id = await sessionIdOf(one);
    await expect.poll(() => savedAnswers(id)).toEqual({ q2: 'become-boss' });
    await expect.poll(() => two.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
    sent.length = 0;
    await answer(two, 'future-proof');
    await arrive(two, 'q3');
    await expect.poll(() => savedAnswers(id)).toEqual({ q2: 'future-proof' });
    expect(sent).toHaveLength(1);
    await one.goBack();
    await one.locator('[data-answer="future-proof"][aria-pressed="true"]').waitFor();
  });

  it('start over together', async () => {
    const { page: one, context } = await freshVisitor();
    await open(one, '/q1');
    await walkQuiz(one, 'q2');
    const two = await context.newPage();
    await open(two, '/q1');
    await two.locator('[data-answer="25-34"][aria-pressed="true"]').waitFor();
    await open(one, '/');
    await startOverIn(one, [two]);
    expect(await two.locator('[aria-pressed="true"]').count()).toBe(0);
    const id = await sessionIdOf(one);
    await answer(two, '45+');
    await arrive(two, 'onboarding');
    await expect.poll(() => savedAnswers(id)).toEqual({ q1: '45+' });
    expect(await sessionIdOf(two)).toBe(id);
  });

  it('leave the next visitor one session, no typed text and no hidden card form', async () => {
    const { page: one, context } = await freshVisitor();
    await open(one, '/email');
    const [email, offer] = [await context.newPage(), await context.newPage()];
    await open(email, '/email');
    await email.getByRole('textbox').fill('anna@example.com');
    await open(offer, '/sales002');
    await openCheckout(offer);
    await offer.frameLocator('iframe').getByLabel('Card number').fill(CARD);
    await offer.goBack();
    await offer.getByRole('dialog').waitFor({ state: 'hidden' });
    await submitLead(one, 'anna@example.com', 'Anna');
    await open(one, '/');
    const sessions = await slowSessions(context);
    const loads = [one, email, offer].map(countLoads);
    await startOverIn(one, [email, offer]);
    expect(await email.getByRole('textbox').inputValue()).toBe('');
    const created = offer.waitForRequest(CHECKOUT);
    await openCheckout(offer);
    await created;
    expect(await offer.frameLocator('iframe').getByLabel('Card number').inputValue()).toBe('');
    const id = await sessionIdOf(one);
    await expect.poll(() => exists(id)).toBe(true);
    expect([...new Set(sessions)]).toEqual([id]);
    expect(loads.map((count) => count())).toEqual([0, 1, 1]);
    await context.unrouteAll({ behavior: 'wait' });
  });
});
