import { findChromium } from '@course/federation/chromium';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  openMobilePage,
  startCheckoutSetup,
  visitorOf,
  type CheckoutSetup,
  type Visitor,
} from './testing/checkout-page.ts';

let setup: CheckoutSetup;
let page: Page;
let visitor: Visitor;
let consoleErrors: string[];

beforeAll(async () => {
  setup = await startCheckoutSetup(findChromium(process.env));
  ({ page, consoleErrors } = await openMobilePage(setup.browser));
  visitor = visitorOf(setup, page);
});
afterAll(() => setup.stop());

// All tests share one page, which each of them begins empty: a new page costs twice the CPU.
beforeEach(async () => {
  await page.goto('about:blank');
  consoleErrors.length = 0;
});
afterEach(() => expect(consoleErrors).toEqual([]));

describe('paying', () => {
  it('goes to the return URL with the session id after the webhook was called', async () => {
    const session = await visitor.opensCheckout();
    await visitor.pays('4242 4242 4242 4242');
    await page.waitForURL(`${setup.shop.url}/payment-success?session_id=${session.id}`);
    expect(await visitor.state(session)).toBe('complete');
    expect(setup.receiver.received.some(({ body }) => body.includes(session.id))).toBe(true);
  });

  it('asks for the country only where the tax depends on it', async () => {
    await visitor.opensCheckout();
    expect(await visitor.form.getByLabel('Country').count()).toBe(0);
    const session = await visitor.opensCheckout({
      automatic_tax: { enabled: true },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: 2240,
            product_data: { name: '4-week plan' },
            tax_behavior: 'inclusive',
          },
        },
      ],
    });
    await visitor.form.getByLabel('Country').selectOption('FR');
    await visitor.pays('4242 4242 4242 4242');
    await visitor.isBack();
    const paid = await setup.stripe.checkout.sessions.retrieve(session.id);
    expect(paid.total_details?.amount_tax).toBe(373);
  });

  it('pays once when the button is clicked twice', async () => {
    const session = await visitor.opensCheckout();
    let payments = 0;
    page.on('request', (request) => void (request.url().endsWith('/checkout/pay') && (payments += 1)));
    await visitor.fills('4242 4242 4242 4242');
    await visitor.payButton.dblclick();
    await visitor.isBack();
    expect(payments).toBe(1);
    expect(setup.receiver.received.filter(({ body }) => body.includes(session.id))).toHaveLength(1);
  });

  it('asks for an address only when the session has none', async () => {
    await visitor.opensCheckout();
    expect(await visitor.form.getByLabel('Email').count()).toBe(0);
    const session = await visitor.opensCheckout({ customer_email: undefined });
    await visitor.form.getByLabel('Email').fill('grace@example.com');
    await visitor.pays('4242 4242 4242 4242');
    await visitor.isBack();
    expect((await setup.stripe.checkout.sessions.retrieve(session.id)).customer_details?.email).toBe(
      'grace@example.com',
    );
  });
});

describe('a card that is refused', () => {
  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4111 1111 1111 1111', 'used a non test card'],
  ])('%s shows the reason and keeps the form usable', async (number, message) => {
    const session = await visitor.opensCheckout();
    await visitor.pays(number);
    await visitor.form.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(await visitor.state(session)).toBe('open');
    await visitor.form.getByLabel('Card number').fill('4242424242424242');
    await visitor.payButton.click();
    await visitor.isBack();
  });

  it('shows a problem at each invalid field and focuses the first', async () => {
    await visitor.opensCheckout();
    await visitor.payButton.click();
    const number = visitor.form.getByLabel('Card number');
    await visitor.form.getByText('Your card number is incomplete.').waitFor();
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await number.pressSequentially('4242424242424242');
    expect(await number.inputValue()).toBe('4242 4242 4242 4242');
    expect(await number.getAttribute('aria-invalid')).toBeNull();
  });
});

describe('a card that asks for confirmation', () => {
  const ask = async () => {
    const session = await visitor.opensCheckout();
    await visitor.pays('4000 0027 6000 3184');
    await visitor.form.getByRole('button', { name: 'Complete authentication' }).waitFor();
    return session;
  };

  it('succeeds if the owner confirms', async () => {
    const session = await ask();
    expect(await visitor.state(session)).toBe('open');
    await visitor.form.getByRole('button', { name: 'Complete authentication' }).click();
    await visitor.isBack();
    expect(await visitor.state(session)).toBe('complete');
  });

  it('can be tried again if the owner does not confirm', async () => {
    const session = await ask();
    await visitor.form.getByRole('button', { name: 'Fail authentication' }).click();
    await visitor.form
      .getByRole('alert')
      .filter({ hasText: 'We are unable to authenticate your payment method.' })
      .waitFor();
    expect(await visitor.state(session)).toBe('open');
    await visitor.payButton.click();
    await visitor.form.getByRole('button', { name: 'Complete authentication' }).click();
    await visitor.isBack();
  });
});

describe('a session that is no longer open', () => {
  it('says that it is already paid, and offers to continue', async () => {
    const session = await visitor.aSession();
    await setup.sandbox.pay(session.id);
    await visitor.opens(session);
    await visitor.form.getByRole('heading', { name: 'Already paid' }).waitFor();
    await visitor.form.getByRole('button', { name: 'Continue' }).click();
    await visitor.isBack();
  });

  it('says so if it expires while the form is open', async () => {
    const session = await visitor.opensCheckout();
    await setup.stripe.checkout.sessions.expire(session.id);
    await visitor.pays('4242424242424242');
    await visitor.form.getByRole('heading', { name: 'This checkout has expired' }).waitFor();
  });

  it('is not shown to someone with another secret', async () => {
    const session = await visitor.aSession();
    await visitor.opens(session, `${session.id}_secret_guessed`);
    await visitor.form.getByText('The client secret is not that of this session.').first().waitFor();
  });
});
