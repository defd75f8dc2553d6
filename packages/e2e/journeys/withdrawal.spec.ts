import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { buyByHttp } from '../src/by-http.ts';
import { linkIn, mailTo } from '../src/inbox.ts';
import { expectAccessible } from '../src/layout.ts';
import { owner } from '../src/owner.ts';
import { FOUR_WEEKS_PRICE } from '../src/prices.ts';
import { rows, siteUrl } from '../src/stack.ts';
import { button, follow, heading, open } from '../src/walk.ts';

const WITHDRAW = 'Withdraw from contract here';
const footerLink = (page: Page) => page.locator('footer').getByRole('link', { name: WITHDRAW });

/** Declares a withdrawal by keyboard only, from the form to the confirmation. */
async function declare(page: Page, reference: string): Promise<void> {
  await page.getByLabel('Your name').focus();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type(reference);
  await page.keyboard.press('Enter');
  await heading(page, 'This is what you declare').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(page, 'Your withdrawal has been received').waitFor();
}

const stateOf = async (email: string) =>
  (
    await rows(
      `select orders.status, courses.status as course, stop_reason, withdrawals.status as withdrawal from funnel.orders
       join funnel.courses on order_id = orders.id left join funnel.withdrawals on withdrawals.order_id = orders.id
       where orders.email = $1`,
      [email],
    )
  )[0];

const RECEIVED = { status: 'paid', course: 'stopped', stop_reason: 'withdrawn', withdrawal: 'received' };

it('a buyer withdraws and is refunded a day later', async () => {
  const { page, complaints } = await freshVisitor();
  const { email, number } = await buyByHttp();
  await open(page, '/payment-success');
  await footerLink(page).click();
  await heading(page, 'Withdraw from contract').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Order number').fill(number);
  await button(page, 'Continue').click();
  await expectAccessible(page);
  await button(page, 'Confirm withdrawal').dblclick();
  await heading(page, 'Your withdrawal has been received').waitFor();
  await expectAccessible(page);
  expect(page.url()).toBe(siteUrl('/withdrawal'));

  const receipt = await mailTo(email, /^Receipt: your withdrawal/);
  expect(receipt).toContain(
    `I, Ada Lovelace, hereby withdraw from my contract for Daybreak AI. Order number or email address: ${number}.`,
  );
  expect(receipt).toContain(FOUR_WEEKS_PRICE);
  expect(await stateOf(email)).toEqual(RECEIVED);
  expect((await owner('withdrawals')).out).toMatch(new RegExp(`received +${number} +paid`));
  expect((await owner('decline', number, '--yes')).err).toContain('cannot be declined');

  await rows(
    `update funnel.withdrawals set refund_at = now() where order_id = (select id from funnel.orders where email = $1)`,
    [email],
  );
  await rows(`select 1 from graphile_worker.add_job('due-withdrawals')`);
  expect(await mailTo(email, /^Refund confirmed/)).toContain(FOUR_WEEKS_PRICE);
  expect(await stateOf(email)).toEqual({
    status: 'refunded',
    course: 'stopped',
    stop_reason: 'refunded',
    withdrawal: 'refunding',
  });
  await follow(page, linkIn(receipt, '/withdrawal-objection'));
  await heading(page, 'This order was refunded').waitFor();
  expect(complaints).toEqual([]);
});

describe('a stranger who knows an address', () => {
  it('learns nothing from the page and cannot end a course whose reader objects', async () => {
    const { email } = await buyByHttp();
    const { page, complaints } = await freshVisitor();
    const texts: string[] = [];
    for (const reference of [email, `nobody-${randomUUID()}@example.com`]) {
      await open(page, '/withdrawal');
      await declare(page, reference);
      texts.push((await page.locator('main').innerText()).replaceAll(reference, '...').replace(/Received on .*/, ''));
    }
    expect(texts[1]).toBe(texts[0]);

    const buyer = await freshVisitor();
    const receipt = await mailTo(email, /^Receipt: your withdrawal/);
    await follow(buyer.page, linkIn(receipt, '/withdrawal-objection'));
    await button(buyer.page, 'Keep my course').waitFor();
    expect(await stateOf(email)).toEqual(RECEIVED);
    await expectAccessible(buyer.page);
    await button(buyer.page, 'Keep my course').click();
    await heading(buyer.page, 'The withdrawal is taken back').waitFor();
    await expectAccessible(buyer.page);
    expect(await stateOf(email)).toEqual({
      status: 'paid',
      course: 'active',
      stop_reason: null,
      withdrawal: 'objected',
    });
    expect([complaints, buyer.complaints]).toEqual([[], []]);
  });
});
