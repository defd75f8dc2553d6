import { beforeAll, expect, it } from 'vitest';
import { aVisitor, Browser } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { anEvent, anOpenCheckout, aSessionObject, deliver } from '../../test/events.ts';
import { LINK_KEY, sharedService, type Service, WEBHOOK_SECRET } from '../../test/service.ts';
import { mailLinks } from '../course/links/link-store.ts';
import { courseToken, type LinkPurpose } from '../course/links/links.ts';
import { Composer } from '../course/sending/compose.ts';
import { loadDelivery } from '../course/sending/load-delivery.ts';
import { PrismaService } from '../platform/prisma.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';

let now = new Date();
let service: Service;
beforeAll(async () => {
  service = await sharedService(() => now);
});

let buyers = 0;

async function aBuyer() {
  const mistyped = `jane-${(buyers += 1)}@gmial.com`;
  const { browser, id: sessionId } = await aVisitor(service.url, mistyped);
  const checkout = await anOpenCheckout(sessionId);
  await deliver(service.url, anEvent(aSessionObject(checkout)), { secret: WEBHOOK_SECRET });
  const path = `/api/checkout-sessions/${checkout.providerSessionId}`;
  const [order] = await query('select id from funnel.orders where checkout_id = $1', [checkout.id]);
  const orderId = order?.['id'];
  const addresses = async () =>
    (
      await query(
        'select o.email "order", c.email course, s.email session, k.email checkout from funnel.orders o join funnel.courses c on c.order_id = o.id join funnel.sessions s on s.id = o.session_id join funnel.checkouts k on k.id = o.checkout_id where o.id = $1',
        [orderId],
      )
    )[0];
  const mails = () =>
    query(`select kind, status from funnel.deliveries where order_id = $1 order by created_at, status`, [orderId]);
  const correct = (email: unknown, by = browser) => by.post(`${path}/email`, { email });
  return { browser, path, orderId, addresses, mails, correct };
}

it('sends course and confirmation to the corrected address, and shows it masked as before', async () => {
  const { browser, path, addresses, mails, correct } = await aBuyer();
  expect((await browser.get(path)).body).toMatchObject({
    status: 'paid',
    maskedEmail: 'j•••@g•••.com',
    correctable: true,
  });
  const corrected = await correct('jane@outlook.org');
  expect([corrected.status, corrected.body]).toEqual([
    200,
    {
      status: 'paid',
      plan: '4week',
      amountCents: FOUR_WEEKS_CENTS,
      currency: 'usd',
      orderNumber: expect.any(String),
      maskedEmail: 'j•••@o•••.org',
      correctable: true,
    },
  ]);
  expect(await addresses()).toEqual({
    order: 'jane@outlook.org',
    course: 'jane@outlook.org',
    session: 'jane@outlook.org',
    checkout: 'jane@outlook.org',
  });
  expect(await mails()).toEqual([
    { kind: 'confirmation', status: 'cancelled' },
    { kind: 'confirmation', status: 'queued' },
  ]);
  expect(
    await query(
      `select count(*)::int from graphile_worker.jobs j join funnel.deliveries d on j.key = 'send:' || d.id where d.status = 'queued' and d.order_id = $1`,
      [
        (
          await query(`select id from funnel.orders where email = 'jane@outlook.org' order by created_at desc limit 1`)
        )[0]?.['id'],
      ],
    ),
  ).toEqual([{ count: 1 }]);
  expect(service.log()).not.toMatch(/jane@|outlook/);
});

it('invalidates the course and refund links sent to the wrong address, and puts new ones into the next mail', async () => {
  const { orderId, correct } = await aBuyer();
  const token = (purpose: LinkPurpose, generation: number) =>
    courseToken([LINK_KEY], { orderId: String(orderId), purpose, generation });
  const open = (purpose: LinkPurpose, generation: number) =>
    new Browser(service.url).post('/api/course/session', { token: token(purpose, generation) });
  const stranger = new Browser(service.url);
  expect((await stranger.post('/api/course/session', { token: token('read', 1) })).status).toBe(200);
  await correct('jane@outlook.org');
  expect([
    (await open('read', 1)).status,
    (await open('refund', 1)).status,
    (await stranger.get('/api/course')).status,
  ]).toEqual([404, 404, 401]);
  const links = await service.app.get(PrismaService).$transaction((db) =>
    mailLinks(db, { publicUrl: 'https://x.example', course: { linkKeys: [LINK_KEY] } }, String(orderId), now, {
      also: ['refund'],
    }),
  );
  expect([links.courseUrl, links.refundUrl]).toEqual([
    expect.stringContaining(token('read', 2)),
    expect.stringContaining(token('refund', 2)),
  ]);
  expect([(await open('read', 2)).status, (await open('refund', 2)).status]).toEqual([200, 200]);
  // The person who got the mail by mistake can still stop the mails; the reader is told how to resume them.
  expect((await new Browser(service.url).post(`/api/unsubscribe/${token('unsubscribe', 1)}`, {})).status).toBe(200);
});

