import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSessionId, Browser } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import { anEvent, anOpenCheckout, aSessionObject, deliver, type OpenCheckout } from '../../test/events.ts';
import { holdCheckout, holdPayment, type Hold } from '../../test/hold.ts';
import { WEBHOOK_SECRET } from '../../test/service.ts';
import { startServiceProcess, type ServiceProcess } from '../../test/service-process.ts';

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

/** What `/metrics` counts of webhooks. */
const counted = async ({ url }: ServiceProcess): Promise<string[]> =>
  (await new Browser(url).get('/metrics')).text.match(/^funnel_payment_events_total.*$/gm) ?? [];

const places: [string, (checkout: OpenCheckout, object: Row) => Promise<Hold>][] = [
  ['after it stored the event', ({ id }) => holdCheckout(id)],
  ['while it grants the order', (_, object) => holdPayment(object['payment_intent'])],
];

describe('the service, killed in the middle of a webhook', () => {
  // Each life of the service applies what the one before it died of.
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startServiceProcess();
  }, 60_000);
  afterAll(() => service.kill());

  it.each(places)('%s, leaves nothing; the next delivery does it all, once', { timeout: 60_000 }, async (_, holdAt) => {
    const checkout = await aCheckout();
    const object = aSessionObject(checkout);
    const event = anEvent(object);
    const send = ({ url }: ServiceProcess) => deliver(url, event, { secret: WEBHOOK_SECRET });
    const held = await holdAt(checkout, object);
    const answer = send(service).then(
      ({ status }) => status,
      () => 'none',
    );
    await expect.poll(held.waiting, { timeout: 10_000 }).toBe(1);
    await service.kill();
    expect(await answer).toBe('none');
    // PostgreSQL notices that its client is gone once it need not wait any more; nobody commits for it.
    await held.letGo();
    const nothing = { checkout: 'open', events: 0, orders: 0, courses: 0, mails: 0, jobs: 0 };
    expect(await rowsOf(checkout.id, event['id'])).toEqual(nothing);

    service = await startServiceProcess();
    for (let round = 0; round < 2; round += 1) expect((await send(service)).status).toBe(200);
    expect(await rowsOf(checkout.id, event['id'])).toEqual({
      checkout: 'paid',
      events: 1,
      orders: 1,
      courses: 1,
      mails: 1,
      jobs: 1,
    });
    expect((await counted(service)).sort()).toEqual([
      'funnel_payment_events_total{outcome="applied"} 1',
      'funnel_payment_events_total{outcome="duplicate"} 1',
    ]);
  });
});
