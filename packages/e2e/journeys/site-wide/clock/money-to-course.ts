import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newVisitor } from '../../../src/browser.ts';
import { linkIn, mailTo } from '../../../src/inbox.ts';
import { npmRunOwner, owner } from '../../../src/owner.ts';
import { dataDir, rows, stackFile } from '../../../src/stack.ts';
import { FOUR_WEEKS_CENTS, FOUR_WEEKS_PRICE } from '../../../src/prices.ts';
import { button, follow, heading, submitLead, open, openCheckout, pay } from '../../../src/walk.ts';

/** Enters address and name as a visitor does, and buys the offered plan with a card. */
async function buy(page: Page, email: string, name: string): Promise<void> {
  await open(page, '/email');
  await submitLead(page, email, name);
  await open(page, '/sales002');
  await openCheckout(page);
  await pay(page);
  await heading(page, 'Payment Successful!').waitFor();
}

/** Opens the newest mail with this subject on the outbox's page, as its reader sees it. Returns its text. */
async function readInOutbox(page: Page, email: string, subject: RegExp): Promise<string> {
  await mailTo(email, subject);
  await page.goto(stackFile().mailUrl ?? '');
  await page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject }).first().click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading').first().waitFor();
  return frame.locator('body').innerText();
}

/** Returns every column, stored mail and log file that contains one of these words. */
async function tracesOf(words: readonly string[]): Promise<string[]> {
  const columns = await rows<{ name: string; sql: string }>(`
    select format('%I.%I.%I', table_schema, table_name, column_name) as name,
      format('select count(*)::int as n from %I.%I where %I::text ilike any ($1)', table_schema, table_name, column_name) as sql
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('funnel', 'tracking', 'graphile_worker') and table_type = 'BASE TABLE'`);
  const like = words.map((word) => `%${word}%`);
  const found: string[] = [];
  for (const { name, sql } of columns) if ((await rows<{ n: number }>(sql, [like]))[0]?.n) found.push(name);
  for (const folder of ['mail', 'logs']) {
    const dir = path.join(dataDir(), folder);
    for (const file of readdirSync(dir)) {
      const text = readFileSync(path.join(dir, file), 'utf8').toLowerCase();
      if (words.some((word) => text.includes(word.toLowerCase()))) found.push(`${folder}/${file}`);
    }
  }
  return found;
}

it(
  'from the payment to the course and back: buy, read two lessons, unsubscribe, request a refund, get it, be erased',
  { timeout: 600_000 },
  async () => {
    const { page, context } = await newVisitor({ timezoneId: 'America/New_York' });
    // In a window of its own, because pages in the background are not drawn.
    const { page: mails, context: inbox } = await newVisitor();
    const id = randomUUID().slice(0, 8);
    const [email, name] = [`walker-${id}@example.com`, `Walkeria${id}`];

    await buy(page, email, name);
    const confirmation = await readInOutbox(mails, email, /./);
    for (const part of [name, FOUR_WEEKS_PRICE, '28']) expect(confirmation).toContain(part);
    const [order] = await rows<{ id: string; number: string; zone: string }>(
      'select orders.id, orders.number, courses.time_zone as zone from funnel.orders join funnel.courses on order_id = orders.id where orders.email = $1',
      [email],
    );
    const orderId = order?.id ?? '';
    expect(confirmation).toContain(order?.number);
    expect(order?.zone).toBe('America/New_York');

    expect(await owner('clock', 'advance', '1d', '--yes')).toMatchObject({ code: 0 });
    const first = await readInOutbox(mails, email, /Lesson 1\b|Your first useful conversation/);
    expect(first).toContain('Your first useful conversation');
    expect(await owner('clock', 'advance', '1d', '--yes')).toMatchObject({ code: 0 });
    const lesson = await mailTo(email, /Lesson 2\b/);
    expect(
      await rows(`select place, status from funnel.deliveries where order_id = $1 and kind = 'lesson' order by place`, [
        orderId,
      ]),
    ).toEqual([
      { place: 1, status: 'sent' },
      { place: 2, status: 'sent' },
    ]);

    await follow(page, linkIn(lesson, '/unsubscribe'));
    await button(page, 'Stop the emails').click();
    await heading(page, 'The emails have stopped').waitFor();
    // A lesson's link cannot request a refund, only have the refund link mailed.
    await page.getByRole('link', { name: 'Ask for a refund' }).click();
    await button(page, 'Email me the refund link').click();
    await heading(page, 'Check your inbox').waitFor();
    await follow(page, linkIn(await mailTo(email, /refund link/), '/refund-request'));
    await heading(page, 'Ask for your money back').waitFor();
    // The owner's mail quotes these words, with the buyer's name in them.
    await page.getByLabel('What was missing?').fill(`I am ${name}.`);
    await button(page, 'Ask for my money back').click();
    await heading(page, 'We have your request').waitFor();

    const status = await owner('status');
    expect(status.code).toBe(1);
    expect(status.out).toContain('Refund requests that wait');
    expect(status.out).toContain(order?.number);
    expect(await owner('refund', email, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Refunded: 22.40 USD'),
    });
    await mailTo(email, /Refund confirmed/);
    // Stripe's own event about the refund arrives too, a day behind the shop's clock.
    await expect
      .poll(
        async () =>
          (
            await rows(
              `select outcome from funnel.payment_events where type = 'charge.refunded' and payment_id = (select provider_payment_id from funnel.orders where id = $1)`,
              [orderId],
            )
          ).length,
      )
      .toBe(1);

    const exported = JSON.parse((await owner('export', email)).out) as {
      pageViews: unknown[];
      orders: { id: string }[];
    };
    expect([exported.orders[0]?.id, exported.pageViews.length > 3]).toEqual([orderId, true]);
    await Promise.all([context.close(), inbox.close()]);
    expect((await tracesOf([email])).length).toBeGreaterThan(5);
    expect(await npmRunOwner('erase', email, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Erased\.[^]*Removed from the local outbox: [1-9]/),
    });
    expect(await tracesOf([email, name])).toEqual([]);
    expect(
      await rows('select amount_cents, refunded_cents, status from funnel.orders where id = $1', [orderId]),
    ).toEqual([{ amount_cents: FOUR_WEEKS_CENTS, refunded_cents: FOUR_WEEKS_CENTS, status: 'refunded' }]);
  },
);
