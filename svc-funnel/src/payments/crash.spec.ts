import { afterEach, beforeEach, expect, it } from 'vitest';
import { aVisitor } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import { aCharge, anEvent, anOpenCheckout, aSessionObject, deliver } from '../../test/events.ts';
import { startService, WEBHOOK_SECRET, type Service } from '../../test/service.ts';
import { PrismaService, type Db } from '../platform/prisma.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

type Call = (...args: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === 'function';

/** The transaction's client, which runs `before` ahead of each of its statements. */
const watched = (db: Db, before: () => Promise<void>): Db => {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(inner, key) {
        const value: unknown = Reflect.get(inner, key);
        if (isCall(value)) return async (...args: unknown[]) => (await before(), value.apply(inner, args));
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
    });
  return wrap(db);
};

const backendOf = async (db: Db): Promise<number> => (await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]!.pid;

/** Kills the database's own process under the transaction right before its statement number `step`, as the end of this process would. */
function killAt(step: number): () => void {
  const prisma = service.app.get(PrismaService, { strict: false });
  const original = prisma.$transaction.bind(prisma) as (work: (db: Db) => Promise<unknown>) => Promise<unknown>;
  const dying = (work: (db: Db) => Promise<unknown>) =>
    original(async (db) => {
      const pid = await backendOf(db);
      let count = 0;
      return work(watched(db, async () => {
        count += 1;
        if (count === step) await query('select pg_terminate_backend($1)', [pid]);
      }));
    });
  Object.defineProperty(prisma, '$transaction', { value: dying, configurable: true });
  return () => Reflect.deleteProperty(prisma, '$transaction');
}

const rowsOf = async (checkoutId: string, eventId: unknown): Promise<Row> => {
  const [row] = await query(
    `select (select count(*)::int from funnel.payment_events where id = $2) events, (select status from funnel.checkouts where id = $1) checkout,
       count(o.id)::int orders, max(o.status) status, count(c.order_id)::int courses,
       (select count(*)::int from funnel.course_links l where l.order_id = any(array_agg(o.id))) links,
       (select count(*)::int from funnel.deliveries d where d.order_id = any(array_agg(o.id))) mails,
       (select count(*)::int from graphile_worker._private_jobs j join funnel.deliveries d on j.key = 'send:' || d.id where d.order_id = any(array_agg(o.id))) jobs
     from funnel.orders o left join funnel.courses c on c.order_id = o.id where o.checkout_id = $1`,
    [checkoutId, eventId],
  );
  return row ?? {};
};

it('a death before any statement of the webhook leaves nothing, and the next delivery does everything', { timeout: 120_000 }, async () => {
  const { id: sessionId } = await aVisitor(service.url, 'anna@example.com');
  const nothing = { events: 0, checkout: 'open', orders: 0, status: null, courses: 0, links: 0, mails: 0, jobs: 0 };
  let deaths = 0;
  for (;;) {
    const checkout = await anOpenCheckout(sessionId);
    const object = aSessionObject(checkout);
    // Told before: granting this order has the most steps.
    await deliver(service.url, anEvent(aCharge(object['payment_intent'], { amount_refunded: 2240 }), { type: 'charge.refunded' }), { secret: WEBHOOK_SECRET });
    const event = anEvent(object);
    const heal = killAt(deaths + 1);
    const first = await deliver(service.url, event, { secret: WEBHOOK_SECRET });
    heal();
    if (first.status >= 500) expect(await rowsOf(checkout.id, event['id']), `death ${deaths + 1}`).toEqual(nothing);
    expect((await deliver(service.url, event, { secret: WEBHOOK_SECRET })).status).toBe(200);
    expect(await rowsOf(checkout.id, event['id']), `after death ${deaths + 1}`).toEqual({ events: 1, checkout: 'paid', orders: 1, status: 'refunded', courses: 1, links: 2, mails: 2, jobs: 2 });
    if (first.status === 200) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(15);
});

it('a death between the commit and the answer changes nothing: the event comes again and is known', async () => {
  const { id: sessionId } = await aVisitor(service.url, 'anna@example.com');
  const checkout = await anOpenCheckout(sessionId);
  const event = anEvent(aSessionObject(checkout));
  await deliver(service.url, event, { secret: WEBHOOK_SECRET });
  await service.stop();
  service = await startService();
  expect((await deliver(service.url, event, { secret: WEBHOOK_SECRET })).status).toBe(200);
  expect(await rowsOf(checkout.id, event['id'])).toMatchObject({ events: 1, orders: 1, courses: 1, mails: 1, jobs: 1 });
});
