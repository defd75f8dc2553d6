import { workerStores } from '@course/test-kit/fresh-stores';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aSessionId, aVisitor, Browser, type Answer } from '../../test/browser.ts';
import { startService, type StartedService } from '../../test/service.ts';
import { LIMITS, OTHER_LIMITS } from './limits.ts';

const startLimited = (env: Record<string, string> = {}) => startService({ env: { RATE_LIMITS: 'on', ...env } });

let service: StartedService;
let twin: StartedService;
beforeAll(async () => {
  [service, twin] = await Promise.all([startLimited(), startLimited()]);
});
afterAll(() => Promise.all([service.stop(), twin.stop()]));

let addresses = 0;
/** Returns an unused address, even when a test is retried, because counts outlive a test. */
const anAddress = (): string => `203.0.113.${(addresses += 1)}`;

/** Returns a browser at this address, as the edge on this machine forwards its requests. */
const from = (address: string, url = service.url) => new Browser(url, { 'x-forwarded-for': address });

const untilLimited = async (calls: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> => {
  const answers = await Promise.all(Array.from({ length: calls }, (_, index) => call(index)));
  return answers.filter(({ status }) => status === 429);
};

/** Calls beyond a limit, because calls without a timely answer from Redis are not counted. */
const SLACK = 20;
const { sessions, checkout, checkoutState } = LIMITS;
const { webhookSignature } = OTHER_LIMITS;

it('returns 429 with Retry-After once an address has created too many sessions, and only to that address', async () => {
  const address = anAddress();
  const limited = await untilLimited(sessions.perAddress.points + SLACK, () =>
    from(address).post('/api/sessions', { id: 'none' }),
  );
  expect(limited.length).toBeGreaterThan(0);
  expect(limited.length).toBeLessThanOrEqual(SLACK);
  expect(limited[0]?.body).toEqual({ statusCode: 429, code: 'rate_limited', message: expect.any(String) });
  const wait = Number(limited[0]?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(sessions.perAddress.seconds);
  expect((await from(anAddress()).post('/api/sessions', { id: aSessionId() })).status).toBe(201);
});

it('stores no address and no session id in Redis', async () => {
  const { browser, id } = await aVisitor(service.url);
  await browser.get(`/api/sessions/${id}`);
  await from('2001:db8:77:88::1').post('/api/sessions', { id: aSessionId() });
  const redis = await createClient({ url: workerStores().redisUrl }).connect();
  const keys = await redis.keys('funnel:limit:*');
  redis.destroy();
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter((key) => !/^funnel:limit:\w+(:per(Session|Address))?:[\w-]{22}$/.test(key))).toEqual([]);
});

it('counts a session across all its addresses and all processes', async () => {
  const { browser } = await aVisitor(service.url);
  const call = (index: number) => {
    const hop = from(`198.51.100.${index}`, index % 2 ? service.url : twin.url);
    hop.cookie = browser.cookie;
    return hop.get('/api/checkout-sessions/none');
  };
  const limited = await untilLimited(checkoutState.perSession.points + SLACK, call);
  expect(limited.length).toBeGreaterThan(0);
  expect(limited.length).toBeLessThanOrEqual(SLACK);
});

it('ignores a forwarded address that did not come from the edge', async () => {
  const direct = await startLimited({ TRUST_PROXY: '192.0.2.1' });
  // The one limit that no other test reaches: all tests call from this machine.
  const limited = await untilLimited(webhookSignature.points + SLACK, () =>
    from(anAddress(), direct.url).post('/api/stripe/webhook', {}),
  );
  await direct.stop();
  // Otherwise each call would have its own address, and none would be limited.
  expect(limited).not.toEqual([]);
});

it('counts forged signatures', async () => {
  const address = anAddress();
  const limited = await untilLimited(webhookSignature.points + SLACK, () =>
    from(address).post('/api/stripe/webhook', {}),
  );
  expect(limited.length).toBeGreaterThan(0);
  expect(limited.length).toBeLessThanOrEqual(SLACK);
});

it('counts nothing when limits are off', async () => {
  const off = await startLimited({ RATE_LIMITS: 'off' });
  const { browser } = await aVisitor(off.url);
  const answers = await Promise.all(
    Array.from({ length: checkout.perSession.points + 3 }, () =>
      browser.post('/api/create-checkout-session', { plan: 'none' }),
    ),
  );
  await off.stop();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
});
