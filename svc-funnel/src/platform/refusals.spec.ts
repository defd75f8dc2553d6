import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../test/browser.ts';
import { anEvent, deliver } from '../../test/events.ts';
import { startOwnShop, type OwnShop } from '../../test/own-shop.ts';
import { forgetRefusals } from '../retention/forget.ts';

let shop: OwnShop;
beforeAll(async () => {
  shop = await startOwnShop();
});
afterAll(() => shop.stop());

const UNKNOWN = 'A'.repeat(43);
const forge = () =>
  deliver(shop.service.url, anEvent({ id: 'x' }, { type: 'charge.updated' }), { secret: 'whsec_guessed' });
const metric = async (kind: string): Promise<number> => {
  const { text } = await new Browser(shop.service.url).get('/metrics');
  return Number(new RegExp(`funnel_refusals_total\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};
const metrics = async () => ({ signature: await metric('signature'), link: await metric('link') });

it('counts forged webhooks and invalid links, for the metrics and for the owner', async () => {
  // A retry begins anew: what a slow machine could not store in time is counted only in the metrics.
  await shop.query('delete from funnel.refusals');
  const before = await metrics();
  for (let round = 0; round < 2; round += 1) expect((await forge()).status).toBe(400);
  const browser = new Browser(shop.service.url);
  expect((await browser.post('/api/course/session', { token: UNKNOWN })).status).toBe(404);
  expect((await browser.post(`/api/unsubscribe/${UNKNOWN}`, {})).status).toBe(404);
  expect(await metrics()).toEqual({ signature: before.signature + 2, link: before.link + 2 });
  expect(await shop.run('status')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Refused         2 webhook signatures, 2 links within a day'),
  });
  expect(shop.service.log()).not.toContain(UNKNOWN);
});

it('reports forged webhooks to the owner once there are so many that the secret may be wrong', async () => {
  for (let round = 0; round < 8; round += 1) await forge();
  expect(await shop.run('status')).toMatchObject({
    code: 1,
    out: expect.stringContaining('compare STRIPE_WEBHOOK_SECRET'),
  });
  await shop.query(`update funnel.refusals set hour = hour - interval '25 hours'`);
  expect((await shop.run('status')).out).toContain('Refused         0 webhook signatures, 0 links within a day');
});

it('keeps the counts of a month', async () => {
  await shop.query(
    `insert into funnel.refusals (kind, hour, count) values ('link', now() - interval '31 days', 1), ('link', now() - interval '29 days', 1)`,
  );
  await forgetRefusals(shop.deps.prisma, new Date());
  expect(await shop.query(`select count(*)::int from funnel.refusals where hour < now() - interval '28 days'`)).toEqual(
    [{ count: 1 }],
  );
});

it('refuses a forged webhook in the same way when it cannot be counted', async () => {
  await shop.query('alter table funnel.refusals rename to refusals_away');
  expect((await forge()).body).toMatchObject({ statusCode: 400, code: 'invalid_signature' });
  await shop.query('alter table funnel.refusals_away rename to refusals');
});
