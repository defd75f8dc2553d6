import { findChromium } from '@course/federation/chromium';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openMobilePage,
  startCheckoutSetup,
  visitorOf,
  type CheckoutSetup,
  type ShopWindow,
  type Visitor,
} from './testing/checkout-page.ts';

declare const window: ShopWindow;

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

describe('the embedded checkout', () => {
  it('is one iframe, as high as its content, and labels each field once', async () => {
    await visitor.opensCheckout({ customer_email: undefined });
    expect(await page.locator('iframe').count()).toBe(1);
    for (const label of ['Card number', 'Expiry', 'CVC', 'Name on card', 'Email']) {
      expect(await visitor.form.getByLabel(label).count()).toBe(1);
    }
    expect(await visitor.form.getByRole('button', { name: /^Pay/ }).count()).toBe(1);
    expect(await visitor.payButton.textContent()).toBe('Pay $22.40');
    const content = await visitor.form.locator('main').evaluate((main) => main.getBoundingClientRect().height);
    await vi.waitFor(async () => expect((await page.locator('iframe').boundingBox())?.height).toBe(Math.ceil(content)));
  });

  it('is the only one on its page until it is destroyed', async () => {
    const session = await visitor.opensCheckout();
    const again = () =>
      page.evaluate(
        (secret) => window.pay(secret).catch((error: Error) => `${error.name}: ${error.message}`),
        session.client_secret,
      );
    expect(await again()).toBe('IntegrationError: You cannot have multiple Embedded Checkout objects.');
    await page.evaluate(() => window.checkout.destroy());
    expect(await page.locator('iframe').count()).toBe(0);
    await again();
    await visitor.payButton.waitFor();
  });

  it('can be unmounted and mounted elsewhere', async () => {
    await visitor.opensCheckout();
    await page.evaluate(() => window.checkout.unmount());
    expect(await page.locator('iframe').count()).toBe(0);
    await page.evaluate(() => window.checkout.mount('#other'));
    await visitor.payButton.waitFor();
    expect(await page.locator('#other iframe').count()).toBe(1);
  });

  it('can be created again after a wrong client secret', async () => {
    await page.goto(setup.shop.url);
    const failure = page.evaluate(() => window.pay('nonsense').catch((error: Error) => error.message));
    expect(await failure).toContain('Invalid client secret');
    const session = await visitor.aSession();
    await page.evaluate((secret) => window.pay(secret), session.client_secret);
    await visitor.payButton.waitFor();
  });

  it('refuses a secret key and unsupported methods', async () => {
    await page.goto(setup.shop.url);
    const complaint = (key: string, method?: string) =>
      page.evaluate(
        ([stripeKey, name]) => {
          try {
            const stripeJs = window.Stripe(stripeKey ?? '');
            return name === undefined ? 'nothing' : stripeJs[name]?.();
          } catch (error) {
            return String(error);
          }
        },
        [key, method] as const,
      );
    expect(await complaint(setup.sandbox.secretKey)).toContain('You should not use your secret key');
    expect(await complaint(setup.sandbox.publishableKey, 'elements')).toContain('not part of it');
    expect(await complaint(setup.sandbox.publishableKey, 'initEmbeddedCheckout')).toContain('has been removed');
  });
});

describe('the form', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

  const violations = async () => {
    const frame = page.frames().at(-1);
    await frame?.evaluate(axe);
    return frame?.evaluate(async () => {
      const runner = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe;
      return (await runner.run()).violations.map(({ id }) => id);
    });
  };

  it('has no axe violations when empty, with problems, declined or authenticating', async () => {
    await visitor.opensCheckout({ customer_email: undefined });
    expect(await violations()).toEqual([]);
    await visitor.payButton.click();
    expect(await violations()).toEqual([]);
    await visitor.form.getByLabel('Email').fill('grace@example.com');
    await visitor.pays('4000 0000 0000 0002');
    await visitor.form.getByText('Your card was declined.').waitFor();
    expect(await violations()).toEqual([]);
    await visitor.pays('4000 0027 6000 3184');
    await visitor.form.getByRole('button', { name: 'Complete authentication' }).waitFor();
    expect(await violations()).toEqual([]);
  });

  it('can be used with the keyboard only', async () => {
    await visitor.opensCheckout();
    await visitor.form.getByLabel('Card number').focus();
    for (const text of ['4242424242424242', '1234', '123', 'Ada Lovelace']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await visitor.isBack();
  });

  it('may be framed by local pages only', async () => {
    const policy = (await fetch(`${setup.sandbox.origin}/checkout/form`)).headers.get('content-security-policy');
    expect(policy).toContain('frame-ancestors http://localhost:* http://127.0.0.1:*');
    expect(policy).toContain("default-src 'none'");
  });
});
