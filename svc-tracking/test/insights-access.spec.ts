import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Service } from '../src/service.ts';
import { insightsOf, startInsights, TOKEN } from './support/insights.ts';
import { HOUR_MS } from './support/visits.ts';

let stores: Stores;
let service: Service;
let nowMs = Date.now();
let insights: ReturnType<typeof insightsOf>;

beforeAll(async () => {
  stores = await freshStores();
  service = await startInsights(stores, {}, () => nowMs);
  insights = insightsOf(service.port);
});
afterAll(async () => {
  await service.stop();
  await stores.stop();
});
afterEach(() => {
  nowMs = Date.now();
});

const statusWith = async (cookie: string): Promise<number> =>
  (await insights.call('/api/insights/variants', { headers: { cookie } })).status;

describe('a token', () => {
  it('opens the insights for this browser, but not for its scripts or other sites', async () => {
    const { status, headers } = await insights.open(TOKEN);
    expect(status).toBe(204);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toMatch(
      /^insights=\d+\.[\w-]{43}; Max-Age=43200; Path=\/api\/insights; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await statusWith(headers.get('set-cookie')!.split(';')[0]!)).toBe(200);
  });

  it.each([
    ['different', 'b'.repeat(38)],
    ['incomplete', TOKEN.slice(0, 20)],
    ['too long', `${TOKEN}x`],
  ])('that is %s opens nothing and says what to do', async (_which, token) => {
    const { status, headers, json } = await insights.open(token);
    expect({ status, cookie: headers.get('set-cookie'), code: json.code }).toEqual({
      status: 403,
      cookie: null,
      code: 'insights_token_wrong',
    });
    expect(json.message).toContain('Copy all of it');
    expect(json.message).not.toContain(token);
  });

  it.each([{}, { token: '' }, { token: 5 }, { token: TOKEN, more: 1 }])(
    'is accepted in one form only, not as %j',
    async (body) => {
      const { status, json } = await insights.call('/api/insights/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([status, json.code]).toEqual([400, 'invalid_body']);
    },
  );

  it('from another site is refused', async () => {
    expect((await insights.open(TOKEN, { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('may be tried ten times a minute', async () => {
    const limited = await startInsights(stores, { RATE_LIMITS: 'on' });
    const { open } = insightsOf(limited.port);
    for (let tried = 0; tried < 10; tried += 1) expect((await open('wrong')).status).toBe(403);
    const { status, headers } = await open(TOKEN);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.stop();
  });

  it('has its attempts counted for a whole /64 of IPv6, and for no other', async () => {
    const limited = await startInsights(stores, { RATE_LIMITS: 'on' });
    const { open } = insightsOf(limited.port);
    for (let tried = 0; tried < 10; tried += 1)
      expect((await open('wrong', { 'x-forwarded-for': `2001:db8:1:2::${tried}` })).status).toBe(403);
    const statuses = [
      await open(TOKEN, { 'x-forwarded-for': '2001:db8:1:2:9::9' }),
      await open(TOKEN, { 'x-forwarded-for': '2001:db8:1:3::1' }),
    ];
    await limited.stop();
    expect(statuses.map(({ status }) => status)).toEqual([429, 204]);
  });

  it('appears in no log, at any level', async () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
    const talkative = await startInsights(stores, { LOG_LEVEL: 'trace' });
    const other = insightsOf(talkative.port);
    await other.open(TOKEN);
    await other.open(`${TOKEN}-wrong`);
    await other.call(`/insights`);
    await talkative.stop();
    spy.mockRestore();
    expect(written.length).toBeGreaterThan(0);
    expect(written.join('')).not.toContain(TOKEN);
  });
});

describe('a session', () => {
  it.each([
    'page-timing',
    'page-distribution',
    'funnel',
    'answers',
    'conversion',
    'views-over-time',
    'live',
    'variants',
    'questions',
    'session',
  ])('is required at %s', async (chart) => {
    const { status, json } = await insights.call(`/api/insights/${chart}`);
    expect([status, json.code]).toEqual([401, 'insights_closed']);
  });

  it('ends after 12 hours', async () => {
    const cookie = await insights.cookie();
    nowMs += 12 * HOUR_MS - 1000;
    expect(await statusWith(cookie)).toBe(200);
    nowMs += 2000;
    expect(await statusWith(cookie)).toBe(401);
  });

  it('cannot be extended or forged', async () => {
    const [name, value] = (await insights.cookie()).split('=') as [string, string];
    const [opened, mac] = value.split('.') as [string, string];
    for (const forged of [
      `${Number(opened) + 1}.${mac}`,
      `${opened}.${'A'.repeat(43)}`,
      `${opened}.`,
      `.${mac}`,
      `${value}.x`,
      '',
      'x',
    ]) {
      expect(await statusWith(`${name}=${forged}`)).toBe(401);
    }
  });

  it('ends when the token changes', async () => {
    const cookie = await insights.cookie();
    const renewed = await startInsights(stores, { INSIGHTS_TOKEN: 'c'.repeat(40) });
    expect((await insightsOf(renewed.port).call('/api/insights/variants', { headers: { cookie } })).status).toBe(401);
    await renewed.stop();
  });

  it('is closed by signing out', async () => {
    const { status, headers } = await insights.call('/api/insights/session', { method: 'DELETE' });
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toMatch(
      /^insights=; Max-Age=0; Path=\/api\/insights; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('needs HTTPS only if the site has it', async () => {
    const local = await startInsights(stores, { PUBLIC_URL: 'http://localhost:3000' });
    expect((await insightsOf(local.port).open(TOKEN)).headers.get('set-cookie')).not.toContain('Secure');
    await local.stop();
  });
});

describe('the owner’s mark', () => {
  it('is set for a year, and removed', async () => {
    const headers = { cookie: await insights.cookie() };
    const marked = await insights.call('/api/insights/not-counted', { method: 'PUT', headers });
    expect(marked.headers.get('set-cookie')).toMatch(/^not_counted=1; Max-Age=31536000; Path=\/; .*SameSite=Lax$/);
    const unmarked = await insights.call('/api/insights/not-counted', { method: 'DELETE', headers });
    expect(unmarked.headers.get('set-cookie')).toMatch(/^not_counted=; Max-Age=0; Path=\//);
  });

  it('can be set only by the owner', async () => {
    expect((await insights.call('/api/insights/not-counted', { method: 'PUT' })).status).toBe(401);
  });
});

it.each(['/insights', '/api/insights/session', '/api/insights/funnel'])(
  '%s does not exist without a token',
  async (address) => {
    const without = await startInsights(stores, { INSIGHTS_TOKEN: '' });
    const { status, json } = await insightsOf(without.port).call(address);
    expect([status, json.code]).toEqual([404, 'route_unknown']);
    await without.stop();
  },
);
