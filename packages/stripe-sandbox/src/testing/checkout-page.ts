import { CHROMIUM_ARGS } from '@course/federation/chromium';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Stripe } from 'stripe';
import { startSandbox } from '../index.ts';
import { aCheckout, sdkFor } from './client.ts';
import { startReceiver } from './receiver.ts';
import { startShop } from './shop.ts';

const startBrowser = (chromiumPath: string | undefined): Promise<Browser> =>
  chromium.launch({ ...(chromiumPath && { executablePath: chromiumPath }), args: [...CHROMIUM_ARGS] });

type Changes = Partial<Stripe.Checkout.SessionCreateParams>;

/** Globals of the test shop's page. */
export interface ShopWindow {
  pay(clientSecret: string | null): Promise<void>;
  checkout: { mount(at: string): void; unmount(): void; destroy(): void };
  Stripe(key: string): Record<string, () => unknown>;
}

declare const window: ShopWindow;

/** Starts a sandbox, a shop that embeds its checkout, a webhook receiver and a browser. */
export async function startCheckoutSetup(chromiumPath: string | undefined) {
  const receiver = await startReceiver();
  const sandbox = await startSandbox({ webhookUrl: receiver.url });
  const [shop, browser] = await Promise.all([startShop(sandbox), startBrowser(chromiumPath)]);
  const stop = async () => {
    await browser.close();
    await Promise.all([shop.stop(), sandbox.stop(), receiver.stop()]);
  };
  return { receiver, sandbox, shop, browser, stripe: sdkFor(sandbox), stop };
}

export type CheckoutSetup = Awaited<ReturnType<typeof startCheckoutSetup>>;

/** Opens a page the size of a phone and collects its console errors. */
export async function openMobilePage(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const consoleErrors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && consoleErrors.push(message.text())));
  page.on('pageerror', (error) => void consoleErrors.push(error.message));
  return { page, consoleErrors };
}

/** Returns a visitor's actions and views in the shop's checkout. */
export function visitorOf({ shop, stripe }: CheckoutSetup, page: Page) {
  const form = page.frameLocator('iframe');
  const payButton = form.getByRole('button', { name: /^Pay/ });

  const aSession = (changes: Changes = {}) =>
    stripe.checkout.sessions.create(
      aCheckout({ return_url: `${shop.url}/payment-success?session_id={CHECKOUT_SESSION_ID}`, ...changes }),
    );

  const opens = async (session: Stripe.Checkout.Session, secret = session.client_secret) => {
    await page.goto(shop.url);
    await page.evaluate((clientSecret) => window.pay(clientSecret), secret);
  };

  return {
    form,
    payButton,
    aSession,
    opens,
    async opensCheckout(changes: Changes = {}) {
      const session = await aSession(changes);
      await opens(session);
      await payButton.waitFor();
      return session;
    },
    async fills(number: string) {
      await form.getByLabel('Card number').fill(number);
      await form.getByLabel('Expiry').fill('12 / 34');
      await form.getByLabel('CVC').fill('123');
      await form.getByLabel('Name on card').fill('Ada Lovelace');
    },
    async pays(number: string) {
      await this.fills(number);
      await payButton.click();
    },
    isBack: () => page.waitForURL(/payment-success/),
    state: async ({ id }: { id: string }) => (await stripe.checkout.sessions.retrieve(id)).status,
  };
}

export type Visitor = ReturnType<typeof visitorOf>;
