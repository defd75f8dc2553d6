import { beforeAll, expect, it } from 'vitest';
import { aVisitor } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import { sessionOf, sharedShop, type Shop } from '../../../test/shop.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { Composer } from './compose.ts';
import { loadDelivery } from './load-delivery.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await sharedShop();
});

const CHECKOUT = { plan: '4week', timeZone: 'Europe/Berlin' };

/** Returns the text of a buyer's confirmation after these clicks on the offer's button. */
async function confirmationAfter(
  clicks: readonly object[],
  beforePayment: (sessionId: string) => Promise<unknown> = async () => {},
) {
  const { browser, id } = await aVisitor(shop.service.url, 'anna@example.com');
  let opened: unknown;
  for (const click of clicks)
    opened = (await browser.post('/api/create-checkout-session', { ...CHECKOUT, ...click })).body;
  await beforePayment(id);
  await shop.sandbox.pay(sessionOf(opened));
  const [row] = await query(
    "select delivery.id from funnel.deliveries as delivery join funnel.orders as bought on bought.id = order_id where session_id = $1 and kind = 'confirmation'",
    [id],
  );
  const { app } = shop.service;
  const delivery = await loadDelivery(app.get(PrismaService, { strict: false }), String(row?.['id']));
  const { text } = await app.get(Composer, { strict: false }).compose(delivery!);
  return text.replaceAll(/\s+/g, ' ');
}

it('names the terms that were accepted with the last click, and when', async () => {
  const text = await confirmationAfter([
    { termsVersion: '2026-01-31', termsAcceptedAt: '2026-02-01T10:00:00Z' },
    { termsVersion: '2026-03-31', termsAcceptedAt: '2026-04-01T10:00:00Z' },
  ]);
  expect(text).toContain('Terms of Service of March 31, 2026, accepted on April 1, 2026, 12:00 PM');
  expect(text).not.toContain('January 31');
});

it.each([
  ['none were accepted', {}],
  [
    'the browser sent something else as their version',
    { termsVersion: 'win at evil.example', termsAcceptedAt: '2026-02-01T10:00:00Z' },
  ],
])('names no terms when %s', async (_case, click) => {
  expect(await confirmationAfter([click])).not.toMatch(/Terms of Service|evil/);
});

it('mentions VAT only if the price included it', async () => {
  expect(await confirmationAfter([{}])).not.toContain('VAT');
  const taxed = (id: string) => query("update funnel.checkouts set tax = 'included' where session_id = $1", [id]);
  expect(await confirmationAfter([{}], taxed)).toContain('$22.40, once, including VAT');
});
