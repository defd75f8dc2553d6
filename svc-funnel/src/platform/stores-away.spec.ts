import { workerStores } from '@course/test-kit/fresh-stores';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aSessionId, aVisitor, Browser } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { anEvent, anOpenCheckout, aSessionObject, deliver } from '../../test/events.ts';
import { startService, WEBHOOK_SECRET, type StartedService } from '../../test/service.ts';
import { startGate, type Gate } from '@course/test-kit/tcp-gate';

let postgres: Gate;
let redis: Gate;
let service: StartedService;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([
    startGate(workerStores().funnelDatabaseUrl),
    startGate(workerStores().redisUrl),
  ]);
  service = await startService({ env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url, RATE_LIMITS: 'on' } });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([postgres.stop(), redis.stop()]);
});
afterEach(() => {
  postgres.open();
  redis.open();
});

const ready = async () => (await new Browser(service.url).get('/readyz')).status;

describe('while PostgreSQL is unreachable', () => {
  it.each<[string, (browser: Browser, id: string) => ReturnType<Browser['get']>]>([
    ['creating a session', (browser) => browser.post('/api/sessions', { id: aSessionId() })],
    ['checking a session', (browser, id) => browser.get(`/api/sessions/${id}`)],
    ['changing a session', (browser, id) => browser.patch(`/api/sessions/${id}`, { name: 'Anna' })],
    [
      'answering',
      (browser, id) => browser.post('/api/responses', { sessionId: id, questionNumber: 'q3', answerValue: 'often' }),
    ],
    ['buying', (browser) => browser.post('/api/create-checkout-session', { plan: '4week' })],
    ['returning from the payment', (browser) => browser.get('/api/checkout-sessions/cs_test_1')],
  ])('%s gets a 503 with Retry-After, and works afterwards', async (_, call) => {
    const { browser, id } = await aVisitor(service.url);
    postgres.close();
    const refused = await call(browser, id);
    expect([refused.status, refused.body]).toEqual([
      503,
      { statusCode: 503, code: 'store_unavailable', message: expect.any(String) },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    postgres.open();
    await expect.poll(ready).toBe(200);
    expect((await browser.get(`/api/sessions/${id}`)).status).toBe(200);
  });

  it('a webhook is not acknowledged, and is applied when it is delivered again', async () => {
    const { id } = await aVisitor(service.url, 'a@b.example');
    const checkout = await anOpenCheckout(id);
    const event = anEvent(aSessionObject(checkout));
    postgres.close();
    expect((await deliver(service.url, event, { secret: WEBHOOK_SECRET })).status).toBe(503);
    postgres.open();
    expect((await deliver(service.url, event, { secret: WEBHOOK_SECRET })).status).toBe(200);
    expect(await query('select 1 from funnel.orders where checkout_id = $1', [checkout.id])).toHaveLength(1);
  });

  it('the process is healthy and not ready', async () => {
    const browser = new Browser(service.url);
    postgres.close();
    expect((await browser.get('/healthz')).status).toBe(200);
    expect((await browser.get('/readyz')).body).toEqual({
      postgres: false,
      redis: true,
      statusCode: 503,
      code: 'store_unavailable',
      message: 'PostgreSQL not reachable.',
    });
  });
});

it('serves visitors while Redis is unreachable, limits them in memory, and logs it', async () => {
  redis.close();
  await expect
    .poll(async () => (await new Browser(service.url).get('/readyz')).body)
    .toMatchObject({ message: 'Redis not reachable.' });
  const { browser, id } = await aVisitor(service.url);
  const statuses = new Set<number>();
  for (let call = 0; call < 70; call += 1) statuses.add((await browser.get(`/api/sessions/${id}`)).status);
  expect(statuses).toEqual(new Set([200, 429]));
  expect(service.log()).toContain('Redis is unreachable');
  redis.open();
  await expect.poll(ready).toBe(200);
});

it('starts and stops while both are unreachable', async () => {
  postgres.close();
  redis.close();
  const early = await startService({ env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url } });
  expect((await new Browser(early.url).get('/readyz')).status).toBe(503);
  const another = await startService({ env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url } });
  await another.stop();
  postgres.open();
  redis.open();
  await expect.poll(async () => (await new Browser(early.url).get('/readyz')).status).toBe(200);
  await early.stop();
});
