import { startGate, type Gate } from '@course/test-kit/tcp-gate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aSessionId, aVisitor, Browser, type Answer } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { ownStores } from '../../test/own-stores.ts';
import { startService, type StartedService } from '../../test/service.ts';

/** What a machine that runs all other tests at the same time may add, in ms. */
const BUSY_MS = 5000;
/** A visitor waits at most 3 s. */
const VISITOR_MS = 3000 + BUSY_MS;
const BACK = { timeout: 10_000 + BUSY_MS, interval: 100 };
const STOP_MS = 5000 + BUSY_MS;

let stores: Awaited<ReturnType<typeof ownStores>>;
let postgres: Gate;
let redis: Gate;
let service: StartedService;
const start = () =>
  startService({ env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url, RATE_LIMITS: 'on', WORKER: 'on' } });
beforeAll(async () => {
  stores = await ownStores();
  [postgres, redis] = await Promise.all([startGate(stores.funnelDatabaseUrl), startGate(stores.redisUrl)]);
  service = await start();
});
afterAll(async () => {
  await service.stop();
  await Promise.all([postgres.stop(), redis.stop()]);
  await stores.stop();
});

const ready = async (url = service.url) => (await new Browser(url).get('/readyz')).status;
const timed = async (call: () => Promise<Answer>): Promise<Answer & { ms: number }> => {
  const since = performance.now();
  const answer = await call();
  return { ...answer, ms: performance.now() - since };
};
const create = (url = service.url) => timed(() => new Browser(url).post('/api/sessions', { id: aSessionId() }));

afterEach(async () => {
  postgres.open();
  redis.open();
  await expect.poll(() => ready(), BACK).toBe(200);
});

describe('while the network to Redis is silent', () => {
  it('serves visitors within 3 s, refuses calls that contain a secret, and is ready within 10 s of its return', async () => {
    await expect.poll(() => ready(), BACK).toBe(200);
    const { browser, id } = await aVisitor(service.url);
    redis.silence();
    const [first, second] = await Promise.all([create(), timed(() => browser.get(`/api/sessions/${id}`))]);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(Math.max(first.ms, second.ms)).toBeLessThan(VISITOR_MS);
    const secret = await timed(() => new Browser(service.url).post('/api/course/links', { token: 'x'.repeat(43) }));
    expect([secret.status, secret.body]).toEqual([
      503,
      { statusCode: 503, code: 'store_unavailable', message: expect.any(String) },
    ]);
    expect(Number(secret.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(secret.ms).toBeLessThan(VISITOR_MS);
    await expect.poll(() => ready(), BACK).toBe(503);
    expect(await create()).toMatchObject({ status: 201 });
    redis.open();
    await expect.poll(() => ready(), BACK).toBe(200);
  });

  it('lets through a fifth of the usual number of checkouts', async () => {
    const { browser } = await aVisitor(service.url);
    redis.silence();
    await expect.poll(() => ready(), BACK).toBe(503);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.post('/api/create-checkout-session', { plan: 'none' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  });
});

describe('while the network to PostgreSQL is silent', () => {
  it('calls in progress and later ones get a 503 within 3 s, and the service is ready within 10 s of its return', async () => {
    const { browser, id } = await aVisitor(service.url);
    postgres.silence();
    const calls = await Promise.all([
      create(),
      timed(() => browser.patch(`/api/sessions/${id}`, { name: 'Anna' })),
      ...Array.from({ length: 20 }, () => create()),
    ]);
    calls.push(await create());
    expect(new Set(calls.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))).toEqual(
      new Set(['503 store_unavailable']),
    );
    expect(calls.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect(Math.max(...calls.map(({ ms }) => ms))).toBeLessThan(VISITOR_MS);
    expect(service.log()).toContain('PostgreSQL fell silent');
    postgres.open();
    await expect.poll(() => ready(), BACK).toBe(200);
    expect((await browser.get(`/api/sessions/${id}`)).status).toBe(200);
  });

  it('the queue works again within 10 s of its return', async () => {
    postgres.silence();
    await expect.poll(() => ready(), BACK).toBe(503);
    const [job] = await query(`select id from graphile_worker.add_job('mend', '{}')`);
    postgres.open();
    // A new job, not those that were running: their worker's session survives behind a gate that answers keepalives.
    await expect
      .poll(() => query(`select id from graphile_worker.jobs where id = $1`, [job?.['id']]), BACK)
      .toEqual([]);
  });
});

it.each([
  ['Redis', () => redis.silence()],
  ['PostgreSQL', () => postgres.silence()],
  [
    'both',
    () => {
      redis.silence();
      postgres.silence();
    },
  ],
])('stops within 5 s while the network to %s is silent, with calls in progress', async (_, cut) => {
  const another = await start();
  await expect.poll(() => ready(another.url), BACK).toBe(200);
  // Before the workers have their connections, nothing could hang.
  await expect.poll(() => another.log(), BACK).toContain('a queue worker is up');
  cut();
  const underWay = [create(another.url), create(another.url)].map((call) => call.catch(() => undefined));
  const since = performance.now();
  await another.stop();
  expect(performance.now() - since).toBeLessThan(STOP_MS);
  await Promise.all(underWay);
});
