import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { freshVisitor } from '../../../src/browser.ts';
import { linkIn, mailTo } from '../../../src/inbox.ts';
import { expectAccessible } from '../../../src/layout.ts';
import { owner } from '../../../src/owner.ts';
import { FOUR_WEEKS_PRICE } from '../../../src/prices.ts';
import { rows, siteUrl } from '../../../src/stack.ts';
import { arrive, button, closeCheckout, follow, heading, open, openCheckout } from '../../../src/walk.ts';

const box = (page: Page) => page.getByRole('checkbox', { name: 'Send me lesson 1 and my plan' });

const mailsOf = (email: string) =>
  rows<{ kind: string; status: string }>(
    `select mail.kind, mail.status from funnel.deliveries as mail join funnel.first_steps as request on request.id = mail.first_step_id
     where request.email = $1 order by mail.created_at`,
    [email],
  );

it(
  'the first step: tick, confirm by mail, read lesson 1, abandon a checkout, be reminded once, unsubscribe',
  { timeout: 300_000 },
  async () => {
    const { page } = await freshVisitor();
    const email = `first-step-${randomUUID()}@example.com`;
    await open(page, '/email');
    expect(await box(page).isChecked()).toBe(false);
    await expectAccessible(page);
    await page.getByRole('textbox').fill(email);
    await box(page).click();
    await button(page, 'GET MY CHALLENGE').click();
    await arrive(page, 'name');

    const confirmation = await mailTo(email, /Please confirm/);
    expect(await mailsOf(email)).toMatchObject([{ kind: 'first_step_confirm' }]);
    // The visitor reads mail in another browser.
    const { page: mail } = await freshVisitor();
    const link = linkIn(confirmation, '/first-step');
    await follow(mail, link);
    await button(mail, 'Yes, send them to me').waitFor();
    expect(mail.url()).toBe(siteUrl('/first-step'));
    expect(await rows('select confirmed_at from funnel.first_steps where email = $1', [email])).toEqual([
      { confirmed_at: null },
    ]);
    await expectAccessible(mail);
    await button(mail, 'Yes, send them to me').click();
    await heading(mail, 'On their way to you').waitFor();
    await expectAccessible(mail);
    await follow(mail, link);
    await button(mail, 'Yes, send them to me').click();
    await heading(mail, 'On their way to you').waitFor();
    const lesson = await mailTo(email, /^Lesson 1 and your/);
    for (const part of ['YOUR PLAN', 'Week 1: ', 'Your exercise', 'Unsubscribe: ']) expect(lesson).toContain(part);

    await open(page, '/sales002');
    await openCheckout(page);
    await page.getByRole('dialog').waitFor();
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    await closeCheckout(page);
    expect(await owner('clock', 'advance', '23h', '--yes')).toMatchObject({ code: 0 });
    expect((await mailsOf(email)).map(({ kind }) => kind)).toEqual(['first_step_confirm', 'first_step']);
    expect(await owner('clock', 'advance', '2h', '--yes')).toMatchObject({ code: 0 });
    const reminder = await mailTo(email, /checkout is unfinished/);
    expect(reminder).toContain(FOUR_WEEKS_PRICE);
    expect(reminder).not.toMatch(/until |expires/);
    expect(await owner('clock', 'advance', '1d', '--yes')).toMatchObject({ code: 0 });
    expect((await mailsOf(email)).filter(({ kind }) => kind === 'checkout_reminder')).toHaveLength(1);
    const back = linkIn(reminder, '/sales002');
    expect(back).toBe(siteUrl('/sales002?plan=4week'));
    await follow(mail, back);
    await heading(mail, 'Choose Your Plan').waitFor();

    await follow(mail, linkIn(reminder, '/first-step'));
    await button(mail, 'Stop these emails').waitFor();
    await expectAccessible(mail);
    await button(mail, 'Stop these emails').click();
    await heading(mail, 'These emails have stopped').waitFor();
    expect(await rows('select end_reason from funnel.first_steps where email = $1', [email])).toEqual([
      { end_reason: 'unsubscribed' },
    ]);
    await follow(mail, link);
    await button(mail, 'Yes, send them to me').click();
    await heading(mail, 'This request has ended').waitFor();
  },
);