it('is only possible in the browser that bought', async () => {
  const { correct, addresses } = await aBuyer();
  const stranger = await aVisitor(service.url);
  expect((await correct('thief@example.com', stranger.browser)).body).toMatchObject({
    statusCode: 404,
    code: 'checkout_unknown',
  });
  expect(await addresses()).toMatchObject({ course: expect.stringMatching(/^jane-\d+@gmial\.com$/) });
});

it('keeps the address if no mail can reach the new one', async () => {
  const { correct, addresses, mails } = await aBuyer();
  const before = await addresses();
  for (const email of ['a@b', 'anna@gmail', 'anna@printer.local'])
    expect((await correct(email)).body).toMatchObject({ statusCode: 400, code: 'undeliverable_address' });
  expect(await addresses()).toEqual(before);
  expect(await mails()).toEqual([{ kind: 'confirmation', status: 'queued' }]);
});

it('is possible three times', async () => {
  const { browser, path, correct, addresses } = await aBuyer();
  for (const round of [1, 2, 3]) expect((await correct(`jane${round}@example.com`)).status).toBe(200);
  expect((await correct('jane4@example.com')).body).toMatchObject({ statusCode: 409, code: 'address_fixed' });
  expect((await browser.get(path)).body).toMatchObject({ correctable: false });
  expect(await addresses()).toMatchObject({ course: 'jane3@example.com' });
});

it('is possible for a day', async () => {
  const { correct } = await aBuyer();
  const before = now;
  now = new Date(before.getTime() + 24 * 3_600_000);
  expect((await correct('jane@example.com')).status).toBe(409);
  now = before;
});

it.each(['refunded', 'disputed'])('is not possible once the order is %s', async (status) => {
  const { orderId, correct } = await aBuyer();
  await query('update funnel.orders set status = $2 where id = $1', [orderId, status]);
  expect((await correct('jane@example.com')).status).toBe(409);
});

it('is not possible before the checkout is paid', async () => {
  const { browser, id } = await aVisitor(service.url);
  const { providerSessionId } = await anOpenCheckout(id);
  expect(
    (await browser.post(`/api/checkout-sessions/${providerSessionId}/email`, { email: 'jane@example.com' })).status,
  ).toBe(409);
});

it.each([['no address'], [''], ['a b@c.example'], [7], [undefined]])('refuses %o', async (email) => {
  const { correct, addresses } = await aBuyer();
  expect((await correct(email)).status).toBe(400);
  expect(await addresses()).toMatchObject({ course: expect.stringMatching(/^jane-\d+@gmial\.com$/) });
});

it('resumes a course that stopped because the mistyped address refused its mails', async () => {
  const { orderId, correct } = await aBuyer();
  await query(
    `update funnel.courses set status = 'stopped', stop_reason = 'bounced', next_due_at = null, stopped_at = now(), lessons_queued = 1 where order_id = $1`,
    [orderId],
  );
  await query(
    `insert into funnel.deliveries (id, order_id, kind, place, message_id, status, due_at) values ($1::uuid, $2, 'lesson', 1, $1::text, 'failed', now())`,
    [crypto.randomUUID(), orderId],
  );
  await correct('jane@example.com');
  expect(
    await query('select status, stop_reason, next_due_at > now() next from funnel.courses where order_id = $1', [
      orderId,
    ]),
  ).toEqual([{ status: 'active', stop_reason: null, next: true }]);
  expect(
    await query(`select status from funnel.deliveries where order_id = $1 and kind = 'lesson'`, [orderId]),
  ).toEqual([{ status: 'queued' }]);
});

const complained = async (orderId: unknown) =>
  query(
    `update funnel.courses set status = 'stopped', stop_reason = 'complained', next_due_at = null, stopped_at = now() where order_id = $1`,
    [orderId],
  );
const courseIs = async (orderId: unknown) =>
  (
    await query('select status, stop_reason, next_due_at > now() next from funnel.courses where order_id = $1', [
      orderId,
    ])
  )[0];
const lastConfirmation = async (orderId: unknown): Promise<string> => {
  const [row] = await query(
    `select id from funnel.deliveries where order_id = $1 and kind = 'confirmation' and status = 'queued'`,
    [orderId],
  );
  const delivery = await loadDelivery(service.app.get(PrismaService), String(row?.['id']));
  return (await service.app.get(Composer).compose(delivery!)).text.replaceAll(/\s+/g, ' ');
};

it('resumes a course that somebody else at the mistyped address marked as spam', async () => {
  const { orderId, correct } = await aBuyer();
  await complained(orderId);
  await correct('jane@example.com');
  expect(await courseIs(orderId)).toEqual({ status: 'active', stop_reason: null, next: true });
  expect(await lastConfirmation(orderId)).toContain('Your first lesson is set for');
});

it('neither resumes nor promises lessons for a buyer who complained and enters the same address again', async () => {
  const { orderId, addresses, correct } = await aBuyer();
  await complained(orderId);
  await correct(String((await addresses())?.['course']).toUpperCase());
  expect(await courseIs(orderId)).toEqual({ status: 'stopped', stop_reason: 'complained', next: null });
  expect(await lastConfirmation(orderId)).not.toMatch(/first lesson/i);
});
