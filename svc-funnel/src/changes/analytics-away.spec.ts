import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aVisitor } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { aCharge, anEvent, anOpenCheckout, aSessionObject, deliver } from '../../test/events.ts';
import { ownStores } from '../../test/own-stores.ts';
import { startService, WEBHOOK_SECRET, type StartedService } from '../../test/service.ts';

let stores: Awaited<ReturnType<typeof ownStores>>;
let service: StartedService;
beforeAll(async () => {
  stores = await ownStores();
  service = await startService({ env: { DATABASE_URL: stores.funnelDatabaseUrl, REDIS_URL: stores.redisUrl } });
});
afterAll(async () => {
  await service.stop();
  await stores.stop();
});

/** A visitor answers, pays, and gets a partial refund. Returns the status of each request. */
const aWholeVisit = async (): Promise<number[]> => {
  const { browser, id } = await aVisitor(service.url, `${randomUUID()}@example.com`);
  const answered = await browser.post('/api/responses', { sessionId: id, questionNumber: 'q1', answerValue: '45+' });
  const paid = aSessionObject(await anOpenCheckout(id));
  const refund = aCharge(paid['payment_intent'], { amount_refunded: 500 });
  const events = [
    await deliver(service.url, anEvent(paid), { secret: WEBHOOK_SECRET }),
    await deliver(service.url, anEvent(refund, { type: 'charge.refunded' }), { secret: WEBHOOK_SECRET }),
  ];
  return [answered, ...events].map(({ status }) => status);
};
const DONE = [200, 200, 200];

const refreshAll = async (): Promise<void> => {
  for (let taken = 1; taken > 0;) taken = Number((await query('select rollups.refresh() as taken'))[0]?.['taken']);
};
const RANGE = `now() - interval '2 hours', now() + interval '2 hours'`;
const counted = async () => {
  await refreshAll();
  return [
    await query(`select answers::int from analytics.answers(${RANGE})`),
    await query(
      `select sum(orders)::int as orders, sum(refunded_cents)::int as refunded from analytics.conversion(${RANGE})`,
    ),
  ];
};
const countedVisits = (visits: number) => [[{ answers: visits }], [{ orders: visits, refunded: visits * 500 }]];

/** Orders with test money count only in sessions that are marked as seeded. */
const letOrdersCount = () =>
  query(
    `with marked as (update funnel.sessions set seeded = true returning id) insert into funnel.changes (session_id) select id from marked`,
  );

describe('answers, payments and refunds are accepted', () => {
  it('when a function of analytics fails, and are counted after it is repaired', async () => {
    const [definition] = await query(`select pg_get_functiondef('rollups.refresh_answers'::regproc) as sql`);
    await query(
      `create or replace function rollups.refresh_answers(sessions text[]) returns void language plpgsql as $$ begin raise 'broken'; end $$`,
    );
    expect(await aWholeVisit()).toEqual(DONE);
    await expect(refreshAll()).rejects.toThrow('broken');
    expect(await aWholeVisit()).toEqual(DONE);
    await query(String(definition?.['sql']));
    await letOrdersCount();
    expect(await counted()).toEqual(countedVisits(2));
  });

  it('when the schemas of analytics are missing', async () => {
    await query('alter schema rollups rename to rollups_away; alter schema analytics rename to analytics_away');
    expect(await aWholeVisit()).toEqual(DONE);
    await query('alter schema rollups_away rename to rollups; alter schema analytics_away rename to analytics');
    await letOrdersCount();
    expect(await counted()).toEqual(countedVisits(3));
  });

  it('when the schemas of analytics are dropped with everything that depends on them', async () => {
    await query('drop schema rollups, analytics cascade');
    expect(await aWholeVisit()).toEqual(DONE);
    expect(
      await query(
        `select tgname from pg_trigger where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'funnel'::regnamespace)`,
      ),
    ).toEqual([]);
  });
});
