import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeStatements } from '../../test/before-statements.ts';
import { aVisitor } from '../../test/browser.ts';
import { query, type Row } from '../../test/database.ts';
import { aCharge, anEvent, anOpenCheckout, aSessionObject, deliver, deliverUntilTaken } from '../../test/events.ts';
import { holdCheckout } from '../../test/hold.ts';
import { startService, WEBHOOK_SECRET, type StartedService } from '../../test/service.ts';
import { PrismaService, type Db } from '../platform/prisma.ts';
import { FOUR_WEEKS_CENTS } from '../../test/prices.ts';

/**
 * How many of a webhook's statements are tested. CRASH_STATEMENTS=100 covers all of them, as in `npm run test:long`.
 */
const STEPS = Number(process.env['CRASH_STATEMENTS'] ?? 3);
const random = seededRandom(testSeed());

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const backendOf = async (db: Db): Promise<number> =>
  (await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]!.pid;

/** What goes wrong in a transaction. */
type Fault = (db: Db) => Promise<unknown>;

/** Ends the transaction's database process, as happens when our process ends. */
const crash: Fault = async (db) => query('select pg_terminate_backend($1)', [await backendOf(db)]);

/** Ignores a failed statement: PostgreSQL then answers COMMIT with a rollback, and the client reports success. */
const ignoredError: Fault = (db) => db.$queryRaw`SELECT 1 / 0`.catch(() => undefined);

/** Injects a fault right before statement number `step` of the transaction, and counts the statements. */
function injectFault(step: number, fault: Fault): { readonly statements: () => number; readonly restore: () => void } {
  const prisma = service.app.get(PrismaService, { strict: false });
  let count = 0;
  const { $transaction: original } = beforeStatements(prisma, async (db) => {
    count += 1;
    if (count === step) await fault(db);
  });
  const counted = (work: (db: Db) => Promise<unknown>) => {
    count = 0;
    return original(work);
  };
  Object.defineProperty(prisma, '$transaction', { value: counted, configurable: true });
  return { statements: () => count, restore: () => Reflect.deleteProperty(prisma, '$transaction') };
}

const rowsOf = async (checkoutId: string, eventId: unknown): Promise<Row> => {
  const [row] = await query(
    `select (select count(*)::int from funnel.payment_events where id = $2) events, (select status from funnel.checkouts where id = $1) checkout,
       count(o.id)::int orders, max(o.status) status, count(c.order_id)::int courses,
       (select count(*)::int from funnel.course_links l where l.order_id = any(array_agg(o.id))) links,
       (select count(*)::int from funnel.deliveries d where d.order_id = any(array_agg(o.id))) mails,
       (select count(*)::int from graphile_worker.jobs j join funnel.deliveries d on j.key = 'send:' || d.id where d.order_id = any(array_agg(o.id))) jobs
     from funnel.orders o left join funnel.courses c on c.order_id = o.id where o.checkout_id = $1`,
    [checkoutId, eventId],
  );
  return row ?? {};
};

it.each([
  ['a crash', crash],
  ['an ignored error', ignoredError],
])(
  '%s before a statement of the webhook leaves nothing and is never answered with 200; the next delivery does everything',
  { timeout: 600_000 },
  async (_, fault) => {
    const { id: sessionId } = await aVisitor(service.url, `${crypto.randomUUID()}@example.com`);
    const nothing = { events: 0, checkout: 'open', orders: 0, status: null, courses: 0, links: 0, mails: 0, jobs: 0 };
    const everything = {
      events: 1,
      checkout: 'paid',
      orders: 1,
      status: 'refunded',
      courses: 1,
      links: 3,
      mails: 2,
      jobs: 2,
    };
    const aPayment = async () => {
      const checkout = await anOpenCheckout(sessionId);
      const object = aSessionObject(checkout);
      // Delivered before the payment: granting such an order takes the most statements.
      await deliverUntilTaken(
        service.url,
        anEvent(aCharge(object['payment_intent'], { amount_refunded: FOUR_WEEKS_CENTS }), { type: 'charge.refunded' }),
        { secret: WEBHOOK_SECRET },
      );
      return { checkout, event: anEvent(object) };
    };
    const undisturbed = await aPayment();
    const { statements, restore: stopCounting } = injectFault(Infinity, fault);
    await deliverUntilTaken(service.url, undisturbed.event, { secret: WEBHOOK_SECRET });
    stopCounting();
    expect(statements()).toBeGreaterThan(15);
    const steps = Array.from({ length: statements() }, (_step, index) => index + 1);
    for (const step of random.sample(steps, STEPS)) {
      const { checkout, event } = await aPayment();
      const { restore } = injectFault(step, fault);
      const first = await deliver(service.url, event, { secret: WEBHOOK_SECRET });
      restore();
      expect(first.status, `at statement ${step}`).not.toBe(200);
      expect(await rowsOf(checkout.id, event['id']), `at statement ${step}`).toEqual(nothing);
      expect((await deliverUntilTaken(service.url, event, { secret: WEBHOOK_SECRET })).status).toBe(200);
      expect(await rowsOf(checkout.id, event['id']), `after statement ${step}`).toEqual(everything);
    }
  },
);

