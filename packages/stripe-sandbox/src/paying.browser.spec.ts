import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  openPhone,
  startHouse,
  visitorOf,
  type House,
  type ShopWindow,
  type Visitor,
} from './testing/checkout-page.ts';

declare const window: ShopWindow;

let house: House;
let page: Page;
let visitor: Visitor;
let complaints: string[];

beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

beforeEach(async () => {
  ({ page, complaints } = await openPhone(house.browser));
  visitor = visitorOf(house, page);
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

describe('paying', () => {
  it('leaves for the return URL with the session in it, once the webhook has been told', async () => {
    const session = await visitor.opensCheckout();
    await visitor.pays('4242 4242 4242 4242');
    await page.waitForURL(`${house.shop.url}/payment-success?session_id=${session.id}`);
    expect(await visitor.state(session)).toBe('complete');
    expect(house.receiver.received.some(({ body }) => body.includes(session.id))).toBe(true);
  });

  it('pays once when the button is clicked twice', async () => {
    const session = await visitor.opensCheckout();
    let payments = 0;
    page.on('request', (request) => void (request.url().endsWith('/checkout/pay') && (payments += 1)));
    await visitor.fills('4242 4242 4242 4242');
    await visitor.payButton.dblclick();
    await visitor.isBack();
    expect(payments).toBe(1);
    expect(house.receiver.received.filter(({ body }) => body.includes(session.id))).toHaveLength(1);
  });

  it('asks for an address only when the session has none', async () => {
    await visitor.opensCheckout();
    expect(await visitor.form.getByLabel('Email').count()).toBe(0);
    const session = await visitor.opensCheckout({ customer_email: undefined });
    await visitor.form.getByLabel('Email').fill('grace@example.com');
    await visitor.pays('4242 4242 4242 4242');
    await visitor.isBack();
    expect((await house.stripe.checkout.sessions.retrieve(session.id)).customer_details?.email).toBe(
      'grace@example.com',
    );
  });

  it('tells the page instead of leaving when the session says so', async () => {
    const session = await visitor.aSession({ redirect_on_completion: 'never', return_url: undefined });
    await page.goto(house.shop.url);
    await page.evaluate(
      (secret) => window.pay(secret, { onComplete: () => (window.completed = true) }),
      session.client_secret,
    );
    await visitor.payButton.waitFor();
    await visitor.pays('4242424242424242');
    await page.waitForFunction(() => window.completed);
    expect(await visitor.form.getByText('Your test payment went through.').first().isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('a card that does not go through', () => {
  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4111 1111 1111 1111', 'used a non test card'],
  ])('%s says why and leaves the form usable', async (number, message) => {
    const session = await visitor.opensCheckout();
    await visitor.pays(number);
    await visitor.form.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(await visitor.state(session)).toBe('open');
    await visitor.form.getByLabel('Card number').fill('4242424242424242');
    await visitor.payButton.click();
    await visitor.isBack();
  });

  it('is pointed out at the fields that are wrong, and the first of them gets the focus', async () => {
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

  it('pays when the owner confirms', async () => {
    const session = await ask();
    expect(await visitor.state(session)).toBe('open');
    await visitor.form.getByRole('button', { name: 'Complete authentication' }).click();
    await visitor.isBack();
    expect(await visitor.state(session)).toBe('complete');
  });

  it('can be tried again when the owner does not', async () => {
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
  it('says that it is already paid, and lets one go on', async () => {
    const session = await visitor.aSession();
    await house.sandbox.pay(session.id);
    await visitor.opens(session);
    await visitor.form.getByRole('heading', { name: 'Already paid' }).waitFor();
    await visitor.form.getByRole('button', { name: 'Continue' }).click();
    await visitor.isBack();
  });

  it('says so when it expires under the form', async () => {
    const session = await visitor.opensCheckout();
    await house.stripe.checkout.sessions.expire(session.id);
    await visitor.pays('4242424242424242');
    await visitor.form.getByRole('heading', { name: 'This checkout has expired' }).waitFor();
  });

  it('is not shown to someone with another secret', async () => {
    const session = await visitor.aSession();
    await visitor.opens(session, `${session.id}_secret_guessed`);
    await visitor.form.getByText('The client secret is not that of this session.').first().waitFor();
  });
});
