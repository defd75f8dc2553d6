import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { measurementOf, pixelOrigins } from './measurement.ts';
import { readEnv } from './env.ts';
import { addEntrySplit } from './split.ts';

const anEnv = (over: Record<string, string> = {}) =>
  readEnv({
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    FUNNEL_URL: 'http://127.0.0.1:9',
    TRACKING_URL: 'http://127.0.0.1:9',
    RELEASE_STORE: 'r',
    RELEASES_DIR: 'd',
    ...over,
  });

let app: FastifyInstance;
const edgeWith = (over: Record<string, string>): FastifyInstance => {
  app = Fastify();
  addEntrySplit(app, anEnv(over));
  return app;
};
afterEach(() => app?.close());

describe('a split', () => {
  it('has paths that fit into the variant of a session', () => {
    const longest = `/${'a'.repeat(24)}`;
    expect(() => anEnv({ ENTRY_SPLIT: `/=50 ${longest}=50` })).not.toThrow();
    expect(() => anEnv({ ENTRY_SPLIT: `/=50 ${longest}a=50` })).toThrow(/ENTRY_SPLIT/);
  });
});

describe('the split entry address', () => {
  it('redirects to an entry screen with the query, and stores only a bucket in the browser', async () => {
    const answer = await edgeWith({ ENTRY_SPLIT: '/home=1 /old001=0' }).inject('/start?utm_source=ig&ttclid=x%20y');
    expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
      302,
      '/home?utm_source=ig&ttclid=x%20y',
      'no-store',
    ]);
    expect(answer.headers['set-cookie']).toMatch(/^split_bucket=\d{1,4}; Path=\/; Max-Age=15552000; SameSite=Lax$/);
  });

  it.each([
    ['split_bucket=0', '/'],
    ['other=1; split_bucket=9999', '/home'],
  ])('redirects a browser with %s to %s every time', async (cookie, location) => {
    const edge = edgeWith({ ENTRY_SPLIT: '/=1 /home=1' });
    const answers = await Promise.all([1, 2, 3].map(() => edge.inject({ url: '/start', headers: { cookie } })));
    expect(answers.map((answer) => answer.headers.location)).toEqual([location, location, location]);
  });

  it('is at the configured path, and restricts its cookie to HTTPS on an HTTPS site', async () => {
    const answer = await edgeWith({
      ENTRY_SPLIT: '/=1',
      ENTRY_SPLIT_PATH: '/go',
      PUBLIC_URL: 'https://a.example',
    }).inject('/go');
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([302, expect.stringContaining('; Secure')]);
  });

  it('does not exist by default', async () => {
    expect((await edgeWith({}).inject('/start')).statusCode).toBe(404);
  });
});

describe('the measurement settings', () => {
  it('are off by default, and blanks count as absent', () => {
    expect(measurementOf(anEnv())).toEqual({});
    expect(
      measurementOf(anEnv({ PIXEL_ID: '', PIXEL_SCRIPT_URL: '', CONSENT_MODE: '', ENTRY_SPLIT: '', SALES_SPLIT: '' })),
    ).toEqual({});
    expect(pixelOrigins(anEnv({ PIXEL_SCRIPT_URL: 'https://pixel.example/e.js' }))).toEqual([]);
  });

  it('reach the page as configured', () => {
    const env = anEnv({
      PIXEL_ID: 'P1',
      CONSENT_MODE: 'on',
      SALES_SPLIT: '/sales=1 /sales002=3',
      PIXEL_ORIGINS: 'https://b.example',
    });
    expect(measurementOf(env)).toEqual({
      pixel: { id: 'P1', scriptUrl: 'https://analytics.tiktok.com/i18n/pixel/events.js', consent: true },
      split: {
        sales: [
          ['/sales', 1],
          ['/sales002', 3],
        ],
      },
    });
    expect(pixelOrigins(env)).toEqual(['https://analytics.tiktok.com', 'https://b.example']);
  });

  it.each([
    ['', true],
    ['on', true],
    ['off', false],
  ])('ask visitors for consent unless it is switched off: "%s"', (CONSENT_MODE, consent) => {
    expect(measurementOf(anEnv({ PIXEL_ID: 'P1', CONSENT_MODE })).pixel?.consent).toBe(consent);
  });

  it.each([
    ['ENTRY_SPLIT', '/home'],
    ['ENTRY_SPLIT', '/home=0'],
    ['SALES_SPLIT', 'https://evil.example=1'],
    ['SALES_SPLIT', '//evil=1'],
    ['PIXEL_ID', '"><script>'],
    ['CONSENT_MODE', 'maybe'],
  ])('are rejected when invalid: %s=%s', (name, value) => {
    expect(() => anEnv({ [name]: value })).toThrow(name);
  });
});
