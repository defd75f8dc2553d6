import { afterAll, beforeAll, expect, it } from 'vitest';
import { aVisitor } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { anEvent, deliver } from '../../test/events.ts';
import { sessionOf, startShop, type StartedShop } from '../../test/shop.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';

let shop: StartedShop;
beforeAll(async () => {
  shop = await startShop({ webhooks: false });
});
afterAll(() => shop.stop());

const ordersOf = (id: string) => query('select * from funnel.orders where session_id = $1', [id]);

/** Pays at the provider, whose webhook is lost. */
const aBuyerWithoutWebhook = async () => {
  const buyer = await aVisitor(shop.service.url, 'anna@example.com');
  const opened = await buyer.browser.post('/api/create-checkout-session', { plan: '4week' });
  const providerId = sessionOf(opened.body);
  void shop.sandbox.pay(providerId);
  return { ...buyer, providerId };
};

it("makes an order through the server's own look-up, once, even if the webhook arrives later", async () => {
  const { browser, id, providerId } = await aBuyerWithoutWebhook();
  await expect
    .poll(async () => (await browser.get(`/api/checkout-sessions/${providerId}`)).body)
    .toMatchObject({ status: 'paid' });
  expect(await ordersOf(id)).toMatchObject([
    { email: 'anna@example.com', amount_cents: FOUR_WEEKS_CENTS, status: 'paid', livemode: false },
  ]);
  const response = await fetch(`${shop.sandbox.apiBase}/v1/checkout/sessions/${providerId}`, {
    headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
  });
  const late = await deliver(shop.service.url, anEvent(await response.json()), { secret: shop.sandbox.webhookSecret });
  expect(late.status).toBe(200);
  expect(await ordersOf(id)).toHaveLength(1);
});

it('makes an order at the next click, which is refused because the visitor has paid', async () => {
  const { browser, id, providerId } = await aBuyerWithoutWebhook();
  const paid = async () =>
    (await (
      await fetch(`${shop.sandbox.apiBase}/v1/checkout/sessions/${providerId}`, {
        headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
      })
    ).json()) as unknown;
  await expect.poll(paid).toMatchObject({ payment_status: 'paid' });
  expect((await browser.post('/api/create-checkout-session', { plan: '12week' })).body).toMatchObject({
    code: 'already_paid',
  });
  expect(await ordersOf(id)).toHaveLength(1);
});
