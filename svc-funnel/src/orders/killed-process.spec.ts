import { expect, it, onTestFinished } from 'vitest';
import { aSessionId, Browser } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import { anEvent, anOpenCheckout, aSessionObject, deliver, type OpenCheckout } from '../../test/events.ts';
import { holdCheckout, holdPayment, type Hold } from '../../test/hold.ts';
import { startService, WEBHOOK_SECRET, type Service } from '../../test/service.ts';
import { startServiceProcess } from '../../test/service-process.ts';

async function aCheckout(): Promise<OpenCheckout> {
  const sessionId = aSessionId();
  await query(`insert into funnel.sessions (id, email, name) values ($1, $2, 'Anna')`, [
    sessionId,
    `${sessionId}@example.com`,
  ]);
  return anOpenCheckout(sessionId);
}

const rowsOf = async (checkoutId: string, eventId: unknown): Promise<Row | undefined> =>
  (
    await query(
      `select c.status checkout, (select count(*)::int from funnel.payment_events where id = $2) events,
         (select count(*)::int from funnel.orders where checkout_id = c.id) orders,
         (select count(*)::int from funnel.courses join funnel.orders o on o.id = order_id where o.checkout_id = c.id) courses,
         (select count(*)::int from funnel.deliveries d join funnel.orders o on o.id = d.order_id where o.checkout_id = c.id) mails,
         (select count(*)::int from graphile_worker.jobs j join funnel.deliveries d on j.key = 'send:' || d.id join funnel.orders o on o.id = d.order_id where o.checkout_id = c.id) jobs
       from funnel.checkouts c where id = $1`,
      [checkoutId, eventId],
    )
  )[0];

/** Returns the counts of webhooks in `/metrics`. */
const webhookCounts = async ({ url }: Service): Promise<string[]> =>
  (await new Browser(url).get('/metrics')).text.match(/^funnel_payment_events_total.*$/gm) ?? [];

/** Returns a payment's event, and the lock at which the service waits while applying it. */
const aPayment = async (holdAt: (checkout: OpenCheckout, object: Row) => Promise<Hold>) => {
  const checkout = await aCheckout();
  const object = aSessionObject(checkout);
  const event = anEvent(object);
  return {
    event,
    held: await holdAt(checkout, object),
    rows: () => rowsOf(checkout.id, event['id']),
  };
};

it('a service killed in the middle of webhooks leaves nothing of them; the next deliveries do everything, once', async () => {
  const dying = await startServiceProcess();
  const payments = await Promise.all([
    // Waits after it has stored the event.
    aPayment(({ id }) => holdCheckout(id)),
    // Waits while it grants the order.
    aPayment((_, object) => holdPayment(object['payment_intent'])),
  ]);
  const answers = payments.map(({ event }) =>
    deliver(dying.url, event, { secret: WEBHOOK_SECRET }).then(
      ({ status }) => status,
      () => 'none',
    ),
  );
  for (const { held } of payments) await expect.poll(held.waiting).toBe(1);
  await dying.kill();
  expect(await Promise.all(answers)).toEqual(['none', 'none']);
  // PostgreSQL notices that its client is gone once it no longer waits, and rolls back.
  for (const { held } of payments) await held.letGo();
  const nothing = { checkout: 'open', events: 0, orders: 0, courses: 0, mails: 0, jobs: 0 };
  for (const { rows } of payments) expect(await rows()).toEqual(nothing);

  const next = await startService();
  onTestFinished(() => next.stop());
  for (const { event, rows } of payments) {
    for (let round = 0; round < 2; round += 1)
      expect((await deliver(next.url, event, { secret: WEBHOOK_SECRET })).status).toBe(200);
    expect(await rows()).toEqual({ checkout: 'paid', events: 1, orders: 1, courses: 1, mails: 1, jobs: 1 });
  }
  expect((await webhookCounts(next)).sort()).toEqual([
    'funnel_payment_events_total{outcome="applied"} 2',
    'funnel_payment_events_total{outcome="duplicate"} 2',
  ]);
});