it('a crash between commit and response changes nothing: the repeated event is recognised', async () => {
  const { id: sessionId } = await aVisitor(service.url, `${crypto.randomUUID()}@example.com`);
  const checkout = await anOpenCheckout(sessionId);
  const event = anEvent(aSessionObject(checkout));
  await deliver(service.url, event, { secret: WEBHOOK_SECRET });
  await service.stop();
  service = await startService();
  expect((await deliver(service.url, event, { secret: WEBHOOK_SECRET })).status).toBe(200);
  expect(await rowsOf(checkout.id, event['id'])).toMatchObject({ events: 1, orders: 1, courses: 1, mails: 1, jobs: 1 });
});

const expiredObject = { status: 'expired', payment_status: 'unpaid', payment_intent: null };

describe('events that wait for the same checkout', () => {
  const aCheckout = async () => anOpenCheckout((await aVisitor(service.url, `${crypto.randomUUID()}@example.com`)).id);
  const send = (event: Row) => deliver(service.url, event, { secret: WEBHOOK_SECRET });

  it.each([
    ['paid first', 0],
    ['expired first', 1],
  ])('are all applied when they are answered with 200: %s', async (_, first) => {
    const checkout = await aCheckout();
    const held = await holdCheckout(checkout.id);
    const events = [
      anEvent(aSessionObject(checkout)),
      anEvent(aSessionObject(checkout, expiredObject), { type: 'checkout.session.expired' }),
    ];
    const answers: ReturnType<typeof send>[] = [];
    for (const event of first === 0 ? events : events.toReversed()) {
      answers.push(send(event));
      await expect.poll(held.waiting).toBe(answers.length);
    }
    await held.letGo();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowsOf(checkout.id, events[0]?.['id'])).toMatchObject({
      events: 1,
      checkout: 'paid',
      orders: 1,
      mails: 1,
    });
  });

  it('are answered with 503 and leave nothing when they wait too long, and are applied when they are repeated', async () => {
    const checkout = await aCheckout();
    const held = await holdCheckout(checkout.id);
    // More than there are connections: some wait for the row, the others for a connection.
    const events = Array.from({ length: 14 }, (_, index) =>
      index % 2 === 0
        ? anEvent(aSessionObject(checkout, { payment_intent: 'pi_of_one_payment' }))
        : anEvent(aSessionObject(checkout, expiredObject), { type: 'checkout.session.expired' }),
    );
    expect((await Promise.all(events.map(send))).map(({ status }) => status)).toEqual(Array(14).fill(503));
    await held.letGo();
    expect(await rowsOf(checkout.id, events[0]?.['id'])).toMatchObject({ events: 0, checkout: 'open', orders: 0 });
    expect((await Promise.all(events.map(send))).map(({ status }) => status)).toEqual(Array(14).fill(200));
    expect(await rowsOf(checkout.id, events[0]?.['id'])).toMatchObject({
      events: 1,
      checkout: 'paid',
      orders: 1,
      mails: 1,
    });
  });
});
